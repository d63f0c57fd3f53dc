// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded space: configurations with what came of them, as another tuner wrote it down or a
// session holds it. It can answer in a device's place.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/records/records.h"
#include "model/space/space.h"

namespace kw {

struct RecordedRow {
  std::vector<uint16_t> values;  // per parameter of the recording: the index of its value
  VerdictKind verdict = VerdictKind::verified;
  std::string failure;          // as the file names it, "RuntimeFailedConfig"; "" if verified
  double milliseconds = 0;      // what was minimised; 0 unless verified
  std::vector<double> samples;  // milliseconds; may be empty
  // Wall time in milliseconds; 0 where it was not recorded.
  double compile = 0, benchmark = 0, framework = 0, search = 0, validation = 0;
  std::string timestamp;                  // as in the file
  std::map<std::string, double> metrics;  // further numbers of the row, by the file's names
  std::map<std::string, std::string> further;  // what else it says, by the file's names: JSON texts

  bool ok() const { return verdict == VerdictKind::verified; }
};

struct Recording {
  std::string format;       // "Kernel Tuner cache", "T4", "KTT results", "CSV", "session"
  std::string kernel;       // its name; may be empty
  std::string device;       // its model; may be empty
  // A JSON text, "[4096,4096]" or "20000000", or what the file calls it, "callable"; may be empty.
  std::string problemSize;
  std::string objective = "time";            // what `milliseconds` holds, by the file's name
  std::map<std::string, std::string> units;  // of metrics that state one, by their names
  std::map<std::string, std::string> further;  // what else the file says of itself: JSON texts
  std::vector<Parameter> parameters;  // values in the order that the file states, or ascending
  std::vector<RecordedRow> rows;      // each configuration once
};

}  // namespace kw
