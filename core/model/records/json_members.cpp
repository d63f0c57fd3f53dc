// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/records/json_members.h"

namespace kw {

namespace {

bool isReal(const json::Value& value) {
  if (value.isNumber()) return true;
  if (!value.isString()) return false;
  const std::string& text = value.asString();
  return text == "nan" || text == "inf" || text == "-inf";
}

// Calls `take` with each item of an array, or member of an object, that is of the right kind.
template <class Check, class Take>
void eachItem(json::ObjectReader& reader, std::string_view key, Check isRight, const char* expected,
              Take take) {
  for (const json::Value& item : reader.optionalArray(key)) {
    if (isRight(item))
      take(item);
    else
      reader.fault(key,
                   std::string(expected) + " expected, " + std::string(item.kindName()) + " found");
  }
}

template <class Check, class Take>
void eachMember(json::ObjectReader& reader, std::string_view key, Check isRight,
                const char* expected, Take take) {
  const json::Value* object = reader.raw(key);
  if (!object) return;
  if (!object->isObject()) {
    reader.fault(key, "an object expected, " + std::string(object->kindName()) + " found");
    return;
  }
  for (const auto& [name, item] : object->asObject()) {
    if (isRight(item))
      take(name, item);
    else
      reader.fault(key, std::string(expected) + " expected for " + name + ", " +
                            std::string(item.kindName()) + " found");
  }
}

bool isInteger(const json::Value& value) {
  return value.isInteger();
}

}  // namespace

double readReal(json::ObjectReader& reader, std::string_view key, double fallback) {
  const json::Value* value = reader.raw(key);
  if (!value) return fallback;
  if (isReal(*value)) return value->asReal();
  reader.fault(key, "a number expected, " + std::string(value->kindName()) + " found");
  return fallback;
}

std::vector<double> readReals(json::ObjectReader& reader, std::string_view key) {
  std::vector<double> numbers;
  eachItem(reader, key, isReal, "a number",
           [&](const json::Value& item) { numbers.push_back(item.asReal()); });
  return numbers;
}

std::vector<int64_t> readIntegers(json::ObjectReader& reader, std::string_view key) {
  std::vector<int64_t> numbers;
  eachItem(reader, key, isInteger, "an integer",
           [&](const json::Value& item) { numbers.push_back(item.asInteger()); });
  return numbers;
}

std::map<std::string, double> readRealMap(json::ObjectReader& reader, std::string_view key) {
  std::map<std::string, double> numbers;
  eachMember(
      reader, key, isReal, "a number",
      [&](const std::string& name, const json::Value& item) { numbers[name] = item.asReal(); });
  return numbers;
}

std::map<std::string, int64_t> readIntegerMap(json::ObjectReader& reader, std::string_view key) {
  std::map<std::string, int64_t> numbers;
  eachMember(
      reader, key, isInteger, "an integer",
      [&](const std::string& name, const json::Value& item) { numbers[name] = item.asInteger(); });
  return numbers;
}

int readInt(json::ObjectReader& reader, std::string_view key, int fallback, int least) {
  return static_cast<int>(reader.optionalInteger(key, fallback, least, INT_MAX));
}

}  // namespace kw
