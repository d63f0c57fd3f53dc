// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/recorded_model.h"

#include <algorithm>

#include "base/clock/clock.h"
#include "base/files/files.h"
#include "base/result/message.h"
#include "client/language_model/prompt_text.h"

namespace kw::language {

namespace {

// "; they first differ in line 12".
std::string difference(const std::string& recorded, const std::string& asked) {
  if (recorded.empty()) return {};
  const auto apart = std::mismatch(recorded.begin(), recorded.end(), asked.begin(), asked.end());
  return "; the prompts first differ in line " +
         std::to_string(1 + std::count(recorded.begin(), apart.first, '\n'));
}

// Notes, on the way to the listener, what is going to be thrown away.
class AttemptNotes {
 public:
  explicit AttemptNotes(const Listener& listener) : m_listener(listener) {}

  Listener listener() {
    Listener noting = m_listener;
    noting.onText = [this](std::string_view text) {
      m_text += text;
      if (m_listener.onText) m_listener.onText(text);
    };
    noting.onWait = [this](const Wait& wait) {
      attempts.push_back({utcNow(), std::exchange(m_text, {}), wait.reason});
      if (m_listener.onWait) m_listener.onWait(wait);
    };
    return noting;
  }

  std::vector<RecordedAttempt> attempts;

 private:
  const Listener& m_listener;
  std::string m_text;
};

}  // namespace

Result<std::unique_ptr<RecordedModel>> RecordedModel::open(const std::string& folder) {
  KW_ASSIGN(std::vector<RecordedReply> replies, readRecordedReplies(folder));
  return std::make_unique<RecordedModel>(std::move(replies));
}

RecordedModel::RecordedModel(std::vector<RecordedReply> replies)
    : m_replies(std::move(replies)), m_given(m_replies.size()) {}

Result<Outgoing> RecordedModel::preview(const Request& request) const {
  return Outgoing{"nowhere: a recorded reply answers", promptText(request)};
}

Unexpected<Error> RecordedModel::noReply(const Request& request, const std::string& hash) const {
  const auto due = std::find(m_given.begin(), m_given.end(), false);
  if (due == m_given.end())
    return fail("all " + counted(m_replies.size(), "recorded reply", "recorded replies") +
                    " were given; none is left for the prompt with SHA-256 " + hash,
                "record more, or let the loop end after fewer rounds");
  const RecordedReply& next = m_replies[static_cast<size_t>(due - m_given.begin())];
  return fail("the prompt has changed since replies were recorded: its SHA-256 is " + hash +
                  ", the reply in " + next.file + " answers " + next.promptHash +
                  (next.identity.empty() ? difference(next.prompt, promptText(request))
                                         : difference(next.identity, request.identity)),
              "record replies to the new prompt, or go back to the prompt they answer");
}

Result<Reply> RecordedModel::complete(const Request& request, const Listener& listener,
                                      std::stop_token stop) {
  if (stop.stop_requested()) return failCancelled();
  const std::string hash = promptHash(request);
  for (size_t i = 0; i < m_replies.size(); ++i) {
    const RecordedReply& recorded = m_replies[i];
    if (m_given[i] || !answers(recorded, request)) continue;
    m_given[i] = true;
    m_last = &recorded;
    Reply reply;
    reply.text = recorded.text;
    reply.finish = recorded.finish;
    reply.finishText = "recorded";
    reply.usage = recorded.usage;
    reply.model = recorded.model;
    reply.attempts = static_cast<int>(recorded.attempts.size()) + 1;
    if (listener.onText) listener.onText(reply.text);
    return reply;
  }
  return noReply(request, hash);
}

Result<Reply> RecordingModel::complete(const Request& request, const Listener& listener,
                                       std::stop_token stop) {
  KW_TRY(files::makeFolders(m_folder));
  AttemptNotes notes(listener);
  KW_ASSIGN(Reply reply, m_model->complete(request, notes.listener(), std::move(stop)));
  RecordedReply recorded;
  recorded.promptHash = promptHash(request);
  recorded.prompt = promptText(request);
  recorded.identity = request.identity;
  recorded.model = reply.model;
  recorded.date = utcNow();
  recorded.label = m_label;
  recorded.text = reply.text;
  recorded.finish = reply.finish;
  recorded.usage = reply.usage;
  recorded.attempts = std::move(notes.attempts);
  KW_TRY(writeRecordedReply(recorded, m_folder));
  return reply;
}

}  // namespace kw::language
