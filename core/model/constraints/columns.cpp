// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/columns.h"

#include <bit>

namespace kw::constraints {

Columns::Columns(const Program& program, const TermTable& terms)
    : m_program(&program),
      m_terms(&terms),
      m_columns(program.registers.size()),
      m_chosen(program.layers.size()) {
  for (RegisterId id = 0; id < program.registers.size(); ++id)
    fill(id);
  for (const Layer& layer : program.layers) {
    std::vector<Work>& work = m_work.emplace_back();
    for (const Step& step : layer.steps) {
      std::vector<Facts> facts;
      for (const RegisterId operand : step.operands)
        facts.push_back(program.registers[operand].facts);
      const Term& term = terms[program.registers[step.result].term];
      work.push_back({&term, kernelFor(term, facts, program.registers[step.result].facts)});
    }
  }
}

void Columns::fill(RegisterId id) {
  const Register& at = m_program->registers[id];
  const Term& term = (*m_terms)[at.term];
  Column& column = m_columns[id];
  if (at.depth < 0) {
    column = {{term.value.bits}, {term.value.kind}};
    return;
  }
  const std::vector<uint16_t>& values = m_program->layers[static_cast<size_t>(at.depth)].values;
  if (term.column.empty()) {
    column.bits.resize(values.size());
    // The one kind that it may have; others are set with each value.
    column.kinds.resize(values.size(), std::has_single_bit(at.facts.kinds)
                                           ? static_cast<Kind>(at.facts.kinds)
                                           : Kind::fault);
    return;
  }
  for (const uint16_t value : values) {
    column.bits.push_back(term.column[value].bits);
    column.kinds.push_back(term.column[value].kind);
  }
}

Input Columns::inputOf(RegisterId id, size_t depth) const {
  const Column& column = m_columns[id];
  const int at = m_program->registers[id].depth;
  if (at == static_cast<int>(depth)) return {column.bits.data(), column.kinds.data(), 1};
  const size_t row = at < 0 ? 0 : m_chosen[static_cast<size_t>(at)];
  return {&column.bits[row], &column.kinds[row], 0};
}

void Columns::require(RegisterId id, std::vector<uint8_t>& outcomes) const {
  const Column& column = m_columns[id];
  if (m_program->registers[id].facts.isWhole()) {
    for (size_t row = 0; row < outcomes.size(); ++row)
      outcomes[row] = column.bits[row] != 0 ? outcomes[row] : fails;
    return;
  }
  for (size_t row = 0; row < outcomes.size(); ++row) {
    const Scalar value = at(id, row);
    if (value.isFault())
      outcomes[row] = outcomes[row] == fails ? fails : pending;
    else if (!m_terms->texts().isTrue(value))
      outcomes[row] = fails;
  }
}

void Columns::work(size_t depth) {
  const Layer& layer = m_program->layers[depth];
  for (size_t i = 0; i < layer.steps.size(); ++i) {
    const Step& step = layer.steps[i];
    m_inputs.clear();
    for (const RegisterId operand : step.operands)
      m_inputs.push_back(inputOf(operand, depth));
    Column& result = m_columns[step.result];
    m_work[depth][i].kernel(*m_work[depth][i].term, m_inputs,
                            {result.bits.data(), result.kinds.data(), layer.values.size()},
                            m_terms->texts());
  }
}

}  // namespace kw::constraints
