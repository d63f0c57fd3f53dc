// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the rows of a file, what is not taken of it, and why. Internal to recordings/.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/recordings/parameter_values.h"
#include "model/recordings/read_recording.h"

namespace kw::recordings {

class RecordingBuilder {
 public:
  RecordingBuilder(std::string fileName, std::string format);

  Recording& recording() { return m_recording; }
  const std::string& fileName() const { return m_report.file; }

  // The parameters, before the first row. Where the file lists their values, they keep its order.
  void addParameter(const std::string& name);
  void addParameter(const std::string& name, const json::Value& listed);
  size_t parameterCount() const { return m_parameters.size(); }
  const std::string& parameterName(size_t index) const { return m_parameters[index].name; }
  bool hasParameter(const std::string& name) const;
  const std::vector<ParameterValue>& valuesOf(size_t index) const;

  // One value per parameter, in their order. A row of a configuration that is there already takes
  // its place: files are appended to, and the latest counts.
  void add(const RowPlace& place, const std::vector<ParameterValue>& values, RecordedRow row);
  void refuse(const RowPlace& place, std::string reason);

  // On the file as a whole.
  void note(std::string text);
  // On rows: told once, with how many they are and which is the first.
  void noteRow(const RowPlace& place, const std::string& text);
  // The reading ended before the file did.
  void endsEarly(const Error& fault, bool isCut);

  Result<ReadRecording> finish();

 private:
  struct ReadParameter {
    std::string name;
    ParameterValues values;
    bool isListed = false;
  };
  struct RowNote {
    std::string text;
    RowPlace first;
    size_t count = 0;
  };
  void sortUnlisted();

  Recording m_recording;
  ImportReport m_report;
  std::vector<ReadParameter> m_parameters;
  std::vector<RowPlace> m_places;                  // of the rows taken
  std::unordered_map<std::string, size_t> m_rows;  // by the bytes of their values
  std::vector<RowNote> m_rowNotes;
};

}  // namespace kw::recordings
