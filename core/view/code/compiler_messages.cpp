// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/code/compiler_messages.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text/trimmed.h"
#include "view/code/line_diff.h"

namespace kw::view {

namespace {

using Severity = CompilerMessage::Severity;

constexpr size_t mostMessages = 1000;
constexpr size_t longestText = 2000;

std::optional<int> takeNumber(std::string_view& text) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || number < 0) return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

// "error: ", "error #20: ", "warning #177-D: ", "fatal error: ", "catastrophic error: ", "note: ".
std::optional<Severity> takeSeverity(std::string_view& text) {
  text = trimmed(text);
  for (const std::string_view word : {"fatal ", "catastrophic ", "internal "})
    if (text.starts_with(word)) text.remove_prefix(word.size());
  static constexpr std::array<std::pair<std::string_view, Severity>, 4> words{
      {{"error", Severity::error},
       {"warning", Severity::warning},
       {"note", Severity::note},
       {"remark", Severity::note}}};
  for (const auto& [word, severity] : words) {
    if (!text.starts_with(word)) continue;
    const size_t colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const std::string_view number = trimmed(text.substr(word.size(), colon - word.size()));
    if (!number.empty() && !number.starts_with('#')) return std::nullopt;
    text = trimmed(text.substr(colon + 1));
    return severity;
  }
  return std::nullopt;
}

std::optional<CompilerMessage> messageBehind(std::string_view file, int line, int column,
                                             std::string_view rest) {
  const std::optional<Severity> severity = takeSeverity(rest);
  if (!severity) return std::nullopt;
  return CompilerMessage{std::string(file), line, column, *severity, std::string(rest)};
}

// "template.cu(12): error: …"
std::optional<CompilerMessage> nvidiaMessage(std::string_view line) {
  for (size_t open = line.find('('); open != std::string_view::npos && open > 0;
       open = line.find('(', open + 1)) {
    std::string_view rest = line.substr(open + 1);
    const std::optional<int> number = takeNumber(rest);
    if (!number || !rest.starts_with(')')) continue;
    rest.remove_prefix(1);
    rest = trimmed(rest);
    if (!rest.starts_with(':')) continue;
    return messageBehind(line.substr(0, open), *number, 0, rest.substr(1));
  }
  return std::nullopt;
}

// "template.cu:12:5: error: …", "template.cu:12: error: …"
std::optional<CompilerMessage> gnuMessage(std::string_view line) {
  for (size_t colon = line.find(':'); colon != std::string_view::npos && colon > 0;
       colon = line.find(':', colon + 1)) {
    std::string_view rest = line.substr(colon + 1);
    const std::optional<int> number = takeNumber(rest);
    if (!number || !rest.starts_with(':')) continue;
    rest.remove_prefix(1);
    std::string_view behind = rest;
    const std::optional<int> column = takeNumber(behind);
    const bool hasColumn = column && behind.starts_with(':');
    return messageBehind(line.substr(0, colon), *number, hasColumn ? *column : 0,
                         hasColumn ? behind.substr(1) : rest);
  }
  return std::nullopt;
}

// "ptxas error   : …", "nvrtc: error: …": without a place.
std::optional<CompilerMessage> toolMessage(std::string_view line) {
  for (const std::string_view tool : {"ptxas", "nvrtc", "nvlink", "nvcc", "cc1plus", "g++"}) {
    if (!line.starts_with(tool)) continue;
    std::string_view rest = trimmed(line.substr(tool.size()));
    if (rest.starts_with(':')) rest.remove_prefix(1);
    return messageBehind("", 0, 0, rest);
  }
  return std::nullopt;
}

std::optional<CompilerMessage> messageOf(std::string_view line) {
  if (line.empty() || line.front() == ' ' || line.front() == '\t') return std::nullopt;
  if (auto message = nvidiaMessage(line)) return message;
  if (auto message = gnuMessage(line)) return message;
  return toolMessage(line);
}

bool isCaret(std::string_view line) {
  return line.find('^') != std::string_view::npos &&
         line.find_first_not_of(" \t^~-") == std::string_view::npos;
}

// The indented lines behind a message, without g++'s excerpts ("  12 | …") and without the source
// line that stands above a caret.
std::string wrapped(const std::vector<std::string_view>& lines, size_t& at) {
  std::vector<std::string_view> kept;
  for (; at < lines.size(); ++at) {
    const std::string_view line = lines[at];
    if (line.empty() || (line.front() != ' ' && line.front() != '\t')) break;
    if (isCaret(line)) {
      if (!kept.empty()) kept.pop_back();
      continue;
    }
    std::string_view number = trimmed(line);
    takeNumber(number);
    if (!trimmed(number).starts_with('|')) kept.push_back(trimmed(line));
  }
  std::string text;
  for (const std::string_view line : kept)
    if (!line.empty()) text.append(" ").append(line);
  return text;
}

void collectFaults(const Error& fault, const std::string& file,
                   std::vector<CompilerMessage>& found) {
  if (fault.place.file == file) {
    std::string text = fault.message;
    if (!fault.advice.empty()) text += " (" + fault.advice + ")";
    found.push_back(
        {fault.place.file, fault.place.line, fault.place.column, Severity::error, std::move(text)});
  }
  for (const Error& further : fault.further)
    collectFaults(further, file, found);
}

}  // namespace

std::vector<CompilerMessage> compilerMessages(std::string_view log) {
  std::vector<CompilerMessage> found;
  const std::vector<std::string_view> lines = linesOf(log);
  for (size_t at = 0; at < lines.size() && found.size() < mostMessages;) {
    std::optional<CompilerMessage> message = messageOf(lines[at++]);
    if (!message) continue;
    message->text += wrapped(lines, at);
    if (message->text.size() > longestText) message->text.resize(longestText);
    found.push_back(*std::move(message));
  }
  return found;
}

std::vector<CompilerMessage> faultsIn(const std::vector<Error>& faults, const std::string& file) {
  std::vector<CompilerMessage> found;
  for (const Error& fault : faults)
    collectFaults(fault, file, found);
  return found;
}

}  // namespace kw::view
