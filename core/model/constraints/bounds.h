// SPDX-License-Identifier: GPL-3.0-or-later
// What a state at one depth says beforehand about the steps that are still to come, by their
// ranges: whether a requirement is bound to fail, which conditions are decided, and which of the
// state's values no longer matter (those that only serve what is decided). Internal to
// constraints/.
#pragma once

#include <span>
#include <vector>

#include "model/constraints/program.h"
#include "model/constraints/state_key.h"

namespace kw::constraints {

class Bounds {
 public:
  // All outlive it. `key` is that of the same depth.
  Bounds(const Program& program, const TermTable& terms, const StateKey& key, size_t depth);

  // False where looking has hardly ever told anything at this depth.
  bool pays() const { return m_pays; }
  // What looking takes, in steps over one value.
  size_t steps() const { return stepsPerStep * m_steps.size(); }
  // Of each field of the key; then the two below say what follows.
  void look(std::span<const Scalar> values);
  bool fails() const { return m_fails; }
  bool matters(size_t field) const { return m_needed[m_key->registerOf(field)] != 0; }
  bool allMatter() const { return m_allMatter; }
  // What is decided, as words to be kept with the values that matter: states that are alike in both
  // go on alike.
  size_t decisionWords() const { return m_decisions.size(); }
  std::span<const uint64_t> decisions() const { return m_decisions; }

 private:
  static constexpr size_t stepsPerStep = 4;
  void propagate();
  void findNeeded();
  void needOperands(const Step& step);
  bool isDecided(size_t step) const;
  void collectDecisions();
  void judgeWorth();

  const Program* m_program;
  const TermTable* m_terms;
  const StateKey* m_key;
  std::vector<Step> m_steps;               // later ones that depend on the state
  std::vector<RegisterId> m_requirements;  // likewise
  std::vector<Facts> m_facts;              // per register
  std::vector<uint8_t> m_needed;           // per register
  std::vector<bool> m_isCondition;         // per step: a boolean, so that it can be decided
  std::vector<bool> m_isRequirement;       // per step
  std::vector<uint64_t> m_decisions;       // two bits per step
  std::vector<Facts> m_operands;
  bool m_fails = false;
  bool m_allMatter = true;
  bool m_pays = true;
  size_t m_looks = 0;
  size_t m_gains = 0;
};

}  // namespace kw::constraints
