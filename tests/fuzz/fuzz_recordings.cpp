// SPDX-License-Identifier: GPL-3.0-or-later
// Any file is taken for a recording or refused; what was read holds together, and comes back from
// each format that it can be written in.
#include <cmath>

#include "fuzz_input.h"
#include "model/recordings/read_recording.h"
#include "model/recordings/write_recording.h"

using namespace kw;

namespace {

void checkRow(const Recording& recording, const RecordedRow& row) {
  fuzz::require(row.values.size() == recording.parameters.size(), "a value for each parameter");
  for (size_t i = 0; i < row.values.size(); ++i)
    fuzz::require(row.values[i] < recording.parameters[i].values.size(), "values are there");
  const bool hasTime = std::isfinite(row.milliseconds) && row.milliseconds > 0;
  fuzz::require(row.ok() == hasTime, "a success has a time, and a failure has none");
  fuzz::require(row.ok() == row.failure.empty(), "a failure has a name, and a success has none");
}

void checkReport(const ReadRecording& read) {
  fuzz::require(read.report.taken == read.recording.rows.size(), "the report counts the rows");
  size_t failed = 0;
  for (const RecordedRow& row : read.recording.rows)
    failed += !row.ok();
  fuzz::require(read.report.failed == failed, "the report counts the failures");
  fuzz::require(!read.report.summary().empty(), "the report says something");
}

void checkRoundTrips(const Recording& recording) {
  for (const char* format : {"t4", "cache", "csv"}) {
    const auto written = writeRecording(recording, format);
    fuzz::require(written.has_value(), "what was read can be written", format);
    const auto again = readRecordingBytes(*written, "again");
    fuzz::require(again.has_value(), "what was written can be read", *written);
    fuzz::require(again->recording.rows.size() == recording.rows.size(), "no row is lost",
                  *written);
    for (size_t i = 0; i < recording.rows.size(); ++i)
      fuzz::require(again->recording.rows[i].ok() == recording.rows[i].ok(),
                    "a failure stays one, and a success stays one", *written);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto read = readRecordingBytes(fuzz::textOf(data, size), "fuzz");
  if (!read) {
    fuzz::require(read.error().kind == ErrorKind::badInput, "a fault is one of the input");
    fuzz::require(!read.error().text().empty(), "a fault says what is wrong");
    return 0;
  }
  fuzz::require(!read->recording.rows.empty(), "what is read has rows");
  for (const RecordedRow& row : read->recording.rows)
    checkRow(read->recording, row);
  checkReport(*read);
  checkRoundTrips(read->recording);
  return 0;
}
