// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/state_key.h"

#include <algorithm>
#include <bit>

namespace kw::constraints {

namespace {

constexpr unsigned kindBits = 3;  // for five kinds
constexpr unsigned wordBits = 64;

}  // namespace

StateKey::StateKey(const Program& program, size_t depth) {
  const Layer& layer = program.layers[depth];
  const auto isOwn = [&](RegisterId id) {
    return program.registers[id].depth == static_cast<int>(depth);
  };
  for (const bool own : {false, true}) {
    if (own) m_firstOwn = m_fields.size();
    for (const RegisterId id : layer.live)
      if (isOwn(id) == own) add(id, program.registers[id].facts);
  }
  m_words = m_used.size();
}

void StateKey::add(RegisterId id, const Facts& facts) {
  Field field;
  field.id = id;
  const uint64_t distance = static_cast<uint64_t>(facts.high) - static_cast<uint64_t>(facts.low);
  field.isWhole = facts.isWhole();
  if (field.isWhole) {
    field.low = facts.low;
    place(std::max(1U, static_cast<unsigned>(std::bit_width(distance))), field.word, field.shift);
  } else {
    place(wordBits, field.word, field.shift);
    place(kindBits, field.kindWord, field.kindShift);
  }
  m_fields.push_back(field);
}

void StateKey::place(unsigned bits, size_t& word, unsigned& shift) {
  for (word = 0; word < m_used.size() && m_used[word] + bits > wordBits; ++word) {
  }
  if (word == m_used.size()) m_used.push_back(0);
  shift = m_used[word];
  m_used[word] += bits;
}

void StateKey::put(size_t number, Scalar value, uint64_t* words) const {
  const Field& field = m_fields[number];
  if (field.isWhole) {
    const uint64_t distance = static_cast<uint64_t>(value.bits) - static_cast<uint64_t>(field.low);
    words[field.word] |= distance << field.shift;
    return;
  }
  const auto kind = static_cast<uint64_t>(std::countr_zero(static_cast<uint8_t>(value.kind)));
  words[field.word] |= static_cast<uint64_t>(value.bits) << field.shift;
  words[field.kindWord] |= kind << field.kindShift;
}

}  // namespace kw::constraints
