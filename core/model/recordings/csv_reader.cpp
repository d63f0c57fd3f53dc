// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "base/json/text.h"
#include "base/json/utf8.h"
#include "base/result/message.h"
#include "model/recordings/csv_columns.h"
#include "model/recordings/csv_table.h"
#include "model/recordings/readers.h"
#include "model/recordings/recording_builder.h"
#include "model/recordings/row_content.h"

namespace kw::recordings {

namespace {

std::string lowered(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

bool meansSuccess(const std::string& verdict) {
  const std::string word = lowered(verdict);
  return word.empty() || word == "verified" || word == "ok" || word == "correct" ||
         word == "valid" || word == "success" || word == "passed" || word == "true" ||
         word == "yes" || word == "1" || word == "1.0";
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const size_t length = json::utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

// JSON has no other text than UTF-8, so values that differ would be written alike.
std::string fromLatin1(std::string_view text) {
  std::string converted;
  for (const char c : text)
    json::appendUtf8(converted, static_cast<unsigned char>(c));
  return converted;
}

// What `ncu --csv` writes, whichever its page. Its log lines may stand before the table.
bool isNsightCompute(const std::vector<std::string>& header) {
  const auto has = [&](std::string_view name) {
    return std::ranges::find(header, name) != header.end();
  };
  return header.front().starts_with("==PROF==") ||
         (has("Process ID") && has("Kernel Name") && has("Block Size") && has("Grid Size"));
}

class CsvRecordingReader {
 public:
  CsvRecordingReader(std::string_view text, const std::string& fileName)
      : m_table(readCsvTable(text)), m_builder(fileName, "CSV") {}

  void note(std::string text) { m_builder.note(std::move(text)); }

  Result<ReadRecording> read() {
    if (m_table.rows.empty()) return fault("the file has no header row");
    KW_TRY(readHeader());
    if (m_table.isCut) {
      const int line = m_table.rows.back().line;
      m_builder.endsEarly(Error{ErrorKind::badInput, {}, Place{{}, line, 1, {}}, {}}, true);
      m_table.rows.pop_back();
    }
    for (size_t i = 1; i < m_table.rows.size(); ++i)
      readRow({i, m_table.rows[i].line, {}}, m_table.rows[i].cells);
    return m_builder.finish();
  }

 private:
  Unexpected<Error> fault(std::string message) const {
    const int line = m_table.rows.empty() ? 0 : m_table.rows.front().line;
    return failInput(
        std::move(message), Place{m_builder.fileName(), line, 0, {}},
        "Kernel Tuner caches, T4, KTT results and CSV files with a column of times are "
        "read");
  }

  Status readHeader() {
    const std::vector<std::string>& header = m_table.rows.front().cells;
    if (isNsightCompute(header))
      return fault(
          "this is a profile of Nsight Compute (ncu --csv): it holds counters of single launches, "
          "not the times of configurations");
    m_columns = csvColumns(header);
    for (const CsvColumn& column : m_columns) {
      const bool isParameter = column.meaning == CsvMeaning::parameter;
      if (isParameter && m_builder.hasParameter(column.name))
        return fault("the column \"" + shortened(column.name) + "\" is there twice");
      if (isParameter) m_builder.addParameter(column.name);
      if (column.meaning != CsvMeaning::time) continue;
      m_hasTime = true;
      if (!column.statesUnit)
        m_builder.note("the column \"" + column.name +
                       "\" states no unit: its times are read as milliseconds");
    }
    if (!m_hasTime) return fault("no column holds times: " + columnNames(header));
    if (m_builder.parameterCount() == 0) return fault("no column holds a parameter");
    return {};
  }

  static std::string columnNames(const std::vector<std::string>& header) {
    std::string names;
    for (const std::string& name : header)
      names += (names.empty() ? "\"" : ", \"") + name + "\"";
    return "expected one named \"time\", \"time_ms\", \"milliseconds\" or \"duration_us\", say, "
           "found " +
           shortened(names);
  }

  bool hasDecimalCommas() const { return m_table.separator != ','; }

  void readRow(const RowPlace& place, const std::vector<std::string>& cells) {
    if (cells.size() != m_columns.size())
      return m_builder.refuse(place, "it has " + counted(cells.size(), "cell") +
                                         ", and the header has " +
                                         std::to_string(m_columns.size()));
    RecordedRow read;
    std::vector<ParameterValue> values;
    std::string failure, verdict, time;
    double unit = 1;
    for (size_t i = 0; i < cells.size(); ++i) {
      const CsvColumn& column = m_columns[i];
      switch (column.meaning) {
        case CsvMeaning::parameter:
          if (cells[i].empty())
            return m_builder.refuse(place, "the parameter \"" + column.name + "\" is empty");
          values.push_back(csvValue(cells[i], hasDecimalCommas()));
          break;
        case CsvMeaning::time:
          time = cells[i];
          unit = column.milliseconds;
          break;
        case CsvMeaning::verdict:  // of several, one that says what is wrong
          if (meansSuccess(verdict)) verdict = cells[i];
          break;
        case CsvMeaning::failure:
          failure = cells[i];
          break;
        default:
          readFurther(column, cells[i], read, place);
      }
    }
    if (const std::string why = readOutcome(time, unit, verdict, failure, read, place);
        !why.empty())
      return m_builder.refuse(place, why);
    m_builder.add(place, values, std::move(read));
  }

  std::string readOutcome(const std::string& time, double unit, const std::string& verdict,
                          const std::string& failure, RecordedRow& read, const RowPlace& place) {
    if (!failure.empty() || !meansSuccess(verdict)) {
      const auto kind = verdictKind(verdict);
      const std::string word = lowered(verdict);
      const bool isDenied = word == "false" || word == "no" || word == "0" || word == "0.0";
      setFailure(read,
                 !failure.empty() ? failure
                 : isDenied       ? "correctness"
                                  : verdict,
                 kind || isDenied ? nullptr : &m_builder, place);
      if (kind && *kind != VerdictKind::verified) read.verdict = *kind;
      return {};
    }
    if (time.empty()) return "its time is empty";
    const auto number = csvNumber(time, hasDecimalCommas());
    if (!number) {
      setFailure(read, time, &m_builder, place);
      return {};
    }
    read.milliseconds = *number * unit;
    return whyNoTime(read.milliseconds);
  }

  void readFurther(const CsvColumn& column, const std::string& cell, RecordedRow& read,
                   const RowPlace& place) {
    const auto number = csvNumber(cell, hasDecimalCommas());
    const double time = wallTime(json::Value(number.value_or(0)), column.milliseconds);
    switch (column.meaning) {
      case CsvMeaning::samples:
        return readSamples(cell, column.milliseconds, read, place);
      case CsvMeaning::compile:
        read.compile = time;
        return;
      case CsvMeaning::benchmark:
        read.benchmark = time;
        return;
      case CsvMeaning::framework:
        read.framework = time;
        return;
      case CsvMeaning::search:
        read.search = time;
        return;
      case CsvMeaning::validation:
        read.validation = time;
        return;
      case CsvMeaning::timestamp:
        read.timestamp = cell;
        return;
      case CsvMeaning::metric:
        if (cell.empty()) return;
        return keep(read, column.name, number ? json::Value(*number) : json::Value(cell), m_builder,
                    place);
      default:
        return;
    }
  }

  void readSamples(std::string_view cell, double unit, RecordedRow& read, const RowPlace& place) {
    json::Array samples;
    while (!cell.empty()) {
      const size_t length = std::min(cell.find(' '), cell.size());
      if (length > 0)
        samples.emplace_back(csvNumber(cell.substr(0, length), hasDecimalCommas()).value_or(0));
      cell.remove_prefix(std::min(length + 1, cell.size()));
    }
    read.samples = samplesOf(json::Value(std::move(samples)), unit, m_builder, place);
  }

  CsvTable m_table;
  RecordingBuilder m_builder;
  std::vector<CsvColumn> m_columns;
  bool m_hasTime = false;
};

}  // namespace

Result<ReadRecording> readCsv(std::string_view text, const std::string& fileName) {
  if (isUtf8(text)) return CsvRecordingReader(text, fileName).read();
  CsvRecordingReader reader(fromLatin1(text), fileName);
  reader.note("it is not in UTF-8, and read as Latin-1");
  return reader.read();
}

}  // namespace kw::recordings
