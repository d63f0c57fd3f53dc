// SPDX-License-Identifier: GPL-3.0-or-later
// What is known of a term before all of its parameters have a value: which kinds its value may
// have, and between which bounds it lies. Internal to constraints/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "model/constraints/scalar.h"

namespace kw::constraints {

struct Term;

struct Facts {
  uint8_t kinds = 0;  // mask of Kind
  // Of integers and booleans; where others are possible too, the bounds hold for those that are
  // whole.
  int64_t low = INT64_MAX;
  int64_t high = INT64_MIN;

  static Facts of(Scalar value);
  static Facts anyNumber();  // or a fault
  static Facts whole(int64_t low, int64_t high);
  static Facts boolean(int64_t low, int64_t high);

  bool may(Kind kind) const { return (kinds & static_cast<uint8_t>(kind)) != 0; }
  bool mayOnly(uint8_t mask) const { return (kinds & ~mask) == 0; }
  bool isWhole() const;   // only integers and booleans, so no fault
  bool isSingle() const;  // exactly one value, a whole one
  // What it counts as in a condition, where that is certain. A fault is left out.
  std::optional<bool> truth() const;
  void add(const Facts& other);  // the value may also be one of these
  void add(Kind kind) { kinds = static_cast<uint8_t>(kinds | static_cast<uint8_t>(kind)); }

  friend bool operator==(const Facts&, const Facts&) = default;
};

constexpr uint8_t wholeKinds =
    static_cast<uint8_t>(Kind::integer) | static_cast<uint8_t>(Kind::boolean);

// Of a term that is neither a constant nor a parameter.
Facts factsOf(const Term& term, std::span<const Facts> operands);

}  // namespace kw::constraints
