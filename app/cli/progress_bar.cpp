// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/progress_bar.h"

#include <algorithm>

#include "model/formats/wording.h"

namespace kw::cli {

namespace {

constexpr size_t barColumns = 24;

double fractionDone(const Progress& progress, std::optional<double> timeBudget) {
  double fraction = 0;
  if (progress.total > 0)
    fraction = static_cast<double>(progress.done) / static_cast<double>(progress.total);
  if (timeBudget && *timeBudget > 0)
    fraction = std::max(fraction, progress.elapsedSeconds / *timeBudget);
  return std::clamp(fraction, 0.0, 1.0);
}

std::string bar(double fraction) {
  const auto filled = static_cast<size_t>(fraction * static_cast<double>(barColumns) + 0.5);
  std::string text;
  for (size_t i = 0; i < barColumns; ++i)
    text += i < filled ? "━" : "─";
  return text;
}

// Bytes of the first `columns` characters of UTF-8 text.
std::string firstColumns(const std::string& text, size_t columns) {
  size_t at = 0;
  for (size_t seen = 0; at < text.size(); ++at)
    if ((static_cast<unsigned char>(text[at]) & 0xC0) != 0x80 && ++seen > columns) break;
  return text.substr(0, at);
}

}  // namespace

std::string progressLine(const Progress& progress, std::optional<double> timeBudgetSeconds,
                         size_t width) {
  std::string text =
      bar(fractionDone(progress, timeBudgetSeconds)) + " " + std::to_string(progress.done);
  if (progress.total > 0) text += " of " + std::to_string(progress.total);
  if (progress.bestMilliseconds > 0) {
    text += ", best " + timeText(progress.bestMilliseconds);
    if (progress.sourceMilliseconds > 0)
      text += " (" + ratioText(progress.sourceMilliseconds / progress.bestMilliseconds) + ")";
  }
  if (progress.failed > 0) text += ", " + std::to_string(progress.failed) + " failed";
  if (progress.leftSeconds >= 0) text += ", " + durationText(progress.leftSeconds) + " left";
  return firstColumns(text, width > 1 ? width - 1 : width);
}

}  // namespace kw::cli
