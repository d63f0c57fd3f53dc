// SPDX-License-Identifier: GPL-3.0-or-later
// A roofline plot in words: what bounds a candidate, and what is not plotted.
#pragma once

#include <string>
#include <vector>

#include "view/roofline/roofline_points.h"

namespace kw::view {

// One sentence: what bounds the candidate on a case, its time, the floor and how far from it that
// is, each figure with how it is known. `work` is modelInput() of the case. Without a profile the
// work model says what bounds it. "" where the case was not timed.
std::string rooflineText(const CandidateRow& row, size_t performanceCase,
                         const std::string& caseName, const ModelInput& work,
                         const Profile* profile);

// Of one point, a line each, for readouts: case and time; operations (or bytes) a second; intensity
// and the level it is of; the part of what its roofs allow. Each with how it is known.
std::vector<std::string> pointTexts(const RooflinePoint& point, const CandidateRow& row,
                                    const std::string& caseName, const RooflinePoints& points,
                                    const std::vector<Roof>& roofs);

// What is not plotted and why, a sentence each.
std::vector<std::string> rooflineNotes(const RooflinePoints& points, const DeviceInfo& device,
                                       const std::vector<Arithmetic>& used);

// "4.10 TB/s", "66.9 Top/s".
std::string rateText(double perSecond, bool isBytes);

}  // namespace kw::view
