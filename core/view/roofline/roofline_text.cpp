// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/roofline/roofline_text.h"

#include <algorithm>
#include <array>

#include "model/formats/wording.h"

namespace kw::view {

namespace {

std::string scaled(double value, const std::string& unit) {
  constexpr std::array<std::pair<double, const char*>, 4> steps{
      {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  for (const auto& [size, letter] : steps)
    if (value >= size) return significant(value / size, 3) + " " + letter + unit;
  return significant(value, 3) + " " + unit;
}

std::string percent(double share) {
  return significant(100 * share, 3) + " %";
}

bool isBoundByMemory(const ModelInput& work) {
  const double memory = work.dramRate > 0 ? work.bytes / work.dramRate : 0;
  return memory >= work.floorSeconds * (1 - 1e-9);
}

// "6.29 MB at the measured 770 GB/s".
std::string floorBasis(const ModelInput& work) {
  if (isBoundByMemory(work))
    return scaled(work.bytes, "B") + " at the measured " + rateText(work.dramRate, true);
  return scaled(work.flops, "op") + " of " + work.precision + " at the measured " +
         rateText(work.flops / work.floorSeconds, false);
}

std::string boundText(const ModelInput& work, const Profile* profile) {
  if (profile && !profile->regime.empty()) return " is " + profileText(*profile, false);
  if (work.floorSeconds <= 0)
    return " was not profiled, and no floor is known to say what bounds it";
  return std::string(": not profiled; by the work model, ") +
         (isBoundByMemory(work) ? "memory bandwidth" : work.precision + " arithmetic") +
         " bounds it (modelled)";
}

std::string distanceText(double milliseconds, const ModelInput& work) {
  const std::string time = "it takes " + timeText(milliseconds) + " (measured)";
  if (work.floorSeconds <= 0)
    return time + (work.bytes > 0 || work.flops > 0
                       ? "; its floor is not known without measured peaks"
                       : "; the problem states no work, so there is no floor");
  const double floor = 1e3 * work.floorSeconds;
  const std::string from = timeText(floor) + " (modelled: " + floorBasis(work) + ")";
  if (milliseconds < floor)
    return time + ", less than the floor of " + from +
           ": part of the data came from a cache, or the work model asks for more than there is";
  return time + ", " + ratioText(milliseconds / floor) + " its floor of " + from +
         ", and reaches " + percent(floor / milliseconds) + " of the roof";
}

std::string knownText(const char* what, Provenance known) {
  return std::string(what) + " " + std::string(kw::name(known));
}

}  // namespace

std::string rateText(double perSecond, bool isBytes) {
  return scaled(perSecond, isBytes ? "B/s" : "op/s");
}

std::string rooflineText(const CandidateRow& row, size_t performanceCase,
                         const std::string& caseName, const ModelInput& work,
                         const Profile* profile) {
  if (performanceCase >= row.cases.size() || !(row.cases[performanceCase].median > 0)) return "";
  const std::string who = row.candidate.isTemplate ? configurationText(row.candidate.configuration)
                                                   : "The source kernel";
  return who + " on " + caseName + boundText(work, profile) + "; " +
         distanceText(row.cases[performanceCase].median, work) + ".";
}

std::vector<std::string> pointTexts(const RooflinePoint& point, const CandidateRow& row,
                                    const std::string& caseName, const RooflinePoints& points,
                                    const std::vector<Roof>& roofs) {
  std::vector<std::string> lines;
  if (point.performanceCase < row.cases.size())
    lines.push_back(caseName + ": " + timeText(row.cases[point.performanceCase].median) +
                    " (measured)");
  if (points.isBandwidth()) {
    lines.push_back(rateText(point.y, true) + " of " + std::string(name(point.level)) + " (" +
                    knownText("bytes", point.bytes) + ")");
  } else {
    lines.push_back(rateText(point.y, false) + " (" + knownText("operations", point.operations) +
                    ")");
    lines.push_back(significant(point.x, 3) + " operations for each byte of " +
                    std::string(name(point.level)) + " (" + knownText("bytes", point.bytes) + ")");
  }
  if (const double most = attainable(point, roofs, points); most > 0)
    lines.push_back(percent(point.y / most) + " of what the roofs allow there");
  return lines;
}

std::vector<std::string> rooflineNotes(const RooflinePoints& points, const DeviceInfo& device,
                                       const std::vector<Arithmetic>& used) {
  std::vector<std::string> notes;
  const auto of = [&points](size_t count) {
    return numberText(static_cast<double>(count)) + " of " +
           numberText(static_cast<double>(points.candidates()));
  };
  if (points.isBandwidth() && !points.empty())
    notes.push_back(
        "No operations are stated, so there is no intensity: bytes a second are shown.");
  if (points.failed() > 0) notes.push_back(of(points.failed()) + " failed: not plotted.");
  if (points.withoutTime() > 0)
    notes.push_back(of(points.withoutTime()) + " without a time or stated work: not plotted.");
  if (!points.empty() && points.profiled() == 0 && points.candidates() > 0)
    notes.push_back(points.isSourceProfiled()
                        ? "Bytes were counted of the source kernel alone; the candidates' points "
                          "use those of the work model."
                        : "No bytes were counted: all points use those of the work model.");
  else if (!points.empty() && points.profiled() < points.candidates())
    notes.push_back("Bytes were counted of " + of(points.profiled()) +
                    "; the others use those of the work model.");
  const auto roofs = roofsOf(device, used);
  if (std::ranges::any_of(roofs, [](const Roof& roof) { return !roof.isMeasured; }))
    notes.push_back("Solid roofs are measured, dashed ones are the datasheet's.");
  else if (!roofs.empty())
    notes.push_back("The roofs are measured.");
  for (std::string& text : missingRoofs(device, used))
    notes.push_back(std::move(text));
  return notes;
}

}  // namespace kw::view
