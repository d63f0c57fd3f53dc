// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/scalar.h"

namespace kw::constraints {

Scalar Texts::scalarOf(const expression::Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return Scalar::integer(*integer);
  if (const auto* boolean = std::get_if<bool>(&value)) return Scalar::boolean(*boolean);
  if (const auto* real = std::get_if<double>(&value)) return Scalar::real(*real);
  const auto& text = std::get<std::string>(value);
  const auto [at, isNew] = m_numbers.emplace(text, static_cast<int64_t>(m_texts.size()));
  if (isNew) m_texts.push_back(text);
  return {at->second, Kind::text};
}

expression::Value Texts::valueOf(Scalar scalar) const {
  switch (scalar.kind) {
    case Kind::boolean:
      return scalar.bits != 0;
    case Kind::real:
      return scalar.asReal();
    case Kind::text:
      return m_texts[static_cast<size_t>(scalar.bits)];
    default:
      return scalar.bits;
  }
}

bool Texts::isTrue(Scalar scalar) const {
  if (scalar.kind == Kind::real) return scalar.asReal() != 0;
  if (scalar.kind == Kind::text) return !m_texts[static_cast<size_t>(scalar.bits)].empty();
  return scalar.bits != 0;
}

}  // namespace kw::constraints
