// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/plain_plans.h"

namespace kw {
namespace {

// Both sides number their enumerations alike.
template <class A, class B>
constexpr bool sameNumber(A a, B b) {
  return static_cast<int>(a) == static_cast<int>(b);
}
static_assert(sameNumber(ElementType::float64, scalar::float64));
static_assert(sameNumber(ElementType::float32, scalar::float32));
static_assert(sameNumber(ElementType::float16, scalar::float16));
static_assert(sameNumber(ElementType::bfloat16, scalar::bfloat16));
static_assert(sameNumber(ElementType::fp8e4m3, scalar::fp8e4m3));
static_assert(sameNumber(ElementType::fp8e5m2, scalar::fp8e5m2));
static_assert(sameNumber(ElementType::int64, scalar::int64));
static_assert(sameNumber(ElementType::int8, scalar::int8));
static_assert(sameNumber(ElementType::uint64, scalar::uint64));
static_assert(sameNumber(ElementType::uint8, scalar::uint8));
static_assert(sameNumber(ElementType::boolean, scalar::boolean));
static_assert(sameNumber(Fill::Kind::normal, generator::normal));
static_assert(sameNumber(Fill::Kind::permutation, generator::permutation));
static_assert(sameNumber(Fill::Kind::csrOffsets, generator::csrOffsets));
static_assert(sameNumber(Fill::Kind::special, generator::special));
static_assert(sameNumber(Comparison::Kind::tolerance, comparison::tolerance));
static_assert(sameNumber(Comparison::Kind::exact, comparison::exact));
static_assert(sameNumber(Comparison::Kind::codes, comparison::codes));

}  // namespace

Result<generator::Plan> plainPlan(const FillPlan& plan) {
  if (plan.kind == Fill::Kind::file || plan.kind == Fill::Kind::function)
    return failInput(
        "a fill from a file or a function comes as an upload, not as a generated fill");
  if (plan.elements < 0)
    return failInput("a fill of " + std::to_string(plan.elements) + " elements is not possible");
  if (plan.kind == Fill::Kind::integers && plan.highInteger < plan.lowInteger)
    return failInput("a fill with integers from " + std::to_string(plan.lowInteger) + " to " +
                         std::to_string(plan.highInteger) + " has no values",
                     {}, "give the lower bound first; both are included");
  if (plan.kind == Fill::Kind::csrOffsets && plan.highInteger < 0)
    return failInput("offsets of a CSR matrix cannot end at " + std::to_string(plan.highInteger));
  return generator::Plan{static_cast<int>(plan.kind),
                         static_cast<int>(plan.type),
                         plan.elements,
                         plan.low,
                         plan.high,
                         plan.lowInteger,
                         plan.highInteger,
                         plan.seed,
                         plan.stream};
}

Result<comparison::Rule> plainRule(const ComparePlan& plan) {
  if (plan.kind == Comparison::Kind::set || plan.kind == Comparison::Kind::topK)
    return failInput("sets and top-k results are not compared element by element");
  return comparison::Rule{static_cast<int>(plan.kind),
                          static_cast<int>(plan.type),
                          plan.wantIsDouble,
                          plan.anyNan,
                          plan.anyInfinity,
                          plan.relative,
                          plan.absolute,
                          plan.codes};
}

Result<comparison::Cells> plainCells(const ErrorPlan& plan) {
  const int64_t elements = plan.compare.layout.elements;
  const bool divides = plan.width > 0 && elements > 0 && elements % plan.width == 0;
  const int64_t height = divides ? elements / plan.width : 0;
  if (plan.rows < 1 || plan.columns < 1 || plan.rows > height || plan.columns > plan.width)
    return failInput(std::to_string(plan.rows) + " x " + std::to_string(plan.columns) +
                     " cells do not fit " + std::to_string(elements) + " elements in columns of " +
                     std::to_string(plan.width));
  return comparison::Cells{plan.width, height, plan.rows, plan.columns};
}

int64_t positionOf(const BufferLayout& layout, int64_t index) {
  if (layout.dense) return index;
  int64_t position = layout.offset;
  for (size_t axis = layout.shape.size(); axis-- > 0;) {
    position += index % layout.shape[axis] * layout.strides[axis];
    index /= layout.shape[axis];
  }
  return position;
}

}  // namespace kw
