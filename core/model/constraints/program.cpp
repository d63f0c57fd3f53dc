// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/program.h"

#include <algorithm>
#include <numeric>

#include "model/constraints/lowering.h"

namespace kw::constraints {

namespace {

class Assembler {
 public:
  Assembler(TermTable& terms, const std::vector<TermId>& requirements, const Order& order)
      : m_terms(terms), m_lowering(terms, depthsOf(order), requirements) {
    for (const uint32_t parameter : order) {
      Layer& layer = m_program.layers.emplace_back();
      layer.parameter = parameter;
      layer.values.resize(terms.domainSize(layer.parameter));
      std::iota(layer.values.begin(), layer.values.end(), uint16_t{0});
    }
    for (const TermId requirement : requirements) {
      const TermId lowered = m_lowering.lower(requirement);
      if (m_terms[lowered].code == Code::constant)
        require(m_terms[lowered].value);
      else if (std::ranges::find(m_requirements, lowered) == m_requirements.end())
        m_requirements.push_back(lowered);
    }
  }

  Program run() {
    for (const TermId requirement : m_requirements)
      narrow(requirement);
    if (m_program.alwaysFails) return std::move(m_program);
    place();
    // What the narrower columns decided needs no steps.
    std::erase_if(m_requirements, [&](TermId requirement) {
      const Facts& facts = m_program.registers[m_registers.at(requirement)].facts;
      return facts.truth() == true && !facts.may(Kind::fault);
    });
    m_registers.clear();
    m_program.registers.clear();
    for (Layer& layer : m_program.layers) {
      layer.columns.clear();
      layer.steps.clear();
    }
    place();
    for (const TermId requirement : m_requirements)
      require(requirement);
    findLive();
    return std::move(m_program);
  }

 private:
  static std::map<uint32_t, int> depthsOf(const Order& order) {
    std::map<uint32_t, int> depths;
    for (size_t depth = 0; depth < order.size(); ++depth)
      depths[order[depth]] = static_cast<int>(depth);
    return depths;
  }

  // Joined otherwise, its parts may show that it always has the same value.
  void require(Scalar value) {
    if (value.isFault())
      m_program.alwaysFaults = true;
    else if (!m_terms.texts().isTrue(value))
      m_program.alwaysFails = true;
  }

  Layer& layerOf(TermId term) {
    return m_program.layers[static_cast<size_t>(m_lowering.depthOf(term))];
  }

  // Values that a requirement over one parameter excludes are left out from the beginning.
  void narrow(TermId requirement) {
    const Term& term = m_terms[requirement];
    if (term.parameters.size() != 1) return;
    Layer& layer = layerOf(requirement);
    std::erase_if(layer.values, [&](uint16_t value) {
      const Scalar holds = term.column[value];
      return !holds.isFault() && !m_terms.texts().isTrue(holds);
    });
    if (layer.values.empty()) m_program.alwaysFails = true;
  }

  void place() {
    for (const TermId requirement : m_requirements)
      registerOf(requirement);
  }

  RegisterId registerOf(TermId term) {
    if (const auto known = m_registers.find(term); known != m_registers.end()) return known->second;
    Step step;
    const bool isStep = m_terms[term].parameters.size() > 1;
    if (isStep)
      for (const TermId operand : m_terms[term].operands)
        step.operands.push_back(registerOf(operand));
    step.result = static_cast<RegisterId>(m_program.registers.size());
    const int depth = m_lowering.depthOf(term);
    m_program.registers.push_back({term, depth, factsOfRegister(term, step)});
    m_registers.emplace(term, step.result);
    if (isStep)
      layerOf(term).steps.push_back(step);
    else if (depth >= 0)
      layerOf(term).columns.push_back(step.result);
    return step.result;
  }

  Facts factsOfRegister(TermId term, const Step& step) {
    const Term& at = m_terms[term];
    if (at.parameters.empty()) return at.facts;
    if (at.parameters.size() > 1) {
      std::vector<Facts> operands;
      for (const RegisterId operand : step.operands)
        operands.push_back(m_program.registers[operand].facts);
      return factsOf(at, operands);
    }
    Facts facts;
    for (const uint16_t value : layerOf(term).values)
      facts.add(Facts::of(at.column[value]));
    return facts;
  }

  void require(TermId requirement) {
    layerOf(requirement).requirements.push_back(m_registers.at(requirement));
  }

  void findLive() {
    for (size_t depth = 0; depth < m_program.layers.size(); ++depth)
      for (const Step& step : m_program.layers[depth].steps)
        for (const RegisterId operand : step.operands)
          markLive(operand, depth);
  }

  void markLive(RegisterId operand, size_t readAt) {
    const int depth = m_program.registers[operand].depth;
    if (depth < 0) return;
    for (auto at = static_cast<size_t>(depth); at < readAt; ++at) {
      auto& live = m_program.layers[at].live;
      if (std::ranges::find(live, operand) == live.end()) live.push_back(operand);
    }
  }

  TermTable& m_terms;
  Lowering m_lowering;
  std::vector<TermId> m_requirements;
  std::map<TermId, RegisterId> m_registers;
  Program m_program;
};

}  // namespace

Program programOf(TermTable& terms, const std::vector<TermId>& requirements, const Order& order) {
  return Assembler(terms, requirements, order).run();
}

}  // namespace kw::constraints
