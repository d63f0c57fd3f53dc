// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/host_array.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>

#include "runner/device/plain_plans.h"
#include "runner/device/scalar_types.h"

namespace kw {

namespace {

int code(ElementType type) {
  return static_cast<int>(type);
}

bool isUnsigned64(ElementType type) {
  return type == ElementType::uint64;
}

// Whether integer bits of `from` name a value that `to` has too.
bool integerFits(uint64_t bits, ElementType from, ElementType to) {
  const scalar::Integer value = scalar::decodeInteger(bits, code(from));
  const bool aboveSigned = isUnsigned64(from) && value < 0;
  if (aboveSigned) return isUnsigned64(to);
  if (isUnsigned64(to)) return value >= 0;
  return value >= scalar::leastInteger(code(to)) && value <= scalar::greatestInteger(code(to));
}

bool realFits(double value, ElementType to) {
  if (!std::isfinite(value) || value != std::trunc(value)) return false;
  const double least = static_cast<double>(scalar::leastInteger(code(to)));
  // 2^64 and 2^63 are the first values beyond; as doubles both are exact.
  if (isUnsigned64(to)) return value >= 0 && value < 18446744073709551616.0;
  if (to == ElementType::int64) return value >= least && value < 9223372036854775808.0;
  return value >= least && value <= static_cast<double>(scalar::greatestInteger(code(to)));
}

uint64_t realToBits(double value, ElementType to) {
  if (isUnsigned64(to)) return static_cast<uint64_t>(value);
  return scalar::encode(value, code(to));
}

}  // namespace

HostArray HostArray::zeros(ElementType type, std::vector<int64_t> shape) {
  const int64_t count =
      std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<int64_t>());
  HostArray array{type, std::move(shape), {}};
  array.data.resize(static_cast<size_t>(count) * sizeOf(type));
  return array;
}

double HostArray::real(int64_t index) const {
  return scalar::decode(bits(index), code(type));
}

uint64_t HostArray::bits(int64_t index) const {
  return scalar::loadBits(data.data(), index, code(type));
}

void HostArray::setBits(int64_t index, uint64_t value) {
  scalar::storeBits(data.data(), index, code(type), value);
}

ElementType numpyType(ElementType type) {
  return isFloatingPoint(type) && sizeOf(type) < 4 ? ElementType::float32 : type;
}

HostArray toNumpyType(const HostArray& array) {
  const ElementType target = numpyType(array.type);
  if (target == array.type) return array;
  HostArray result = HostArray::zeros(target, array.shape);
  for (int64_t i = 0; i < array.elements(); ++i) {
    const float value = static_cast<float>(array.real(i));
    std::memcpy(result.data.data() + static_cast<size_t>(i) * sizeof value, &value, sizeof value);
  }
  return result;
}

Result<HostArray> converted(const HostArray& array, ElementType type) {
  if (type == array.type) return array;
  HostArray result = HostArray::zeros(type, array.shape);
  const bool fromReal = isFloatingPoint(array.type);
  for (int64_t i = 0; i < array.elements(); ++i) {
    const uint64_t bits = array.bits(i);
    const double value = array.real(i);
    if (isFloatingPoint(type)) {
      result.setBits(i, scalar::encode(value, code(type)));
    } else if (fromReal ? realFits(value, type) : integerFits(bits, array.type, type)) {
      result.setBits(i, fromReal ? realToBits(value, type) : bits);
    } else {
      return failInput("the element at " + shapeText(multiIndex(i, array.shape)) + " is " +
                       expression::toText(value) + ", which is no " + std::string(name(type)));
    }
  }
  return result;
}

std::vector<std::byte> scattered(const HostArray& dense, const BufferLayout& layout,
                                 std::byte gapByte) {
  if (layout.dense) return dense.data;
  const size_t size = sizeOf(dense.type);
  std::vector<std::byte> buffer(static_cast<size_t>(layout.bytes), gapByte);
  for (int64_t i = 0; i < layout.elements; ++i) {
    std::memcpy(buffer.data() + static_cast<size_t>(positionOf(layout, i)) * size,
                dense.data.data() + static_cast<size_t>(i) * size, size);
  }
  return buffer;
}

HostArray gathered(const std::vector<std::byte>& buffer, ElementType type,
                   const BufferLayout& layout) {
  HostArray dense = HostArray::zeros(type, layout.shape);
  const size_t size = sizeOf(type);
  for (int64_t i = 0; i < layout.elements; ++i) {
    std::memcpy(dense.data.data() + static_cast<size_t>(i) * size,
                buffer.data() + static_cast<size_t>(positionOf(layout, i)) * size, size);
  }
  return dense;
}

std::string shapeText(const std::vector<int64_t>& shape) {
  std::string text = "[";
  for (const int64_t extent : shape) {
    text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  }
  return text + "]";
}

std::vector<int64_t> multiIndex(int64_t index, const std::vector<int64_t>& shape) {
  std::vector<int64_t> place(shape.size(), 0);
  for (size_t axis = shape.size(); axis-- > 0 && index > 0;) {
    if (shape[axis] <= 0) return place;
    place[axis] = index % shape[axis];
    index /= shape[axis];
  }
  return place;
}

}  // namespace kw
