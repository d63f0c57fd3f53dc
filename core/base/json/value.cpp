// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json/value.h"

#include <cmath>
#include <limits>

namespace kw::json {

namespace {

const std::string emptyString;
const Array emptyArray;
const Object emptyObject;
const Value nullValue;

double specialReal(std::string_view text, double fallback) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return fallback;
}

}  // namespace

Value Value::object(std::initializer_list<NewMember> members) {
  Object object;
  object.reserve(members.size());
  for (const NewMember& member : members)
    object.emplace_back(member.key, std::move(member.value));
  return Value(std::move(object));
}

bool Value::asBool(bool fallback) const {
  const bool* value = std::get_if<bool>(&m_data);
  return value ? *value : fallback;
}

int64_t Value::asInteger(int64_t fallback) const {
  if (const int64_t* value = std::get_if<int64_t>(&m_data)) return *value;
  const double* real = std::get_if<double>(&m_data);
  // 2^63 itself is outside; the comparison is false for NaN.
  if (real && *real >= -0x1p63 && *real < 0x1p63 && std::trunc(*real) == *real)
    return static_cast<int64_t>(*real);
  return fallback;
}

double Value::asReal(double fallback) const {
  if (const double* value = std::get_if<double>(&m_data)) return *value;
  if (const int64_t* value = std::get_if<int64_t>(&m_data)) return static_cast<double>(*value);
  if (const std::string* text = std::get_if<std::string>(&m_data))
    return specialReal(*text, fallback);
  return fallback;
}

const std::string& Value::asString() const {
  const std::string* value = std::get_if<std::string>(&m_data);
  return value ? *value : emptyString;
}

const Array& Value::asArray() const {
  const Array* value = std::get_if<Array>(&m_data);
  return value ? *value : emptyArray;
}

const Object& Value::asObject() const {
  const Object* value = std::get_if<Object>(&m_data);
  return value ? *value : emptyObject;
}

const Value* Value::find(std::string_view key) const {
  for (const Member& member : asObject())
    if (member.first == key) return &member.second;
  return nullptr;
}

const Value& Value::operator[](std::string_view key) const {
  const Value* value = find(key);
  return value ? *value : nullValue;
}

Value& Value::set(std::string key, Value value) {
  if (!isObject()) m_data = Object();
  for (Member& member : std::get<Object>(m_data))
    if (member.first == key) return member.second = std::move(value);
  return append(std::move(key), std::move(value));
}

Value& Value::append(std::string key, Value value) {
  if (!isObject()) m_data = Object();
  return std::get<Object>(m_data).emplace_back(std::move(key), std::move(value)).second;
}

Value& Value::push(Value value) {
  if (!isArray()) m_data = Array();
  return std::get<Array>(m_data).emplace_back(std::move(value));
}

std::string_view Value::kindName() const {
  static constexpr std::string_view names[] = {"null",     "a boolean", "an integer", "a number",
                                               "a string", "an array",  "an object"};
  return names[m_data.index()];
}

}  // namespace kw::json
