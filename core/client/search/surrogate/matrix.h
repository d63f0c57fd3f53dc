// SPDX-License-Identifier: GPL-3.0-or-later
// The little linear algebra that a Gaussian process needs, on lower triangles of square matrices.
#pragma once

#include <cstddef>
#include <vector>

namespace kw::surrogate {

class SquareMatrix {
 public:
  explicit SquareMatrix(size_t size) : m_size(size), m_values(size * size, 0.0) {}
  size_t size() const { return m_size; }
  double* row(size_t index) { return m_values.data() + index * m_size; }
  const double* row(size_t index) const { return m_values.data() + index * m_size; }

 private:
  size_t m_size;
  std::vector<double> m_values;
};

// The Cholesky factor of the matrix whose lower triangle stands there, in its place. False where it
// is not positive definite.
bool factorise(SquareMatrix& matrix);
// x of L x = b, and of transposed(L) x = b, in the place of b.
void solveLower(const SquareMatrix& lower, std::vector<double>& values);
void solveUpper(const SquareMatrix& lower, std::vector<double>& values);
// The lower triangle of the inverse of L transposed(L).
SquareMatrix inverse(const SquareMatrix& lower);

}  // namespace kw::surrogate
