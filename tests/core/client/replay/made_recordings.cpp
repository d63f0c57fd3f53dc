// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/replay/made_recordings.h"

#include <string>

namespace kw::test {

namespace {

// The next combination, the last index moving fastest; false after the last one.
bool advance(std::vector<uint16_t>& values, const std::vector<int>& counts) {
  for (size_t i = values.size(); i-- > 0;) {
    if (++values[i] < counts[i]) return true;
    values[i] = 0;
  }
  return false;
}

}  // namespace

Recording madeRecording(const std::vector<int>& counts,
                        const std::function<double(const std::vector<uint16_t>&)>& time) {
  Recording recording{.format = "made by rule"};
  for (size_t i = 0; i < counts.size(); ++i) {
    Parameter parameter{.name = "P" + std::to_string(i)};
    for (int value = 0; value < counts[i]; ++value)
      parameter.values.emplace_back(int64_t{value});
    recording.parameters.push_back(parameter);
  }
  std::vector<uint16_t> values(counts.size(), 0);
  do {
    RecordedRow row{.values = values};
    row.milliseconds = time(values);
    row.compile = 100;
    row.benchmark = 50;
    if (row.milliseconds <= 0) {
      row.verdict = VerdictKind::crashed;
      row.failure = "RuntimeFailedConfig";
    }
    recording.rows.push_back(row);
  } while (advance(values, counts));
  return recording;
}

}  // namespace kw::test
