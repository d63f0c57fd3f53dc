// SPDX-License-Identifier: GPL-3.0-or-later
// Builds a tree of values from a parser's events and knows the key path of the one being read.
// Internal to json/. Each event gives false once the text is refused.
#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/json/position.h"
#include "base/json/value.h"
#include "base/result/result.h"

namespace kw::json {

class TreeBuilder {
 public:
  bool open(Value container, Mark mark);  // an empty array or object
  bool key(std::string name, Mark mark);
  bool value(Value value, Mark mark);
  bool close();
  // Refuses the text at a place. Only the first refusal counts; always gives false.
  bool refuse(Mark mark, std::string message);
  bool failed() const { return m_error.has_value(); }

  // The value or the fault; the builder is spent afterwards.
  Result<Value> take(const std::string& fileName);

 private:
  struct Level {
    Value container;
    std::string key;  // of the member being read
    bool isObject = false;
    size_t count = 0;
    // Keys so far, once there are too many to look through one by one.
    std::unordered_set<std::string> keys;
  };
  void attach(Value value);
  bool isDuplicate(Level& level, const std::string& name);
  std::string keyPath() const;

  std::vector<Level> m_levels;
  Value m_root;
  std::optional<Error> m_error;
};

}  // namespace kw::json
