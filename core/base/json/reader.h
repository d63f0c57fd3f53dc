// SPDX-License-Identifier: GPL-3.0-or-later
// Strict decoding of a JSON file into a struct, reporting all faults at once.
//
//   Faults faults(fileName);
//   ObjectReader reader(value, "", faults);
//   problem.name = reader.string("name");                // required
//   case.weight = reader.optionalReal("weight", 1.0);    // with a default
//   reader.finish();                                     // unknown keys become faults
//   if (!faults.empty()) return fail(faults.take());
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw::json {

// Collects the faults of one file.
class Faults {
 public:
  explicit Faults(std::string fileName) : m_file(std::move(fileName)) {}

  // A fault at a value's place. `keyPath` such as "cases[1].sizes.width".
  void add(const Value& at, std::string keyPath, std::string message, std::string advice = {});
  void add(Error error) { m_errors.push_back(std::move(error)); }
  bool empty() const { return m_errors.empty(); }
  size_t size() const { return m_errors.size(); }
  const std::string& file() const { return m_file; }
  // All of them as one Error of kind badInput; must not be empty.
  Error take();

 private:
  std::string m_file;
  std::vector<Error> m_errors;
};

class ObjectReader {
 public:
  // A value that is no object is a fault; every later call then gives its fallback in silence.
  ObjectReader(const Value& value, std::string keyPath, Faults& faults);

  bool has(std::string_view key);  // marks the key as known
  // The member as it stands, or nullptr; marks the key as known.
  const Value* raw(std::string_view key);
  const Value* required(std::string_view key);  // absent is a fault

  std::string string(std::string_view key);
  std::string optionalString(std::string_view key, std::string fallback = {});
  int64_t integer(std::string_view key, int64_t least = INT64_MIN, int64_t most = INT64_MAX);
  int64_t optionalInteger(std::string_view key, int64_t fallback, int64_t least = INT64_MIN,
                          int64_t most = INT64_MAX);
  double real(std::string_view key);
  double optionalReal(std::string_view key, double fallback);
  bool optionalBool(std::string_view key, bool fallback);
  // Elements of an array member; absent gives none. Not an array is a fault.
  const Array& optionalArray(std::string_view key);
  const Array& array(std::string_view key);
  std::vector<std::string> optionalStrings(std::string_view key);
  // One of `allowed`, else a fault naming them and the nearest.
  std::string oneOf(std::string_view key, const std::vector<std::string>& allowed,
                    const std::optional<std::string>& fallback = std::nullopt);

  // The path of a member, for messages: "cases[1].sizes".
  std::string path(std::string_view key) const;
  const std::string& path() const { return m_path; }
  const Value& value() const { return *m_value; }
  Faults& faults() { return m_faults; }
  void fault(std::string_view key, std::string message, std::string advice = {});

  // Every key not asked for is a fault that names the nearest known one.
  void finish();

 private:
  const Value* m_value;
  std::string m_path;
  Faults& m_faults;
  std::vector<std::string> m_known;
};

}  // namespace kw::json
