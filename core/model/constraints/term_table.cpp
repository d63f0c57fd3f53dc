// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/term_table.h"

#include <algorithm>

#include "base/sorting/distinct.h"
#include "model/constraints/operations.h"

namespace kw::constraints {

namespace {

using expression::Operation;

size_t hashOf(const Term& term) {
  size_t hash = static_cast<size_t>(term.code);
  const auto mix = [&](uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 31;
  };
  mix(static_cast<uint64_t>(term.operation));
  mix(static_cast<uint64_t>(term.comparison));
  mix(static_cast<uint64_t>(term.function));
  mix(term.parameter);
  mix(static_cast<uint64_t>(term.value.bits));
  mix(static_cast<uint64_t>(term.value.kind));
  for (const TermId operand : term.operands)
    mix(operand);
  return hash;
}

bool isSame(const Term& a, const Term& b) {
  return a.code == b.code && a.operation == b.operation && a.comparison == b.comparison &&
         a.function == b.function && a.parameter == b.parameter && a.value == b.value &&
         a.operands == b.operands;
}

bool commutes(const Term& term) {
  if (term.code == Code::sum || term.code == Code::product) return true;
  return term.code == Code::calculate &&
         (term.operation == Operation::add || term.operation == Operation::multiply);
}

Scalar onlyValueOf(const Facts& facts) {
  return facts.may(Kind::boolean) ? Scalar::boolean(facts.low != 0) : Scalar::integer(facts.low);
}

// Whether all partial sums or products fit, whatever the order.
bool staysInRange(Operation operation, std::span<const Facts> operands) {
  int64_t all = operation == Operation::add ? 0 : 1;
  for (const Facts& facts : operands) {
    if (!facts.isWhole() || facts.low == INT64_MIN) return false;
    const int64_t largest = std::max({facts.high, -facts.low, int64_t{1}});
    const bool overflows = operation == Operation::add ? __builtin_add_overflow(all, largest, &all)
                                                       : __builtin_mul_overflow(all, largest, &all);
    if (overflows) return false;
  }
  return true;
}

}  // namespace

TermTable::TermTable(const std::vector<std::span<const expression::Value>>& domains) {
  for (const auto& domain : domains) {
    std::vector<Scalar>& scalars = m_domains.emplace_back();
    scalars.reserve(domain.size());
    for (const expression::Value& value : domain)
      scalars.push_back(m_texts.scalarOf(value));
  }
}

TermId TermTable::constant(const expression::Value& value) {
  return constant(m_texts.scalarOf(value));
}

TermId TermTable::constant(Scalar value) {
  Term term;
  term.value = value;
  return intern(std::move(term));
}

TermId TermTable::parameter(uint32_t parameter) {
  if (m_domains[parameter].size() == 1) return constant(m_domains[parameter].front());
  Term term;
  term.code = Code::parameter;
  term.parameter = parameter;
  return intern(std::move(term));
}

TermId TermTable::make(Term term) {
  if (term.code == Code::all || term.code == Code::any) return simplifiedJunction(std::move(term));
  const bool mayFlatten = term.code == Code::negate ||
                          (term.code == Code::calculate && (term.operation == Operation::add ||
                                                            term.operation == Operation::subtract ||
                                                            term.operation == Operation::multiply));
  return mayFlatten ? flattened(std::move(term)) : intern(std::move(term));
}

TermId TermTable::truthOf(TermId term) {
  if (m_terms[term].facts.mayOnly(static_cast<uint8_t>(Kind::boolean) |
                                  static_cast<uint8_t>(Kind::fault)))
    return term;
  Term truth;
  truth.code = Code::any;
  truth.operands = {term};
  return intern(std::move(truth));
}

// Operands that cannot decide are left out, and those behind one that always decides.
TermId TermTable::simplifiedJunction(Term term) {
  const bool ending = term.code == Code::any;
  std::vector<TermId> operands;
  for (const TermId operand : term.operands) {
    const Term& at = m_terms[operand];
    const std::optional<bool> truth = at.facts.may(Kind::fault) ? std::nullopt : at.facts.truth();
    if (truth && *truth != ending) continue;
    operands.push_back(operand);
    const bool isFault = at.facts.mayOnly(static_cast<uint8_t>(Kind::fault));
    if (truth || isFault) break;
  }
  if (operands.empty()) return constant(Scalar::boolean(!ending));
  if (operands.size() == 1) return truthOf(operands.front());
  term.operands = std::move(operands);
  return intern(std::move(term));
}

// a - b is a + (-1)*b, and sums of sums and products of products are one, where nothing of it can
// overflow: then any order gives the same, and the best one can be chosen later.
TermId TermTable::flattened(Term term) {
  const bool isProduct = term.code == Code::negate || term.operation == Operation::multiply;
  const Operation operation = isProduct ? Operation::multiply : Operation::add;
  std::vector<TermId> parts;
  std::vector<Facts> facts;
  const auto add = [&](TermId part) {
    const Term& at = m_terms[part];
    const bool merges = at.code == (isProduct ? Code::product : Code::sum);
    for (const TermId inner :
         merges ? std::vector<TermId>(at.operands) : std::vector<TermId>{part}) {
      parts.push_back(inner);
      facts.push_back(m_terms[inner].facts);
    }
  };
  Term original = term;
  if (!std::ranges::all_of(term.operands,
                           [&](TermId operand) { return m_terms[operand].facts.isWhole(); }))
    return intern(std::move(original));
  if (term.code == Code::negate) {
    add(constant(Scalar::integer(-1)));
    add(term.operands[0]);
  } else {
    add(term.operands[0]);
    if (term.operation == Operation::subtract) {
      Term negative;
      negative.code = Code::negate;
      negative.operands = {term.operands[1]};
      add(make(std::move(negative)));
    } else {
      add(term.operands[1]);
    }
  }
  if (!staysInRange(operation, facts)) return intern(std::move(original));
  Term flat;
  flat.code = isProduct ? Code::product : Code::sum;
  flat.operands = std::move(parts);
  return intern(std::move(flat));
}

TermId TermTable::intern(Term term) {
  if (commutes(term)) std::ranges::sort(term.operands);
  const size_t hash = hashOf(term);
  const auto [first, last] = m_known.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (isSame(m_terms[at->second], term)) return at->second;
  workOut(term);
  if (term.code != Code::constant) {
    if (term.parameters.empty()) return constant(term.value);
    if (term.facts.isSingle()) return constant(onlyValueOf(term.facts));
  }
  const auto id = static_cast<TermId>(m_terms.size());
  m_known.emplace(hash, id);
  m_terms.push_back(std::move(term));
  return id;
}

void TermTable::workOut(Term& term) const {
  if (term.code == Code::constant) {
    term.facts = Facts::of(term.value);
    return;
  }
  if (term.code == Code::parameter) term.parameters = {term.parameter};
  std::vector<Facts> facts;
  for (const TermId operand : term.operands) {
    const Term& at = m_terms[operand];
    facts.push_back(at.facts);
    term.parameters.insert(term.parameters.end(), at.parameters.begin(), at.parameters.end());
  }
  sortDistinct(term.parameters);
  if (term.parameters.size() > 1)
    term.facts = factsOf(term, facts);
  else
    workOutColumn(term);
}

// Of one parameter or none: the values themselves.
void TermTable::workOutColumn(Term& term) const {
  const size_t rows = term.parameters.empty() ? 1 : m_domains[term.parameters[0]].size();
  std::vector<Scalar> operands(term.operands.size());
  for (size_t row = 0; row < rows; ++row) {
    for (size_t i = 0; i < operands.size(); ++i) {
      const Term& at = m_terms[term.operands[i]];
      operands[i] = at.code == Code::constant ? at.value : at.column[row];
    }
    const Scalar value = term.code == Code::parameter ? m_domains[term.parameter][row]
                                                      : valueOf(term, operands, m_texts);
    term.facts.add(Facts::of(value));
    term.column.push_back(value);
  }
  if (!term.parameters.empty()) return;
  term.value = term.column.front();
  term.column.clear();
}

}  // namespace kw::constraints
