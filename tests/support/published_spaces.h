// SPDX-License-Identifier: GPL-3.0-or-later
// Reads tests/data/spaces/spaces.json: spaces that were published, with their valid counts.
#pragma once

#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/json/text.h"
#include "model/space/space.h"

namespace kw::test {

struct PublishedSpace {
  std::string name;
  Space space;  // with the constraints that the original tuner adds
  uint64_t valid = 0;
  double cartesian = 0;
};

inline expression::Value publishedValue(const json::Value& value) {
  if (value.isReal()) return value.asReal();
  if (value.isString()) return value.asString();
  return value.asInteger();
}

inline PublishedSpace publishedSpace(const std::string& name, const json::Value& entry) {
  PublishedSpace published{name,
                           {},
                           static_cast<uint64_t>(entry["valid"].asInteger()),
                           entry["cartesian_size"].asReal()};
  for (const auto& [parameterName, values] : entry["params"].asObject()) {
    Parameter parameter{parameterName, {}, {}};
    for (const json::Value& value : values.asArray())
      parameter.values.push_back(publishedValue(value));
    published.space.parameters.push_back(std::move(parameter));
  }
  for (const char* key : {"constraints", "implicit_constraints"})
    for (const json::Value& text : entry[key].asArray())
      published.space.constraints.push_back(expression::Expression::parse(text.asString()).value());
  return published;
}

inline Result<std::vector<PublishedSpace>> publishedSpaces(const files::Path& file) {
  KW_ASSIGN(const std::string text, files::readText(file));
  KW_ASSIGN(const json::Value all, json::parse(text, file.string()));
  std::vector<PublishedSpace> spaces;
  for (const auto& [name, entry] : all.asObject())
    spaces.push_back(publishedSpace(name, entry));
  return spaces;
}

}  // namespace kw::test
