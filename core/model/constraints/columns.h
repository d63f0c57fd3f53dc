// SPDX-License-Identifier: GPL-3.0-or-later
// The registers of a program while its layers are walked. Internal to constraints/.
#pragma once

#include <vector>

#include "model/constraints/kernels.h"
#include "model/constraints/program.h"

namespace kw::constraints {

// What is known of a row: a requirement fails; all hold; none fails, but some are faults.
constexpr uint8_t fails = 0, holds = 1, pending = 2;

class Columns {
 public:
  // Both outlive it.
  Columns(const Program& program, const TermTable& terms);

  // Of the columns at `depth`, this row is the one that deeper layers read.
  void choose(size_t depth, size_t row) { m_chosen[depth] = row; }
  // Does the steps of a layer, for all its values; all layers above have a chosen row.
  void work(size_t depth);

  // Marks the rows for which a requirement fails, or is a fault while no other one fails.
  void require(RegisterId id, std::vector<uint8_t>& outcomes) const;

  Scalar at(RegisterId id, size_t row) const {
    return {m_columns[id].bits[row], m_columns[id].kinds[row]};
  }
  // Of a register of a depth that has a chosen row.
  Scalar chosen(RegisterId id) const {
    return at(id, m_chosen[static_cast<size_t>(m_program->registers[id].depth)]);
  }

 private:
  struct Column {
    std::vector<int64_t> bits;
    std::vector<Kind> kinds;
  };
  struct Work {
    const Term* term = nullptr;
    Kernel kernel = nullptr;
  };
  void fill(RegisterId id);
  Input inputOf(RegisterId id, size_t depth) const;

  const Program* m_program;
  const TermTable* m_terms;
  std::vector<Column> m_columns;          // per register
  std::vector<std::vector<Work>> m_work;  // per layer and step
  std::vector<size_t> m_chosen;           // per layer
  std::vector<Input> m_inputs;
};

}  // namespace kw::constraints
