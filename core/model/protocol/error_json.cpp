// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/protocol/error_json.h"

#include <array>
#include <climits>

namespace kw::protocol {

namespace {

struct NamedKind {
  ErrorKind kind;
  const char* name;
};
constexpr std::array<NamedKind, 4> kinds{{
    {ErrorKind::failed, "failed"},
    {ErrorKind::badInput, "bad input"},
    {ErrorKind::missing, "missing"},
    {ErrorKind::cancelled, "cancelled"},
}};

std::string nameOf(ErrorKind kind) {
  for (const NamedKind& entry : kinds)
    if (entry.kind == kind) return entry.name;
  return "failed";
}

ErrorKind kindOf(const std::string& name) {
  for (const NamedKind& entry : kinds)
    if (name == entry.name) return entry.kind;
  return ErrorKind::failed;
}

void setIfAny(json::Value& object, const char* key, const std::string& text) {
  if (!text.empty()) object.set(key, text);
}

}  // namespace

json::Value errorToJson(const Error& error) {
  json::Value object =
      json::Value::object({{"kind", nameOf(error.kind)}, {"message", error.message}});
  setIfAny(object, "advice", error.advice);
  setIfAny(object, "file", error.place.file);
  if (error.place.line > 0) object.set("line", error.place.line);
  if (error.place.column > 0) object.set("column", error.place.column);
  setIfAny(object, "key_path", error.place.keyPath);
  if (error.further.empty()) return object;
  json::Array further;
  for (const Error& other : error.further)
    further.push_back(errorToJson(other));
  object.set("further", std::move(further));
  return object;
}

Error readError(json::ObjectReader& reader) {
  Error error;
  error.kind = kindOf(reader.oneOf("kind", {"failed", "bad input", "missing", "cancelled"}));
  error.message = reader.string("message");
  error.advice = reader.optionalString("advice");
  error.place.file = reader.optionalString("file");
  error.place.line = static_cast<int>(reader.optionalInteger("line", 0, 0, INT_MAX));
  error.place.column = static_cast<int>(reader.optionalInteger("column", 0, 0, INT_MAX));
  error.place.keyPath = reader.optionalString("key_path");
  for (const json::Value& item : reader.optionalArray("further")) {
    json::ObjectReader other(item, reader.path("further"), reader.faults());
    error.further.push_back(readError(other));
  }
  return error;
}

}  // namespace kw::protocol
