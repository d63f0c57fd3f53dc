// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/import_report.h"

#include <algorithm>

#include "base/result/message.h"
#include "base/result/result.h"

namespace kw {

std::string RowPlace::text() const {
  constexpr size_t longestName = 80;
  std::string text = "row " + std::to_string(number);
  if (!name.empty()) text += " (" + shortened(name, longestName) + ")";
  return text;
}

std::string ImportReport::summary() const {
  std::string text = counted(taken, "row") + " taken (" + format + ")";
  if (failed > 0) text += ", " + std::to_string(failed) + " of them failed configurations";
  if (!notTaken.empty()) text += "; " + counted(notTaken.size(), "row") + " not taken";
  if (!isWhole) text += "; the end of the file is missing";
  return text;
}

std::vector<std::string> ImportReport::lines(size_t most) const {
  std::vector<std::string> lines;
  for (const std::string& note : notes)
    lines.push_back(file + ": " + note);
  const size_t shown = std::min(most, notTaken.size());
  for (size_t i = 0; i < shown; ++i) {
    const RowNotTaken& one = notTaken[i];
    lines.push_back(describe(Place{file, one.row.line, 0, {}}) + ": " + one.row.text() +
                    " is not taken: " + one.reason);
  }
  if (shown < notTaken.size())
    lines.push_back(file + ": " + counted(notTaken.size() - shown, "more row") + " not taken");
  return lines;
}

}  // namespace kw
