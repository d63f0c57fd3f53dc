// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/surrogate/matrix.h"

#include <cmath>
#include <numeric>

namespace kw::surrogate {

bool factorise(SquareMatrix& matrix) {
  for (size_t i = 0; i < matrix.size(); ++i) {
    double* row = matrix.row(i);
    for (size_t j = 0; j <= i; ++j) {
      const double* other = matrix.row(j);
      const double left = row[j] - std::inner_product(row, row + j, other, 0.0);
      if (j < i) {
        row[j] = left / other[j];
      } else if (left > 1e-12) {
        row[i] = std::sqrt(left);
      } else {
        return false;
      }
    }
  }
  return true;
}

void solveLower(const SquareMatrix& lower, std::vector<double>& values) {
  for (size_t i = 0; i < lower.size(); ++i) {
    const double* row = lower.row(i);
    values[i] = (values[i] - std::inner_product(row, row + i, values.data(), 0.0)) / row[i];
  }
}

void solveUpper(const SquareMatrix& lower, std::vector<double>& values) {
  for (size_t i = lower.size(); i-- > 0;) {
    const double* row = lower.row(i);
    values[i] /= row[i];
    for (size_t j = 0; j < i; ++j)
      values[j] -= row[j] * values[i];
  }
}

SquareMatrix inverse(const SquareMatrix& lower) {
  const size_t size = lower.size();
  SquareMatrix half(size);  // the inverse of L
  for (size_t i = 0; i < size; ++i) {
    double* row = half.row(i);
    const double* factor = lower.row(i);
    for (size_t k = 0; k < i; ++k)
      for (size_t j = 0; j <= k; ++j)
        row[j] -= factor[k] * half.row(k)[j];
    for (size_t j = 0; j < i; ++j)
      row[j] /= factor[i];
    row[i] = 1 / factor[i];
  }
  SquareMatrix whole(size);
  for (size_t k = 0; k < size; ++k) {
    const double* row = half.row(k);
    for (size_t i = 0; i <= k; ++i)
      for (size_t j = 0; j <= i; ++j)
        whole.row(i)[j] += row[i] * row[j];
  }
  return whole;
}

}  // namespace kw::surrogate
