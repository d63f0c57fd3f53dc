// SPDX-License-Identifier: GPL-3.0-or-later
// The values of one parameter while a file is read. Internal to recordings/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/json/value.h"
#include "model/space/space.h"

namespace kw::recordings {

// A number, a string or a boolean; nothing for the rest (null, lists, NaN).
std::optional<ParameterValue> parameterValue(const json::Value& value);

json::Value jsonOf(const ParameterValue& value);
json::Value jsonOf(const std::vector<ParameterValue>& values);

// As Python's str() has it: "True", "0.5", "float4". What the keys of a cache are made of.
std::string pythonText(const ParameterValue& value);

// Each value once; 2, 2.0 and true equal what expression::equal says.
class ParameterValues {
 public:
  static constexpr size_t most = 65536;  // an index has 16 bits

  // The index of the value, which is added at the end if it is new; nothing if there are too many.
  std::optional<uint16_t> add(const ParameterValue& value);
  std::optional<uint16_t> find(const ParameterValue& value) const;
  const std::vector<ParameterValue>& values() const { return m_values; }

  // Numbers ascending, then strings; gives the new index of each old one.
  std::vector<uint16_t> sort();

 private:
  std::vector<ParameterValue> m_values;
  std::unordered_map<std::string, uint16_t> m_places;
};

}  // namespace kw::recordings
