// SPDX-License-Identifier: GPL-3.0-or-later
// The terms of a space's constraints, each one once: equal ones are the same term, whichever
// constraints they stand in. What does not depend on parameters is worked out at once, and what
// depends on one parameter for each of its values. Internal to constraints/.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "model/constraints/term.h"

namespace kw::constraints {

class TermTable {
 public:
  // The values that each parameter may have.
  explicit TermTable(const std::vector<std::span<const expression::Value>>& domains);

  const Term& operator[](TermId term) const { return m_terms[term]; }
  size_t size() const { return m_terms.size(); }
  const Texts& texts() const { return m_texts; }
  size_t domainSize(uint32_t parameter) const { return m_domains[parameter].size(); }

  TermId constant(const expression::Value& value);
  TermId constant(Scalar value);
  // A constant, where the parameter has one value only.
  TermId parameter(uint32_t parameter);
  // A term with its operation and operands set, or a simpler one that always has the same value.
  TermId make(Term term);
  // Exactly this term, except that equal ones are one.
  TermId makeAsItIs(Term term) { return intern(std::move(term)); }

 private:
  TermId simplifiedJunction(Term term);
  TermId flattened(Term term);
  TermId truthOf(TermId term);
  TermId intern(Term term);
  void workOut(Term& term) const;
  void workOutColumn(Term& term) const;

  std::vector<std::vector<Scalar>> m_domains;
  std::vector<Term> m_terms;
  std::unordered_multimap<size_t, TermId> m_known;  // by hash
  Texts m_texts;
};

}  // namespace kw::constraints
