// SPDX-License-Identifier: GPL-3.0-or-later
// What the rows of all formats have in common. Internal to recordings/.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "model/recordings/recording_builder.h"

namespace kw::recordings {

// Why a number is no time that a kernel can take ("its time is 0, …"), or "".
std::string whyNoTime(double milliseconds);

// What the failures of all these tuners mean here: RuntimeFailedConfig, compile, ComputationFailed.
std::optional<VerdictKind> failureKind(std::string_view failure);
// In T4's words, which are what `invalidity` holds: "runtime", "compile", …, "correct".
std::string_view t4Invalidity(VerdictKind kind);

// Makes the row a failure. A name that no tuner is known to write is one at run time; a note says
// so, where there is a builder.
void setFailure(RecordedRow& row, const std::string& failure, RecordingBuilder* builder,
                const RowPlace& place);

// Milliseconds of one unit, by the unit's name in any of its spellings ("miliseconds" too);
// nothing if it is none of time.
std::optional<double> millisecondsPer(std::string_view unit);

// A wall time, in milliseconds; what is no number of at least 0 counts as not recorded.
double wallTime(const json::Value& value, double millisecondsPerUnit = 1);
// The samples in milliseconds; elements that are no times are left out, with a note.
std::vector<double> samplesOf(const json::Value& value, double millisecondsPerUnit,
                              RecordingBuilder& builder, const RowPlace& place);
// Keeps a value that has no field of its own: numbers as metrics, the rest as JSON text. NaN and
// infinities are left out, with a note.
void keep(RecordedRow& row, const std::string& name, const json::Value& value,
          RecordingBuilder& builder, const RowPlace& place);
// The same for all numbers and texts in an object or array, by their paths: "LocalSize.X".
void keepAll(RecordedRow& row, const std::string& path, const json::Value& value,
             RecordingBuilder& builder, const RowPlace& place);

// The names that most rows give, as one of the first of them orders them: a damaged row must not
// decide what the others are read by. Rows without names have no say.
std::vector<std::string> mostCommonNames(
    const json::Array& rows,
    const std::function<std::vector<std::string>(const json::Value& row)>& namesOf);

// As Recording::problemSize has it, and back.
std::string problemSizeText(const json::Value& value);
json::Value problemSizeValue(const std::string& text);

}  // namespace kw::recordings
