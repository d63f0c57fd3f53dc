// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/expression_fields.h"

namespace kw {

using expression::Expression;

Expression readExpression(const json::Value& value, const std::string& keyPath,
                          json::Faults& faults) {
  if (value.isInteger()) return Expression::constant(value.asInteger());
  if (value.isReal()) return Expression::constant(value.asReal());
  if (value.isBool()) return Expression::constant(value.asBool());
  if (!value.isString()) {
    faults.add(value, keyPath,
               "expected a number or an expression, found " + std::string(value.kindName()));
    return {};
  }
  Result<Expression> parsed = Expression::parse(value.asString());
  if (parsed) return *std::move(parsed);
  faults.add(value, keyPath,
             "\"" + value.asString() + "\" is no expression: " + parsed.error().message,
             parsed.error().advice);
  return {};
}

Expression requiredExpression(json::ObjectReader& reader, std::string_view key) {
  const json::Value* value = reader.required(key);
  return value ? readExpression(*value, reader.path(key), reader.faults()) : Expression();
}

Expression optionalExpression(json::ObjectReader& reader, std::string_view key,
                              Expression fallback) {
  const json::Value* value = reader.raw(key);
  return value ? readExpression(*value, reader.path(key), reader.faults()) : std::move(fallback);
}

std::vector<Expression> readExpressions(json::ObjectReader& reader, std::string_view key,
                                        size_t least, size_t most) {
  std::vector<Expression> all;
  const json::Array& items = least > 0 ? reader.array(key) : reader.optionalArray(key);
  const json::Value* value = reader.raw(key);
  if (value && value->isArray() && (items.size() < least || items.size() > most)) {
    reader.fault(key, "expected " + std::to_string(least) + " to " + std::to_string(most) +
                          " elements, found " + std::to_string(items.size()));
  }
  for (size_t i = 0; i < items.size(); ++i)
    all.push_back(readExpression(items[i], elementPath(reader.path(key), i), reader.faults()));
  return all;
}

json::Value writeExpression(const Expression& expression) {
  if (!expression.isConstant()) return expression.text();
  const Result<expression::Value> value =
      expression.evaluate([](std::string_view) { return std::optional<expression::Value>(); });
  // 4 * 1024 stays as it was written; only plain literals become numbers.
  if (!value || expression::toText(*value) != expression.text()) return expression.text();
  if (const auto* integer = std::get_if<int64_t>(&*value)) return *integer;
  if (const auto* real = std::get_if<double>(&*value)) return *real;
  if (const auto* boolean = std::get_if<bool>(&*value)) return *boolean;
  return expression.text();
}

json::Value writeExpressions(const std::vector<Expression>& expressions) {
  json::Array array;
  for (const Expression& expression : expressions)
    array.push_back(writeExpression(expression));
  return array;
}

std::string elementPath(const std::string& keyPath, size_t index) {
  return keyPath + "[" + std::to_string(index) + "]";
}

}  // namespace kw
