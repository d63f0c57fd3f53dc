// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/read_fill.h"

#include <array>

#include "model/space/expression_fields.h"

namespace kw {

namespace {

using expression::Expression;

struct Kind {
  const char* key;
  Fill::Kind kind;
};
constexpr std::array<Kind, 9> kinds{{
    {"normal", Fill::Kind::normal},
    {"uniform", Fill::Kind::uniform},
    {"integers", Fill::Kind::integers},
    {"permutation", Fill::Kind::permutation},
    {"csr_offsets", Fill::Kind::csrOffsets},
    {"constant", Fill::Kind::constant},
    {"special", Fill::Kind::special},
    {"npy", Fill::Kind::file},
    {"function", Fill::Kind::function},
}};

void readPair(json::ObjectReader& reader, const char* key, Fill& fill) {
  std::vector<Expression> pair = readExpressions(reader, key, 2, 2);
  if (pair.size() != 2) return;
  fill.low = pair[0];
  fill.high = pair[1];
}

void readContent(json::ObjectReader& reader, const char* key, Fill& fill) {
  switch (fill.kind) {
    case Fill::Kind::normal:
    case Fill::Kind::uniform:
    case Fill::Kind::integers:
      return readPair(reader, key, fill);
    case Fill::Kind::csrOffsets:
      fill.high = requiredExpression(reader, key);
      return;
    case Fill::Kind::constant:
      fill.low = requiredExpression(reader, key);
      return;
    case Fill::Kind::file:
    case Fill::Kind::function:
      fill.name = reader.string(key);
      return;
    case Fill::Kind::permutation:
    case Fill::Kind::special:
      if (!reader.optionalBool(key, true)) reader.fault(key, "expected true");
  }
}

bool suits(Fill::Kind kind, ElementType type) {
  const bool isReal = kind == Fill::Kind::normal || kind == Fill::Kind::uniform;
  const bool isWhole = kind == Fill::Kind::permutation || kind == Fill::Kind::csrOffsets;
  if (isReal) return isFloatingPoint(type);
  return !isWhole || (!isFloatingPoint(type) && type != ElementType::boolean);
}

}  // namespace

Fill readFill(const json::Value& value, const std::string& keyPath, ElementType type,
              const NameScope& sizes, json::Faults& faults) {
  json::ObjectReader reader(value, keyPath, faults);
  Fill fill = defaultFill(type);
  const char* chosen = nullptr;
  size_t given = 0;
  for (const Kind& one : kinds) {
    if (!reader.has(one.key)) continue;
    ++given;
    chosen = one.key;
    fill.kind = one.kind;
  }
  reader.finish();
  if (given != 1) {
    if (value.isObject())
      faults.add(value, keyPath, "expected one kind of fill, found " + std::to_string(given),
                 "such as {\"normal\": [0, 1]}");
    return defaultFill(type);
  }
  readContent(reader, chosen, fill);
  if (!suits(fill.kind, type))
    reader.fault(chosen,
                 "a fill with \"" + std::string(chosen) + "\" does not suit elements of type " +
                     std::string(name(type)),
                 isFloatingPoint(type) ? "use normal, uniform or integers" : "use integers");
  checkNames(fill.low, sizes, value, reader.path(chosen), faults);
  checkNames(fill.high, sizes, value, reader.path(chosen), faults);
  return fill;
}

Fill defaultFill(ElementType type) {
  Fill fill;
  if (isFloatingPoint(type)) return fill;
  fill.kind = Fill::Kind::integers;
  fill.low = Expression::constant(int64_t{0});
  fill.high = Expression::constant(int64_t{type == ElementType::boolean ? 1 : 100});
  return fill;
}

}  // namespace kw
