// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/proposal/reply_schema.h"

namespace kw::schema {

json::Value typed(const char* type) {
  return json::Value::object({{"type", type}});
}

json::Value described(const char* type, const char* description) {
  return json::Value::object({{"type", type}, {"description", description}});
}

json::Value listOf(json::Value items) {
  return json::Value::object({{"type", "array"}, {"items", std::move(items)}});
}

json::Value closed(std::initializer_list<std::pair<const char*, json::Value>> members) {
  json::Value properties = json::Value::object({});
  json::Array required;
  for (const auto& [name, schema] : members) {
    properties.set(name, schema);
    required.emplace_back(name);
  }
  return json::Value::object({{"type", "object"},
                              {"properties", std::move(properties)},
                              {"required", std::move(required)},
                              {"additionalProperties", false}});
}

}  // namespace kw::schema
