// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions that the source itself states or implies.
#include <algorithm>

#include "client/lifting/lift_work.h"
#include "client/source_reading/integer_constants.h"

namespace kw::lifting {

namespace {

using reading::isOneOf;
using reading::Tokens;

// static_assert(TILE % VEC == 0, "…")
void fromAssertions(LiftWork& work) {
  for (size_t i = 0; i + 1 < work.all.size(); ++i) {
    if (work.all[i].text != "static_assert" || work.all[i + 1].text != "(") continue;
    const size_t end = reading::behindBracket(work.all, i + 1) - 1;
    const std::vector<std::string> parts = reading::splitAtCommas(work.all, i + 2, end);
    if (!parts.empty()) work.constrain(work.inParameters(reading::hostExpression(parts[0])));
  }
}

std::string parameterAt(const LiftWork& work, size_t i) {
  const auto found = work.lifted.find(work.all[i].text);
  return found == work.lifted.end() ? std::string() : found->second;
}

// Loops and conditions that divide one by another mean whole parts.
void fromRemainders(LiftWork& work) {
  for (size_t i = 1; i + 1 < work.all.size(); ++i) {
    if (!isOneOf(work.all[i].text, {"%", "/"})) continue;
    const std::string left = parameterAt(work, i - 1), right = parameterAt(work, i + 1);
    if (!left.empty() && !right.empty() && left != right)
      work.constrain(left + " % " + right + " == 0");
  }
}

int64_t bytesOf(const Tokens& all, size_t begin, size_t end) {
  for (size_t i = begin; i < end; ++i) {
    const std::string& text = all[i].text;
    if (isOneOf(text, {"double", "int64_t", "uint64_t", "float2", "int2", "uint2", "size_t"}))
      return 8;
    if (isOneOf(text, {"float4", "int4", "uint4", "double2"})) return 16;
    if (isOneOf(text,
                {"half", "__half", "__nv_bfloat16", "nv_bfloat16", "short", "int16_t", "uint16_t"}))
      return 2;
    if (isOneOf(text, {"char", "int8_t", "uint8_t", "bool"})) return 1;
    if (isOneOf(text, {"float", "int", "unsigned", "int32_t", "uint32_t", "half2", "__half2"}))
      return 4;
  }
  return 0;
}

// __shared__ float tile[TILE][TILE + 1]; all of them together.
void fromSharedArrays(LiftWork& work) {
  std::string sum;
  for (size_t i = 0; i < work.all.size(); ++i) {
    if (work.all[i].text != "__shared__") continue;
    size_t first = i + 1;
    while (first < work.all.size() && !isOneOf(work.all[first].text, {"[", ";", "("}))
      ++first;
    const int64_t bytes = bytesOf(work.all, i + 1, first);
    std::string product = std::to_string(bytes);
    for (; first < work.all.size() && work.all[first].text == "[";
         first = reading::behindBracket(work.all, first)) {
      const size_t close = reading::behindBracket(work.all, first) - 1;
      const std::string extent =
          work.inParameters(reading::hostExpression(reading::joined(work.all, first + 1, close)));
      if (!work.sourceValue(extent)) return;  // of what size it is cannot be told
      product += " * (" + extent + ")";
    }
    if (bytes == 0) return;
    sum += (sum.empty() ? "" : " + ") + product;
  }
  if (!sum.empty()) work.constrain(sum + " <= device.shared_memory_per_block");
}

}  // namespace

void addSeenConstraints(LiftWork& work) {
  fromAssertions(work);
  fromRemainders(work);
  fromSharedArrays(work);
}

}  // namespace kw::lifting
