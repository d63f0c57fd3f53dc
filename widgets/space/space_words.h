// SPDX-License-Identifier: GPL-3.0-or-later
// What the space's panel says in words.
#pragma once

#include <QString>
#include <vector>

#include "base/result/result.h"
#include "view/space/space_figures.h"

namespace kw {

struct CountWords {
  QString heading;  // "1,024 valid of 5,120 configurations"
  QString note;     // what limits the number; may be empty
  bool isFault = false;
};
// `figures` is null while they are being counted.
CountWords countWords(const Space& space, const view::SpaceFigures* figures);
// Of an imported recording, whose valid configurations are its rows.
CountWords recordedWords(const Space& space);

QString limitWords(const Space& space, const std::optional<DeviceInfo>& device);
QString requirementWords(const Space& space);
QString errorWords(const Error& error);

// A fault of space.json, and the row of a table that it belongs to.
struct RowFault {
  enum class List { parameters, constraints, other };
  List list = List::other;
  int row = -1;
  QString words;
};
std::vector<RowFault> rowFaults(const std::vector<Error>& faults, const std::string& file);

}  // namespace kw
