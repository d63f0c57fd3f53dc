// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/recordings/recording_builder.h"

#include <algorithm>

#include "base/result/message.h"

namespace kw::recordings {

namespace {

// A value is shown and compared over and over; whole files are none.
constexpr size_t longestText = 4096;

std::string bytesOf(const std::vector<uint16_t>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(uint16_t)};
}

}  // namespace

RecordingBuilder::RecordingBuilder(std::string fileName, std::string format) {
  m_report.file = std::move(fileName);
  m_report.format = format;
  m_recording.format = std::move(format);
}

void RecordingBuilder::addParameter(const std::string& name) {
  if (!hasParameter(name)) m_parameters.push_back({name, {}, false});
}

void RecordingBuilder::addParameter(const std::string& name, const json::Value& listed) {
  if (hasParameter(name)) return note("the parameter \"" + name + "\" is given twice");
  ReadParameter parameter{name, {}, true};
  size_t used = 0;
  for (const json::Value& item : listed.asArray()) {
    const auto value = parameterValue(item);
    if (value && parameter.values.add(*value)) ++used;
    if (!value)
      note("a value of the parameter \"" + name + "\" is " + std::string(item.kindName()) +
           ", expected a number, a string or a boolean: it is left out");
  }
  const size_t different = parameter.values.values().size();
  if (different < used)
    note("values of the parameter \"" + name + "\" are given twice (2 and 2.0 count as the same)");
  m_parameters.push_back(std::move(parameter));
}

bool RecordingBuilder::hasParameter(const std::string& name) const {
  return std::ranges::any_of(m_parameters, [&](const auto& one) { return one.name == name; });
}

const std::vector<ParameterValue>& RecordingBuilder::valuesOf(size_t index) const {
  return m_parameters[index].values.values();
}

void RecordingBuilder::add(const RowPlace& place, const std::vector<ParameterValue>& values,
                           RecordedRow row) {
  row.values.clear();
  for (size_t i = 0; i < m_parameters.size(); ++i) {
    ReadParameter& parameter = m_parameters[i];
    if (const auto* text = std::get_if<std::string>(&values[i]); text && text->size() > longestText)
      return refuse(place, "the value of \"" + parameter.name + "\" is " +
                               counted(text->size(), "byte") + " long, and at most " +
                               std::to_string(longestText) + " are taken");
    const size_t before = parameter.values.values().size();
    const auto index = parameter.values.add(values[i]);
    if (!index)
      return refuse(place, "the parameter \"" + parameter.name + "\" has more than " +
                               std::to_string(ParameterValues::most) + " values");
    if (parameter.isListed && parameter.values.values().size() > before)
      noteRow(place, "a value of \"" + parameter.name + "\" that the file does not list is taken");
    row.values.push_back(*index);
  }
  const auto [known, isNew] = m_rows.try_emplace(bytesOf(row.values), m_recording.rows.size());
  if (isNew) {
    m_recording.rows.push_back(std::move(row));
    m_places.push_back(place);
    return;
  }
  refuse(m_places[known->second],
         "the configuration is measured again in " + place.text() + ", and the latest counts");
  m_recording.rows[known->second] = std::move(row);
  m_places[known->second] = place;
}

void RecordingBuilder::refuse(const RowPlace& place, std::string reason) {
  m_report.notTaken.push_back({place, std::move(reason)});
}

void RecordingBuilder::note(std::string text) {
  m_report.notes.push_back(std::move(text));
}

void RecordingBuilder::noteRow(const RowPlace& place, const std::string& text) {
  const auto known =
      std::ranges::find_if(m_rowNotes, [&](const RowNote& one) { return one.text == text; });
  if (known != m_rowNotes.end())
    ++known->count;
  else
    m_rowNotes.push_back({text, place, 1});
}

void RecordingBuilder::endsEarly(const Error& fault, bool isCut) {
  m_report.isWhole = false;
  const std::string where =
      "line " + std::to_string(fault.place.line) + ", column " + std::to_string(fault.place.column);
  note(isCut ? "an interrupted file: its end is missing (" + where +
                   "); the rows that are whole are taken"
             : where + ": " + fault.message +
                   "; the rows before it are taken, those after it are not");
}

void RecordingBuilder::sortUnlisted() {
  for (size_t i = 0; i < m_parameters.size(); ++i) {
    if (m_parameters[i].isListed) continue;
    const std::vector<uint16_t> newIndex = m_parameters[i].values.sort();
    for (RecordedRow& row : m_recording.rows)
      row.values[i] = newIndex[row.values[i]];
  }
}

Result<ReadRecording> RecordingBuilder::finish() {
  for (const RowNote& one : m_rowNotes)
    note(one.text + " (" + counted(one.count, "row") + ", the first is " + one.first.text() + ")");
  std::ranges::stable_sort(m_report.notTaken, {}, [](const auto& one) { return one.row.number; });
  if (m_recording.rows.empty()) {
    std::string why = "no row of this " + m_report.format + " can be taken";
    if (m_report.notTaken.empty()) why += ": it has none";
    for (const std::string& line : m_report.lines(1))
      why += "; " + line;
    return failInput(std::move(why), Place{m_report.file, 0, 0, {}});
  }
  sortUnlisted();
  for (ReadParameter& parameter : m_parameters)
    m_recording.parameters.push_back({parameter.name, parameter.values.values(), {}});
  m_report.taken = m_recording.rows.size();
  m_report.failed = static_cast<size_t>(
      std::ranges::count_if(m_recording.rows, [](const RecordedRow& row) { return !row.ok(); }));
  return ReadRecording{std::move(m_recording), std::move(m_report)};
}

}  // namespace kw::recordings
