// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/learning_forms.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "model/formats/wording.h"

namespace kw::cli {

namespace {

std::string fixed(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string gainText(const LowerBound& bound) {
  const auto percent = [](double logRatio) {
    return std::isfinite(logRatio) ? fixed(100 * std::expm1(logRatio), 1) + " %"
                                   : std::string("nothing known");
  };
  return percent(bound.mean) + " (at least " + percent(bound.low) + ")";
}

// A bootstrap over a single kernel draws that kernel alone: it knows nothing of others.
bool hasInterval(const ComparedWay& way) {
  return way.kernels > 1;
}

std::string intervalText(const ComparedWay& way, const statistics::Interval& interval,
                         double factor, int digits) {
  if (!hasInterval(way)) return "[one kernel]";
  return "[" + fixed(interval.low * factor, digits) + ", " + fixed(interval.high * factor, digits) +
         "]";
}

json::Value intervalJson(const ComparedWay& way, const statistics::Interval& interval) {
  if (!hasInterval(way)) return {};
  return json::Value::array({interval.low, interval.high});
}

std::string padded(std::string text, size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

json::Value wayJson(const ComparedWay& way) {
  json::Value value = json::Value::object({{"name", way.name}, {"about", way.about}});
  if (!way.missing.empty()) {
    value.set("missing", way.missing);
    return value;
  }
  value.set("kernels", way.kernels);
  value.set("speedup", way.speedup);
  value.set("speedup_interval", intervalJson(way, way.speedupInterval));
  value.set("success_rate", way.successRate);
  value.set("success_interval", intervalJson(way, way.successInterval));
  if (way.overBestFixed) {
    value.set("over_best_fixed", *way.overBestFixed);
    value.set("over_best_fixed_interval", intervalJson(way, way.overInterval));
  }
  return value;
}

}  // namespace

std::vector<std::string> decisionTexts(const Decision& decision) {
  std::string text = "round " + std::to_string(decision.round) + ", " +
                     std::string(name(decision.kind)) + ": " +
                     countText(decision.judged.size(), "proposal") + " judged";
  if (decision.unknown > 0)
    text += ", " + numberText(static_cast<double>(decision.unknown)) + " without rewards";
  std::vector<std::string> lines{text + ": " + decision.outcome};
  for (size_t i = 0; i < decision.judged.size(); ++i) {
    const JudgedChange& judged = decision.judged[i];
    if (!judged.heldOut && i != decision.best) continue;
    lines.push_back("  " + textOf(judged.change) + ": gains " + gainText(judged.training) + " on " +
                    countText(judged.training.kernels, "kernel"));
    if (judged.heldOut)
      lines.back() += ", and " + gainText(*judged.heldOut) + " on " +
                      std::to_string(judged.heldOut->kernels) +
                      " others: " + (judged.accepted ? "accepted" : "rejected");
  }
  return lines;
}

std::vector<std::string> comparisonTable(const ComparedWays& comparison) {
  size_t width = 0;
  for (const ComparedWay& way : comparison.ways)
    width = std::max(width, way.name.size());
  std::vector<std::string> lines{padded("", width) + "  speed-up                right and faster"};
  if (!comparison.bestFixed.empty()) lines.back() += "       over " + comparison.bestFixed;
  for (const ComparedWay& way : comparison.ways) {
    std::string line = padded(way.name, width) + "  ";
    if (!way.missing.empty()) {
      lines.push_back(line + way.missing);
      continue;
    }
    line += padded(fixed(way.speedup, 3) + " " + intervalText(way, way.speedupInterval, 1, 3), 24);
    line +=
        fixed(100 * way.successRate, 1) + " % " + intervalText(way, way.successInterval, 100, 1);
    if (way.overBestFixed)
      line = padded(line, width + 49) + fixed(*way.overBestFixed, 3) + " " +
             intervalText(way, way.overInterval, 1, 3);
    lines.push_back(std::move(line));
  }
  return lines;
}

json::Value decisionEvent(const Decision& decision) {
  const json::Value whole = toJson(decision);
  json::Value event;
  for (const auto& [key, value] : whole.asObject())
    if (key != "judged") event.set(key, value);
  json::Array some;
  for (size_t i = 0; i < decision.judged.size(); ++i)
    if (decision.judged[i].heldOut || i == decision.best)
      some.push_back(toJson(decision.judged[i]));
  event.set("judged", std::move(some));
  return event;
}

json::Value comparisonJson(const ComparedWays& comparison) {
  json::Array ways;
  for (const ComparedWay& way : comparison.ways)
    ways.push_back(wayJson(way));
  return json::Value::object({{"best_fixed", comparison.bestFixed},
                              {"parts", comparison.parts},
                              {"ways", std::move(ways)}});
}

}  // namespace kw::cli
