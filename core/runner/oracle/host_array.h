// SPDX-License-Identifier: GPL-3.0-or-later
// An array in the runner's own memory: inputs made on the CPU, answers of oracles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"

namespace kw {

struct HostArray {
  ElementType type = ElementType::float64;
  std::vector<int64_t> shape;   // empty: a single number
  std::vector<std::byte> data;  // row-major, dense

  static HostArray zeros(ElementType type, std::vector<int64_t> shape);

  int64_t elements() const { return static_cast<int64_t>(data.size() / sizeOf(type)); }
  // Element `index` in row-major order. 64-bit integers above 2^53 are rounded by real().
  double real(int64_t index) const;
  uint64_t bits(int64_t index) const;
  void setBits(int64_t index, uint64_t bits);
};

// The type in which NumPy can hold every value: 16- and 8-bit floats become float32, exactly.
ElementType numpyType(ElementType type);
HostArray toNumpyType(const HostArray& array);

// The array with its elements as `type`: floats are rounded to nearest even. An integer out of the
// type's range, or a fraction for an integer type, is a fault that names the first one.
Result<HostArray> converted(const HostArray& array, ElementType type);

// Dense elements to where a layout puts them in a buffer of layout.bytes, gaps filled with
// `gapByte`; and back.
std::vector<std::byte> scattered(const HostArray& dense, const BufferLayout& layout,
                                 std::byte gapByte);
HostArray gathered(const std::vector<std::byte>& buffer, ElementType type,
                   const BufferLayout& layout);

// "[3, 1001]"
std::string shapeText(const std::vector<int64_t>& shape);

// The index in each dimension of the element at `index` in row-major order.
std::vector<int64_t> multiIndex(int64_t index, const std::vector<int64_t>& shape);

}  // namespace kw
