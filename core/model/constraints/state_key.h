// SPDX-License-Identifier: GPL-3.0-or-later
// The values that later steps read, packed into as few words as their ranges allow. Internal to
// constraints/.
#pragma once

#include <cstdint>
#include <vector>

#include "model/constraints/program.h"

namespace kw::constraints {

class StateKey {
 public:
  // Of the registers that are live behind layer `depth`.
  StateKey(const Program& program, size_t depth);

  size_t words() const { return m_words; }
  // Registers whose values are known before this depth, and those of this depth.
  size_t fields() const { return m_fields.size(); }
  RegisterId registerOf(size_t field) const { return m_fields[field].id; }
  // Fields from here on are of this depth's own columns.
  size_t firstOwn() const { return m_firstOwn; }

  // `words` is 0 there before.
  void put(size_t field, Scalar value, uint64_t* words) const;
  // The fault that no other requirement has excluded so far.
  static void putPending(uint64_t* words) { words[0] |= 1; }

 private:
  struct Field {
    RegisterId id = 0;
    bool isWhole = true;  // an integer or boolean, as its distance from `low`; else bits and kind
    int64_t low = 0;
    size_t word = 0;
    unsigned shift = 0;
    size_t kindWord = 0;
    unsigned kindShift = 0;
  };
  void add(RegisterId id, const Facts& facts);
  void place(unsigned bits, size_t& word, unsigned& shift);

  std::vector<Field> m_fields;
  size_t m_firstOwn = 0;
  size_t m_words = 1;
  std::vector<unsigned> m_used{1};  // bits of each word; the first one is for a pending fault
};

}  // namespace kw::constraints
