// SPDX-License-Identifier: GPL-3.0-or-later
// The space that a file holds: a space.json, a T1 file, a problem's, a session's or a recording's.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/expression/expression.h"
#include "base/result/result.h"
#include "model/space/valid_space.h"

namespace kw::cli {

struct SpaceSource {
  Space space;
  // Of a recording, which states no constraints: value indices of the configurations in it.
  std::optional<std::vector<std::vector<uint16_t>>> rows;

  std::vector<std::string> notes;  // what of the recording was not taken, and why

  bool isRecorded() const { return rows.has_value(); }
  // `device` as in ValidSpace::build; recordings do not ask it.
  Result<ValidSpace> build(const expression::Lookup& device, std::stop_token stop) const;
};

// `where` is a file, or a problem as loadProblem() takes it.
Result<SpaceSource> findSpace(const std::string& where);

}  // namespace kw::cli
