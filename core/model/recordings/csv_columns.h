// SPDX-License-Identifier: GPL-3.0-or-later
// What the columns of a CSV file hold, by their names. Internal to recordings/.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/space/space.h"

namespace kw::recordings {

enum class CsvMeaning {
  ignored,  // without a name, such as the index that pandas writes
  parameter,
  time,
  samples,
  compile,
  benchmark,
  framework,
  search,
  validation,
  timestamp,
  verdict,
  failure,
  metric,
};

struct CsvColumn {
  CsvMeaning meaning = CsvMeaning::ignored;
  std::string name;         // without its prefix
  double milliseconds = 1;  // of one unit, for times
  bool statesUnit = false;
};

// The rules:
// - "parameter:NAME" and "metric:NAME" are what they say.
// - Words count without regard to case, ' ' and '-' as '_', a unit as a last part: time, time_ms,
//   "Duration (us)", duration_us, milliseconds. Times without one are milliseconds.
// - The time is the first column called time, runtime, duration, kernel_time, execution_time,
//   computation_duration, total_duration, or a unit written out (milliseconds).
// - times, samples, runtimes hold the samples, with spaces between them; compile(_time),
//   compilation(_time), benchmark(_time), framework(_time), strategy(_time), search(_time),
//   verification(_time), validation(_time), timestamp, verdict, status, invalidity, failure and
//   error are what they say.
// - Of the rest, those left of the time are parameters and those right of it metrics; where there
//   are none left of it, all are parameters.
std::vector<CsvColumn> csvColumns(const std::vector<std::string>& header);

// A cell as the value of a parameter: an integer, a real, true or false, else a string. 'In single
// quotes' it is a string whatever it looks like. `decimalComma`: 0,5 is a real, too.
ParameterValue csvValue(const std::string& cell, bool decimalComma);
// What csvValue reads as this value.
std::string csvText(const ParameterValue& value);
// The number in a cell; nothing if it is none. "nan" and "inf" are.
std::optional<double> csvNumber(std::string_view cell, bool decimalComma);

// The names that the writer gives its columns.
inline constexpr std::string_view csvParameterPrefix = "parameter:";
inline constexpr std::string_view csvMetricPrefix = "metric:";

}  // namespace kw::recordings
