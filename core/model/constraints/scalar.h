// SPDX-License-Identifier: GPL-3.0-or-later
// Values as the program of a space's constraints holds them: 64 bits and a kind. A fault (division
// by zero, say) is a value too, so that all operands can be worked out before it is known which of
// them are looked at. Internal to constraints/.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/expression/expression.h"

namespace kw::constraints {

// One bit each, so that sets of kinds are masks.
enum class Kind : uint8_t { integer = 1, boolean = 2, real = 4, text = 8, fault = 16 };

struct Scalar {
  int64_t bits = 0;  // the integer, 0 or 1, the real's bits, the number of the text; 0 for a fault
  Kind kind = Kind::integer;

  static Scalar integer(int64_t value) { return {value, Kind::integer}; }
  static Scalar boolean(bool value) { return {value ? 1 : 0, Kind::boolean}; }
  static Scalar real(double value) { return {std::bit_cast<int64_t>(value), Kind::real}; }
  static Scalar fault() { return {0, Kind::fault}; }
  bool isFault() const { return kind == Kind::fault; }
  bool isWhole() const { return kind == Kind::integer || kind == Kind::boolean; }
  double asReal() const { return std::bit_cast<double>(bits); }

  friend bool operator==(const Scalar&, const Scalar&) = default;
};

// The texts of a space, numbered.
class Texts {
 public:
  Scalar scalarOf(const expression::Value& value);
  // Not of a fault.
  expression::Value valueOf(Scalar scalar) const;
  // As expression::isTrue; not of a fault.
  bool isTrue(Scalar scalar) const;

 private:
  std::vector<std::string> m_texts;
  std::unordered_map<std::string, int64_t> m_numbers;
};

}  // namespace kw::constraints
