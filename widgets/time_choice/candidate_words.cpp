// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/time_choice/candidate_words.h"

#include <QCoreApplication>
#include <algorithm>

#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr size_t mostCases = 4;

QString words(const char* text) {
  return QCoreApplication::translate("kw::candidateWords", text);
}

QString time(double milliseconds) {
  return QString::fromStdString(timeText(milliseconds));
}

QString caseLine(const std::string& name, const view::CaseTime& times) {
  const QString which = QString::fromStdString(name);
  if (times.warm > 0)
    return words("%1: %2 cold, %3 warm").arg(which, time(times.median), time(times.warm));
  return QStringLiteral("%1: %2").arg(which, time(times.median));
}

// Tabs and ends of line would begin another column or row.
void appendField(const std::string& text, std::string& out) {
  for (const char c : text)
    out += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
}

}  // namespace

QStringList readoutOf(const view::CandidateRow& row, const std::vector<std::string>& caseNames) {
  QStringList lines{QString::fromStdString(configurationText(row.candidate.configuration))};
  if (row.geomean > 0 && row.cases.size() > 1)
    lines << words("%1, geometric mean").arg(time(row.geomean));
  size_t shown = 0;
  for (size_t i = 0; i < std::min(row.cases.size(), caseNames.size()); ++i)
    if (row.cases[i].median > 0 && shown++ < mostCases)
      lines << caseLine(caseNames[i], row.cases[i]);
  if (shown > mostCases) lines << words("and %1 more").arg(shown - mostCases);
  lines << (row.reason.empty() ? QString::fromUtf8(name(row.verdict).data(),
                                                   static_cast<qsizetype>(name(row.verdict).size()))
                               : QString::fromStdString(row.reason));
  return lines;
}

std::string candidateTitles() {
  return "number\tms\tverdict\tconfiguration\treason";
}

void appendCandidate(size_t order, const view::CandidateRow& row, double milliseconds,
                     std::string& out) {
  out += std::to_string(order) + '\t';
  if (milliseconds > 0) out += number(milliseconds);
  out += '\t';
  out += name(row.verdict);
  out += '\t';
  appendField(row.candidate.label(), out);
  out += '\t';
  appendField(row.reason, out);
}

}  // namespace kw
