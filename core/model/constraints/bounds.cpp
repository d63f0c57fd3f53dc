// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/bounds.h"

#include <algorithm>

namespace kw::constraints {

namespace {

constexpr size_t trialLooks = 256;
constexpr size_t looksPerGain = 16;  // looking costs a fraction of walking a state
constexpr size_t stepsPerWord = 32;
constexpr uint8_t conditionKinds =
    static_cast<uint8_t>(Kind::boolean) | static_cast<uint8_t>(Kind::fault);

}  // namespace

Bounds::Bounds(const Program& program, const TermTable& terms, const StateKey& key, size_t depth)
    : m_program(&program), m_terms(&terms), m_key(&key), m_needed(program.registers.size()) {
  std::vector<bool> depends(program.registers.size(), false);
  for (size_t field = 0; field < key.fields(); ++field)
    depends[key.registerOf(field)] = true;
  for (const Register& each : program.registers)
    m_facts.push_back(each.facts);
  for (size_t later = depth + 1; later < program.layers.size(); ++later) {
    for (const Step& step : program.layers[later].steps) {
      const bool isAffected =
          std::ranges::any_of(step.operands, [&](RegisterId operand) { return depends[operand]; });
      if (!isAffected) continue;
      depends[step.result] = true;
      m_steps.push_back(step);
    }
    for (const RegisterId requirement : program.layers[later].requirements)
      if (depends[requirement]) m_requirements.push_back(requirement);
  }
  for (const Step& step : m_steps) {
    m_isCondition.push_back(m_facts[step.result].mayOnly(conditionKinds));
    m_isRequirement.push_back(std::ranges::find(m_requirements, step.result) !=
                              m_requirements.end());
  }
  m_decisions.resize((m_steps.size() + stepsPerWord - 1) / stepsPerWord);
}

void Bounds::look(std::span<const Scalar> values) {
  for (size_t field = 0; field < values.size(); ++field)
    m_facts[m_key->registerOf(field)] = Facts::of(values[field]);
  propagate();
  m_fails = std::ranges::any_of(m_requirements, [&](RegisterId requirement) {
    const Facts& facts = m_facts[requirement];
    return facts.truth() == false && !facts.may(Kind::fault);
  });
  m_allMatter = true;
  if (!m_fails) findNeeded();
  judgeWorth();
}

void Bounds::propagate() {
  for (const Step& step : m_steps) {
    m_operands.clear();
    for (const RegisterId operand : step.operands)
      m_operands.push_back(m_facts[operand]);
    m_facts[step.result] = factsOf((*m_terms)[m_program->registers[step.result].term], m_operands);
  }
}

void Bounds::findNeeded() {
  for (const Step& step : m_steps)
    m_needed[step.result] = 0;
  for (size_t field = 0; field < m_key->fields(); ++field)
    m_needed[m_key->registerOf(field)] = 0;
  for (const RegisterId requirement : m_requirements) {
    const Facts& facts = m_facts[requirement];
    if (facts.truth() != true || facts.may(Kind::fault)) m_needed[requirement] = 1;
  }
  for (size_t step = m_steps.size(); step-- > 0;)
    if (m_needed[m_steps[step].result] != 0 && !isDecided(step)) needOperands(m_steps[step]);
  for (size_t field = 0; field < m_key->fields(); ++field)
    m_allMatter = m_allMatter && matters(field);
  if (!m_allMatter) collectDecisions();
}

bool Bounds::isDecided(size_t step) const {
  return m_isCondition[step] && m_facts[m_steps[step].result].isSingle();
}

// Those that the value can still depend on.
void Bounds::needOperands(const Step& step) {
  const Term& term = (*m_terms)[m_program->registers[step.result].term];
  const auto certain = [&](RegisterId operand) {
    return m_facts[operand].may(Kind::fault) ? std::nullopt : m_facts[operand].truth();
  };
  const bool isJunction = term.code == Code::all || term.code == Code::any;
  for (size_t i = 0; i < step.operands.size(); ++i) {
    const RegisterId operand = step.operands[i];
    const auto condition = certain(step.operands[0]);
    if (term.code == Code::choice && condition && i == (*condition ? 2U : 1U)) continue;
    m_needed[operand] = 1;
    if (isJunction && certain(operand) == (term.code == Code::any)) break;
  }
}

// Going up from the requirements, equal decisions and equal values that matter mean that the same
// steps are needed and that they have the same values.
void Bounds::collectDecisions() {
  std::ranges::fill(m_decisions, 0);
  for (size_t step = 0; step < m_steps.size(); ++step) {
    const RegisterId result = m_steps[step].result;
    if (!isDecided(step) || (m_needed[result] == 0 && !m_isRequirement[step])) continue;
    const uint64_t code = m_facts[result].low == 0 ? 1 : 2;
    m_decisions[step / stepsPerWord] |= code << (2 * (step % stepsPerWord));
  }
}

void Bounds::judgeWorth() {
  ++m_looks;
  m_gains += m_fails || !m_allMatter;
  if (m_looks % trialLooks != 0) return;
  m_pays = m_gains * looksPerGain >= m_looks;
}

}  // namespace kw::constraints
