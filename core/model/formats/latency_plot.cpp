// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/latency_plot.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "model/formats/axis.h"
#include "model/formats/html.h"
#include "model/formats/wording.h"

namespace kw {

namespace {

constexpr double width = 960, height = 320, left = 64, right = 944, top = 12, bottom = 272;

std::string coordinate(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

std::string line(double x1, double y1, double x2, double y2, std::string_view kind) {
  return "<line class=\"" + std::string(kind) + "\" x1=\"" + coordinate(x1) + "\" y1=\"" +
         coordinate(y1) + "\" x2=\"" + coordinate(x2) + "\" y2=\"" + coordinate(y2) + "\"/>\n";
}

std::string words(double x, double y, std::string_view anchor, std::string_view text) {
  return "<text x=\"" + coordinate(x) + "\" y=\"" + coordinate(y) + "\" text-anchor=\"" +
         std::string(anchor) + "\">" + html::escape(text) + "</text>\n";
}

// Draws in a frame whose x runs over the evaluations.
class Plot {
 public:
  Plot(const Standing& standing, const Axis& axis, size_t count)
      : m_standing(standing), m_axis(axis), m_count(count) {}

  double x(size_t number) const {
    return left + (right - left) * (static_cast<double>(number) - 0.5) /
                      static_cast<double>(std::max<size_t>(m_count, 1));
  }
  double y(double milliseconds) const {
    return bottom - (bottom - top) * m_axis.position(milliseconds);
  }

  std::string frame() const;
  std::string source() const;
  std::string candidates() const;
  std::string bestSoFar() const;

 private:
  std::string mark(const Evaluation& evaluation, size_t number) const;
  const Standing& m_standing;
  const Axis& m_axis;
  size_t m_count;
};

std::string Plot::frame() const {
  const TimeColumn column(m_axis.high);
  std::string out;
  for (const double tick : m_axis.ticks) {
    out += line(left, y(tick), right, y(tick), "grid");
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", tick * column.factor);
    out += words(left - 8, y(tick) + 4, "end", text.data());
  }
  out += words(left, bottom + 20, "start", "1");
  out += words(right, bottom + 20, "end", std::to_string(m_count));
  out += words((left + right) / 2, bottom + 20, "middle", "candidate, in order of completion");
  return out + "<text transform=\"translate(14 " + coordinate((top + bottom) / 2) +
         ") rotate(-90)\" text-anchor=\"middle\">time, " + std::string(column.unit) + "</text>\n";
}

std::string Plot::source() const {
  const Evaluation* source = m_standing.sourceEvaluation();
  if (!source || !(source->geomean > 0)) return "";
  const double at = y(source->geomean);
  return "<g>" + html::element("title", "source kernel: " + timeText(source->geomean)) +
         line(left, at, right, at, "source") + "<rect class=\"source\" x=\"" +
         coordinate(left - 4) + "\" y=\"" + coordinate(at - 4) +
         "\" width=\"8\" height=\"8\"/></g>\n";
}

std::string Plot::mark(const Evaluation& evaluation, size_t number) const {
  const std::string title = html::element(
      "title", configurationText(evaluation.candidate.configuration) + ": " +
                   (evaluation.geomean > 0 ? timeText(evaluation.geomean) + ", " : "") +
                   verdictText(evaluation.verdict));
  const double at = x(number);
  if (evaluation.verdict.ok() && evaluation.geomean > 0)
    return "<circle class=\"ok\" cx=\"" + coordinate(at) + "\" cy=\"" +
           coordinate(y(evaluation.geomean)) + "\" r=\"4\">" + title + "</circle>\n";
  return "<path class=\"failed\" d=\"M" + coordinate(at - 4) + " " + coordinate(bottom - 4) +
         "l8 8m0 -8l-8 8\">" + title + "</path>\n";
}

std::string Plot::candidates() const {
  std::string out;
  size_t number = 0;
  for (const Evaluation& evaluation : m_standing.evaluations)
    if (evaluation.candidate.isTemplate) out += mark(evaluation, ++number);
  return out;
}

std::string Plot::bestSoFar() const {
  std::string path;
  double best = 0;
  size_t number = 0;
  for (const Evaluation& evaluation : m_standing.evaluations) {
    if (!evaluation.candidate.isTemplate) continue;
    ++number;
    if (!evaluation.verdict.ok() || !evaluation.verdict.appliesToAll() ||
        !(evaluation.geomean > 0) || (best > 0 && evaluation.geomean >= best))
      continue;
    best = evaluation.geomean;
    path += path.empty() ? "M" + coordinate(x(number)) + " " + coordinate(y(best))
                         : "H" + coordinate(x(number)) + "V" + coordinate(y(best));
  }
  return path.empty() ? ""
                      : "<path class=\"best\" d=\"" + path + "H" + coordinate(right) + "\"/>\n";
}

}  // namespace

std::string latencyPlotSvg(const Standing& standing) {
  double low = 0, high = 0;
  size_t count = 0;
  for (const Evaluation& evaluation : standing.evaluations) {
    if (evaluation.candidate.isTemplate) ++count;
    if (!evaluation.verdict.ok() || !(evaluation.geomean > 0)) continue;
    low = low > 0 ? std::min(low, evaluation.geomean) : evaluation.geomean;
    high = std::max(high, evaluation.geomean);
  }
  if (!(high > 0)) return "";
  const Axis axis = axisFor(low, high);
  const Plot plot(standing, axis, count);
  return "<svg viewBox=\"0 0 " + coordinate(width) + " " + coordinate(height) +
         "\" role=\"img\" aria-label=\"Latency of each candidate\">\n" + plot.frame() +
         plot.source() + plot.bestSoFar() + plot.candidates() + "</svg>\n";
}

}  // namespace kw
