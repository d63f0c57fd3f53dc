// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/wire/reply_stream.h"

#include "client/language_model/wire/api.h"

namespace kw::language {

namespace {

Error tooLong(const std::string& what, size_t limit) {
  return Error{
      ErrorKind::failed,
      "the server's " + what + " went over " + std::to_string(limit) + " bytes and was broken off",
      {},
      "check that the base address is that of a model's server, or raise the limits"};
}

}  // namespace

ReplyStream::ReplyStream(Api api, StreamLimits limits)
    : m_api(api), m_limits(limits), m_events(limits.lineBytes), m_lines(limits.lineBytes) {}

void ReplyStream::take(const Event& event) {
  if (m_draft.fault || m_draft.isEnded) return;
  switch (m_api) {
    case Api::openaiChat:
      return readOpenaiChat(event, m_draft);
    case Api::openaiResponses:
      return readOpenaiResponses(event, m_draft);
    case Api::anthropicMessages:
      return readAnthropic(event, m_draft);
    case Api::ollama:
      return readOllama(event, m_draft);
  }
}

void ReplyStream::split(std::string_view text) {
  const bool fits = m_api == Api::ollama
                        ? m_lines.feed(text,
                                       [this](std::string_view line) {
                                         take({{}, std::string(line)});
                                       })
                        : m_events.feed(text, [this](const Event& event) { take(event); });
  if (!fits && !m_draft.fault && !m_draft.isEnded)
    m_draft.fault = Fault{tooLong("event", m_limits.lineBytes)};
}

Attempted<std::string> ReplyStream::feed(std::string_view bytes) {
  m_bytes += bytes.size();
  if (!m_draft.fault && !m_draft.isEnded) split(m_characters.feed(bytes));
  const auto over = [&](const char* what, size_t limit) {
    if (!m_draft.fault) m_draft.fault = Fault{tooLong(what, limit)};
  };
  if (m_bytes > m_limits.streamBytes) over("stream", m_limits.streamBytes);
  if (m_draft.reply.text.size() > m_limits.textBytes) over("reply", m_limits.textBytes);
  if (m_draft.fault) return Unexpected<Fault>(*m_draft.fault);
  return std::exchange(m_draft.fresh, {});
}

Attempted<Reply> ReplyStream::finish() {
  if (!m_draft.fault && !m_draft.isEnded) {
    split(m_characters.finish());
    const auto before = m_draft.fault;
    if (m_api == Api::ollama)
      m_lines.finish([this](std::string_view line) { take({{}, std::string(line)}); });
    else
      m_events.finish([this](const Event& event) { take(event); });
    // What is cut off need not be JSON; conclude() says that it is cut off.
    const bool isCut = m_draft.fault && !before && !m_draft.isFinished && m_draft.isRecognised;
    if (isCut) m_draft.fault = std::nullopt;
  }
  if (m_draft.fault) return Unexpected<Fault>(*m_draft.fault);
  return conclude();
}

Attempted<Reply> ReplyStream::conclude() {
  if (!m_draft.isRecognised && (m_bytes > 0 || m_draft.isEnded))
    return lasting(Error{ErrorKind::failed,
                         "the server's stream has nothing of this api's in it",
                         {},
                         "check that the provider's api fits the server"});
  if (!m_draft.isFinished && !m_draft.isEnded)
    return transient(Error{ErrorKind::failed,
                           "the connection ended before the reply did, after " +
                               std::to_string(m_draft.reply.text.size()) + " bytes of text",
                           {},
                           "try again"});
  Reply reply = m_draft.reply;
  if (!m_draft.refusal.empty()) {
    reply.finish = FinishReason::refusal;
    reply.finishText = m_draft.refusal;
  }
  return reply;
}

}  // namespace kw::language
