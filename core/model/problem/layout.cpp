// SPDX-License-Identifier: GPL-3.0-or-later
// How the elements of an argument lie in its buffer.
#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/result/message.h"
#include "model/problem/problem.h"

namespace kw {

namespace {

using expression::Expression;

bool multiply(int64_t a, int64_t b, int64_t& product) {
  return !__builtin_mul_overflow(a, b, &product);
}

bool add(int64_t a, int64_t b, int64_t& sum) {
  return !__builtin_add_overflow(a, b, &sum);
}

Unexpected<Error> tooLarge(const Argument& argument) {
  return failInput("argument " + argument.name + " is larger than 2^63 bytes");
}

Result<std::vector<int64_t>> evaluateAll(const Argument& argument,
                                         const std::vector<Expression>& expressions,
                                         const char* what, const expression::Lookup& lookup) {
  std::vector<int64_t> values;
  for (const Expression& expression : expressions) {
    const Result<int64_t> value = expression.evaluateInteger(lookup);
    const std::string where =
        "argument " + argument.name + ": the " + what + " \"" + expression.text() + "\" ";
    if (!value) return failInput(where + "has no value: " + value.error().message);
    if (*value < 0)
      return failInput(where + "is " + std::to_string(*value) + ", expected 0 or more");
    values.push_back(*value);
  }
  return values;
}

Result<std::vector<int64_t>> denseStrides(const Argument& argument,
                                          const std::vector<int64_t>& shape) {
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    if (!multiply(strides[i], std::max<int64_t>(shape[i], 1), strides[i - 1]))
      return tooLarge(argument);
  return strides;
}

// Axes by ascending stride: each has to step over all that the ones before it cover.
Status checkOverlap(const Argument& argument, const BufferLayout& layout) {
  std::vector<size_t> axes;
  for (size_t axis = 0; axis < layout.shape.size(); ++axis)
    if (layout.shape[axis] > 1) axes.push_back(axis);
  std::sort(axes.begin(), axes.end(),
            [&](size_t a, size_t b) { return layout.strides[a] < layout.strides[b]; });
  int64_t covered = 1;
  for (const size_t axis : axes) {
    const int64_t stride = layout.strides[axis];
    if (stride < covered)
      return failInput("argument " + argument.name + ": elements overlap, since the stride " +
                       std::to_string(stride) + " of axis " + std::to_string(axis) +
                       " is less than the " + std::to_string(covered) +
                       " elements that the axes inside it cover");
    int64_t reach = 0;
    if (!multiply(layout.shape[axis] - 1, stride, reach) || !add(covered, reach, covered))
      return tooLarge(argument);
  }
  return {};
}

Status measureExtent(const Argument& argument, BufferLayout& layout) {
  layout.elements = 1;
  for (const int64_t length : layout.shape)
    if (!multiply(layout.elements, length, layout.elements)) return tooLarge(argument);
  layout.extent = layout.offset;
  if (layout.elements > 0) {
    int64_t last = layout.offset;
    for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
      int64_t reach = 0;
      if (!multiply(layout.shape[axis] - 1, layout.strides[axis], reach) || !add(last, reach, last))
        return tooLarge(argument);
    }
    if (!add(last, 1, layout.extent)) return tooLarge(argument);
  }
  if (!multiply(layout.extent, static_cast<int64_t>(sizeOf(argument.type)), layout.bytes))
    return tooLarge(argument);
  return {};
}

}  // namespace

Result<BufferLayout> layoutOf(const Argument& argument, const expression::Lookup& lookup) {
  BufferLayout layout;
  KW_ASSIGN(layout.shape, evaluateAll(argument, argument.shape, "length", lookup));
  KW_ASSIGN(const auto dense, denseStrides(argument, layout.shape));
  KW_ASSIGN(layout.strides, evaluateAll(argument, argument.strides, "stride", lookup));
  if (argument.strides.empty()) layout.strides = dense;
  if (layout.strides.size() != layout.shape.size())
    return failInput("argument " + argument.name + " has " +
                     counted(layout.shape.size(), "axis", "axes") + " and " +
                     counted(layout.strides.size(), "stride"));
  KW_ASSIGN(const auto offset, evaluateAll(argument, {argument.offset}, "offset", lookup));
  layout.offset = offset.front();
  layout.dense = layout.offset == 0 && layout.strides == dense;
  KW_TRY(measureExtent(argument, layout));
  KW_TRY(checkOverlap(argument, layout));
  return layout;
}

}  // namespace kw
