// SPDX-License-Identifier: GPL-3.0-or-later
// What NVIDIA's compute-sanitizer prints (memcheck, racecheck, initcheck, synccheck; CUDA 13), read
// into findings with source lines. Lines begin with "========= "; others are the program's own and
// are passed over. A candidate can print such lines itself, so a log is evidence against a candidate,
// never for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/records/records.h"

namespace kw {

struct SanitizerFinding {
  std::string what;    // "Invalid __global__ write of size 4 bytes", "Race reported between …"
  std::string kernel;  // "beyond(float *, int)"; "" where it is of no kernel
  std::string file;    // "k.cu"; "" without -lineinfo
  int line = 0;
  std::string block, thread;         // "(7,0,0)", of the first one
  std::vector<std::string> details;  // "Access to 0x… is out of bounds", the other side of a race
  int64_t count = 1;                 // alike: same text, kernel and line
};

struct SanitizerReport {
  std::vector<SanitizerFinding> findings;  // each kind once, in order
  // As the tool's own summary counts them; a race's hazards. Over what is listed where it stopped
  // listing.
  int64_t errors = 0;
};

// ErrorKind::badInput where the text is no log, or ends before its summary: the tool was killed.
Result<SanitizerReport> parseSanitizerLog(std::string_view text);

// "memcheck: Invalid __global__ write of size 4 bytes at k.cu:12 in beyond(float *, int), by thread
// (104,0,0) of block (7,0,0); 24 alike".
std::string sentenceOf(const std::string& tool, const SanitizerFinding& finding);

// What a report of one tool makes of a verdict: wrong, with the first finding as message and all of
// them as detail. A clean report changes nothing.
void blame(Verdict& verdict, const std::string& tool, const SanitizerReport& report);

}  // namespace kw
