// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON value that remembers where it stood in its text.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace kw::json {

class Value;
struct NewMember;
using Array = std::vector<Value>;
using Member = std::pair<std::string, Value>;
using Object = std::vector<Member>;  // in the order of the text; keys are unique

class Value {
 public:
  Value() = default;  // null
  Value(std::nullptr_t) {}
  Value(bool value) : m_data(value) {}
  Value(int value) : m_data(int64_t{value}) {}
  Value(unsigned value) : m_data(int64_t{value}) {}
  Value(long value) : m_data(int64_t{value}) {}
  Value(long long value) : m_data(int64_t{value}) {}
  // Values above 2^63-1 cannot be held: callers keep their numbers below it.
  Value(unsigned long value) : m_data(static_cast<int64_t>(value)) {}
  Value(unsigned long long value) : m_data(static_cast<int64_t>(value)) {}
  Value(double value) : m_data(value) {}  // NaN and infinities are written as strings
  Value(const char* value) : m_data(std::string(value)) {}
  Value(std::string_view value) : m_data(std::string(value)) {}
  Value(std::string value) : m_data(std::move(value)) {}
  Value(Array value) : m_data(std::move(value)) {}
  Value(Object value) : m_data(std::move(value)) {}

  // Value::object({{"a", 1}, {"b", "two"}})
  static Value object(std::initializer_list<NewMember> members);
  static Value array(std::initializer_list<Value> items) { return Value(Array(items)); }

  bool isNull() const { return std::holds_alternative<std::monostate>(m_data); }
  bool isBool() const { return std::holds_alternative<bool>(m_data); }
  bool isInteger() const { return std::holds_alternative<int64_t>(m_data); }
  bool isReal() const { return std::holds_alternative<double>(m_data); }
  bool isNumber() const { return isInteger() || isReal(); }
  bool isString() const { return std::holds_alternative<std::string>(m_data); }
  bool isArray() const { return std::holds_alternative<Array>(m_data); }
  bool isObject() const { return std::holds_alternative<Object>(m_data); }

  // Each of these expects the kind it names and otherwise gives the fallback (empty for the
  // containers): for messages whose shape was checked already.
  bool asBool(bool fallback = false) const;
  int64_t asInteger(int64_t fallback = 0) const;  // a real with an integral value counts
  double asReal(double fallback = 0) const;       // integers count; "nan", "inf", "-inf" as written
  const std::string& asString() const;
  const Array& asArray() const;
  const Object& asObject() const;

  // The member, or nullptr where there is none or this is no object.
  const Value* find(std::string_view key) const;
  // The member, or a null value.
  const Value& operator[](std::string_view key) const;

  // Adds or replaces a member; turns a null value into an object first.
  Value& set(std::string key, Value value);
  // Adds a member whose key is known to be new: no search, so building a large object stays linear.
  Value& append(std::string key, Value value);
  // Appends; turns a null value into an array first.
  Value& push(Value value);

  // "null", "a boolean", "an integer", "a number", "a string", "an array" or "an object".
  std::string_view kindName() const;

  // Where it began in the text it was read from, counted from 1; 0 if it was not read.
  int line() const { return m_line; }
  int column() const { return m_column; }
  void setPlace(int line, int column) {
    m_line = line;
    m_column = column;
  }

  // Equal in kind and content; places do not count. The order of members does.
  friend bool operator==(const Value& a, const Value& b) { return a.m_data == b.m_data; }

 private:
  std::variant<std::monostate, bool, int64_t, double, std::string, Array, Object> m_data;
  int m_line = 0;
  int m_column = 0;
};

// A member on its way into an object: what an initializer list holds could otherwise only be
// copied, and whole trees are built from such lists.
struct NewMember {
  template <class T>
  NewMember(std::string_view name, T&& content) : key(name), value(std::forward<T>(content)) {}

  std::string_view key;
  mutable Value value;  // moved from
};

}  // namespace kw::json
