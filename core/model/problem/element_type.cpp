// SPDX-License-Identifier: GPL-3.0-or-later
// The types of elements, their names in files and their sizes.
#include <array>

#include "model/problem/problem.h"

namespace kw {

namespace {

struct TypeFacts {
  ElementType type;
  std::string_view name;
  size_t bytes;
  bool floating;
};

constexpr std::array<TypeFacts, 15> allTypes{{
    {ElementType::float64, "float64", 8, true},
    {ElementType::float32, "float32", 4, true},
    {ElementType::float16, "float16", 2, true},
    {ElementType::bfloat16, "bf16", 2, true},
    {ElementType::fp8e4m3, "fp8_e4m3", 1, true},
    {ElementType::fp8e5m2, "fp8_e5m2", 1, true},
    {ElementType::int64, "int64", 8, false},
    {ElementType::int32, "int32", 4, false},
    {ElementType::int16, "int16", 2, false},
    {ElementType::int8, "int8", 1, false},
    {ElementType::uint64, "uint64", 8, false},
    {ElementType::uint32, "uint32", 4, false},
    {ElementType::uint16, "uint16", 2, false},
    {ElementType::uint8, "uint8", 1, false},
    {ElementType::boolean, "bool", 1, false},
}};

const TypeFacts& factsOf(ElementType type) {
  for (const TypeFacts& facts : allTypes)
    if (facts.type == type) return facts;
  return allTypes.front();
}

}  // namespace

std::string_view name(ElementType type) {
  return factsOf(type).name;
}

std::optional<ElementType> elementType(std::string_view name) {
  for (const TypeFacts& facts : allTypes)
    if (facts.name == name) return facts.type;
  return std::nullopt;
}

size_t sizeOf(ElementType type) {
  return factsOf(type).bytes;
}

bool isFloatingPoint(ElementType type) {
  return factsOf(type).floating;
}

std::vector<std::string> elementTypeNames() {
  std::vector<std::string> names;
  for (const TypeFacts& facts : allTypes)
    names.emplace_back(facts.name);
  return names;
}

}  // namespace kw
