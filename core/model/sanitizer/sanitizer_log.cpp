// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/sanitizer/sanitizer_log.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace kw {

namespace {

constexpr std::string_view prefix = "=========";

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

int64_t leadingNumber(std::string_view text) {
  int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// The source of "beyond(float *, int)+0x90 in k.cu:12"; without lines "beyond(float *, int)+0x90".
void readPlace(std::string_view text, SanitizerFinding& finding) {
  const size_t plus = text.rfind("+0x");
  finding.kernel = std::string(trimmed(text.substr(0, std::min(plus, text.size()))));
  if (plus == std::string_view::npos) return;
  const size_t in = text.find(" in ", plus);
  if (in == std::string_view::npos) return;
  const std::string_view place = trimmed(text.substr(in + 4));
  const size_t space = place.find(' ');
  const std::string_view fileAndLine = place.substr(0, space);
  const size_t colon = fileAndLine.rfind(':');
  if (colon == std::string_view::npos) return;
  finding.file = std::string(fileAndLine.substr(0, colon));
  finding.line = static_cast<int>(leadingNumber(fileAndLine.substr(colon + 1)));
}

// "(104,0,0)" of "thread (104,0,0) in block (7,0,0)", after `word`.
std::string triple(std::string_view text, std::string_view word) {
  const size_t at = text.find(std::string(word) + " (");
  if (at == std::string_view::npos) return {};
  const size_t open = at + word.size() + 1;
  const size_t close = text.find(')', open);
  if (close == std::string_view::npos) return {};
  return std::string(text.substr(open, close - open + 1));
}

// The first line of a finding. A race names its first access there.
SanitizerFinding begun(std::string_view text) {
  SanitizerFinding finding;
  for (const std::string_view level : {"Error: ", "Warning: "})
    if (text.starts_with(level)) text.remove_prefix(level.size());
  const size_t at = text.find(" access at ");
  if (at == std::string_view::npos) {
    finding.what = std::string(text);
    return finding;
  }
  finding.what = std::string(text.substr(0, at)) + " access";
  readPlace(text.substr(at + 11), finding);
  return finding;
}

void addLine(std::string_view text, SanitizerFinding& finding) {
  if (text.starts_with("at ") && finding.kernel.empty()) return readPlace(text.substr(3), finding);
  if (text.starts_with("by thread ")) {
    finding.thread = triple(text, "thread");
    finding.block = triple(text, "block");
    return;
  }
  const bool isHost = text.starts_with("Saved host") || text.starts_with("Host Frame");
  if (!isHost && !text.empty()) finding.details.emplace_back(text);
}

class Log {
 public:
  void take(std::string_view line) {
    if (!line.starts_with(prefix)) return;
    m_isLog = true;
    const std::string_view text = line.substr(prefix.size());
    const std::string_view said = trimmed(text);
    if (said == "COMPUTE-SANITIZER") return;
    const size_t summary = said.find("SUMMARY: ");
    if (summary != std::string_view::npos) return end(said.substr(summary + 9));
    if (said.empty()) return close();
    // What is indented belongs to the finding above it.
    const bool isIndented = text.starts_with("   ");
    if (isIndented) {
      if (m_current) addLine(said, *m_current);
      return;
    }
    close();
    m_current = begun(said);
  }

  Result<SanitizerReport> report() {
    close();
    if (!m_isLog)
      return failInput("this is no log of compute-sanitizer: no line of it begins with " +
                       std::string(prefix));
    if (!m_hasEnd)
      return failInput("the log of compute-sanitizer ends before its summary", {},
                       "it was killed, or its output was cut");
    return std::move(m_report);
  }

 private:
  void end(std::string_view counts) {
    close();
    m_hasEnd = true;
    m_report.errors += leadingNumber(counts);
  }
  void close() {
    if (!m_current) return;
    SanitizerFinding finding = *std::exchange(m_current, std::nullopt);
    const auto alike = std::ranges::find_if(m_report.findings, [&](const auto& one) {
      return one.what == finding.what && one.kernel == finding.kernel && one.line == finding.line;
    });
    if (alike == m_report.findings.end())
      m_report.findings.push_back(std::move(finding));
    else
      ++alike->count;
  }

  SanitizerReport m_report;
  std::optional<SanitizerFinding> m_current;
  bool m_isLog = false;
  bool m_hasEnd = false;
};

}  // namespace

Result<SanitizerReport> parseSanitizerLog(std::string_view text) {
  Log log;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    log.take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return log.report();
}

std::string sentenceOf(const std::string& tool, const SanitizerFinding& finding) {
  std::string text = tool + ": " + finding.what;
  if (!finding.file.empty()) text += " at " + finding.file + ":" + std::to_string(finding.line);
  if (!finding.kernel.empty()) text += " in " + finding.kernel;
  if (!finding.thread.empty()) text += ", by thread " + finding.thread;
  if (!finding.block.empty()) text += " of block " + finding.block;
  if (finding.count > 1) text += "; " + std::to_string(finding.count) + " alike";
  return text;
}

void blame(Verdict& verdict, const std::string& tool, const SanitizerReport& report) {
  if (report.findings.empty()) return;
  if (verdict.ok()) {
    verdict.kind = VerdictKind::wrong;
    verdict.message = sentenceOf(tool, report.findings.front());
  }
  for (const SanitizerFinding& finding : report.findings) {
    verdict.detail += (verdict.detail.empty() ? "" : "\n") + sentenceOf(tool, finding);
    for (const std::string& line : finding.details)
      verdict.detail += "\n  " + line;
  }
}

}  // namespace kw
