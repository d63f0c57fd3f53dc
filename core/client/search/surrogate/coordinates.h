// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations as points, so that distances between them say how alike kernels they make.
//
// Each parameter with more than one value gives one to two groups of columns:
// - numbers: a place from 0 to 1, the mean of the value's place by size (by its logarithm where all
//   are positive and the largest is at least four times the smallest, since sizes act by their
//   ratios) and of its rank, so that unevenly spread values do not fall on one point;
// - whole numbers that are not all powers of two: also how often two divides the value, of how
// often
//   it can, since warps, vector loads and banks care for that;
// - strings and booleans: a column for each value, any two at distance 1.
// - further figures that the user of a point sets: a column each.
// What a group's distances weigh is learned (KernelShape), so a column that says nothing costs
// little.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/space/space.h"

namespace kw::surrogate {

class Coordinates {
 public:
  // `further` columns come after those of the parameters, each a group.
  explicit Coordinates(const Space& space, size_t further = 0);

  // At least one: a space without a choice has one column of zeros.
  size_t columns() const { return m_groupOf.size(); }
  size_t groups() const { return m_groups; }
  // The group of a column, below groups(); ascending.
  size_t groupOf(size_t column) const { return m_groupOf[column]; }
  // Writes columns() numbers, without the further ones, for these value indices, one per
  // parameter.
  void write(const std::vector<uint16_t>& indices, float* to) const;

 private:
  using Columns = std::vector<std::vector<float>>;  // per value, what its columns hold
  void addGroup(Columns& columns, const std::vector<std::vector<float>>& group);

  std::vector<Columns> m_parameters;
  std::vector<size_t> m_groupOf;
  size_t m_groups = 0;
};

}  // namespace kw::surrogate
