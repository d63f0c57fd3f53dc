// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as lines, to be compared as a whole.
#pragma once

#include <string>

#include "base/json/text.h"
#include "model/records/recording.h"

namespace kw::test {

inline std::string number(double value) {
  return json::writeLine(json::Value(value));
}

inline std::string rowText(const Recording& recording, const RecordedRow& row) {
  std::string text;
  for (size_t i = 0; i < row.values.size(); ++i)
    text += recording.parameters[i].name + "=" +
            expression::toText(recording.parameters[i].values[row.values[i]]) + " ";
  text += std::string(name(row.verdict)) + " '" + row.failure + "' " + number(row.milliseconds);
  for (const double time : {row.compile, row.benchmark, row.framework, row.search, row.validation})
    text += " " + number(time);
  text += " '" + row.timestamp + "' [";
  for (const double sample : row.samples)
    text += number(sample) + " ";
  text += "]";
  for (const auto& [name, value] : row.metrics)
    text += " " + name + "=" + number(value);
  for (const auto& [name, value] : row.further)
    text += " " + name + "=" + value;
  return text + "\n";
}

inline std::string rowsText(const Recording& recording) {
  std::string text;
  for (const RecordedRow& row : recording.rows)
    text += rowText(recording, row);
  return text;
}

inline std::string parametersText(const Recording& recording) {
  std::string text;
  for (const Parameter& parameter : recording.parameters) {
    text += parameter.name + ":";
    for (const ParameterValue& value : parameter.values)
      text += " " + expression::toText(value);
    text += "\n";
  }
  return text;
}

inline std::string headerText(const Recording& recording) {
  std::string text = recording.kernel + "|" + recording.device + "|" + recording.problemSize + "|" +
                     recording.objective + "\n";
  for (const auto& [name, unit] : recording.units)
    text += name + " in " + unit + "\n";
  for (const auto& [name, value] : recording.further)
    text += name + "=" + value + "\n";
  return text;
}

inline std::string recordingText(const Recording& recording) {
  return headerText(recording) + parametersText(recording) + rowsText(recording);
}

}  // namespace kw::test
