// SPDX-License-Identifier: GPL-3.0-or-later
// What was really run: one JSON line for each verification and timing of a candidate on a case,
// written as it begins. A test proves from it that nothing is measured twice.
#pragma once

#include <string>

namespace kw {

struct LaunchLogEntry {
  std::string phase;  // "verifying" or "timing"
  std::string key;
  std::string candidate;
  std::string caseName;  // "" where one entry stands for all cases
  std::string device;
};

// A file that cannot be written is a warning in the log: it stops no measurement.
void appendToLaunchLog(const std::string& file, const LaunchLogEntry& entry);

}  // namespace kw
