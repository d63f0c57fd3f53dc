// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/command_model.h"

#include "base/result/message.h"
#include "base/result/printable.h"
#include "base/text/shell_word.h"
#include "base/text/trimmed.h"
#include "client/language_model/prompt_text.h"
#include "client/language_model/providers/command_run.h"
#include "client/language_model/whole_characters.h"

namespace kw::language {

namespace {

using Clock = std::chrono::steady_clock;

std::string commandLine(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words)
    line += (line.empty() ? "" : " ") + shellWord(word);
  return line;
}

// The end of what it said, which tells more than the beginning.
std::string lastWords(const std::string& errors) {
  constexpr size_t most = 600;
  WholeCharacters characters;
  const std::string text = characters.feed(trimmed(errors, " \t\r\n")) + characters.finish();
  const size_t begin = text.size() > most ? text.find('\n', text.size() - most) : 0;
  return printable(begin == std::string::npos ? text.substr(text.size() - most)
                                              : trimmed(text.substr(begin)));
}

// The name alone of those that were done for: arguments may be long.
Error inWords(Error error, const std::string& program) {
  error.message = "'" + program + "': " + error.message;
  return error;
}

Status checkEnd(const CommandEnd& end, const std::string& text, const std::string& program) {
  const std::string words = lastWords(end.errors);
  const std::string said = words.empty() ? "" : ": " + words;
  if (end.exit.signalled || end.exit.code != 0)
    return fail("'" + program + "' ended with " + end.exit.text() + said,
                "run it by hand with a prompt on its standard input");
  if (trimmed(text, " \t\r\n").empty())
    return fail("'" + program + "' wrote no reply" + said,
                "it has to write it to its standard output");
  return {};
}

}  // namespace

Result<Outgoing> CommandModel::preview(const Request& request) const {
  return Outgoing{"the standard input of: " + commandLine(m_settings.command), promptText(request)};
}

Result<Reply> CommandModel::complete(const Request& request, const Listener& listener,
                                     std::stop_token stop) {
  const std::string& program = m_settings.command.front();
  const Clock::time_point begin = Clock::now();
  Reply reply;
  WholeCharacters characters;
  RedactedStream redacted(m_redactor);
  const auto tell = [&](const std::string& text) {
    if (text.empty()) return;
    reply.text += text;
    if (listener.onText) listener.onText(text);
  };
  const auto onOutput = [&](std::string_view bytes) {
    tell(redacted.feed(characters.feed(bytes)));
  };
  auto end = runCommand(
      m_settings.command, promptText(request),
      {m_settings.http.silence, m_settings.wholeTime, m_settings.stream.textBytes}, onOutput, stop);
  if (!end && end.error().kind == ErrorKind::cancelled) return fail(std::move(end).error());
  if (!end) return fail(m_redactor.apply(inWords(std::move(end).error(), program)));
  tell(redacted.feed(characters.finish()));
  tell(redacted.finish());
  end->errors = m_redactor.apply(std::move(end->errors));
  KW_TRY(checkEnd(*end, reply.text, program));
  reply.finish = FinishReason::stop;
  reply.finishText = end->exit.text();
  reply.model = program;
  reply.wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  return reply;
}

}  // namespace kw::language
