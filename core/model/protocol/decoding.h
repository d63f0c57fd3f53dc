// SPDX-License-Identifier: GPL-3.0-or-later
// What decoding requests and decoding replies have in common.
#pragma once

#include <climits>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/reader.h"
#include "base/result/result.h"

namespace kw::protocol {

// Reads a record that is a member, keeping its error among the message's faults.
template <class T>
T readMember(json::ObjectReader& reader, std::string_view key,
             Result<T> (*read)(const json::Value&)) {
  const json::Value* value = reader.required(key);
  if (!value) return {};
  Result<T> record = read(*value);
  if (record) return *std::move(record);
  reader.faults().add(std::move(record).error());
  return {};
}

inline int64_t readId(json::ObjectReader& reader) {
  return reader.integer("id", 0);
}

// One kind of message: its "type" and the function that reads it.
template <class Message>
struct Decoder {
  const char* type;
  Message (*read)(json::ObjectReader& reader);
};

Result<json::Value> parseLine(std::string_view line);

template <class Message, size_t count>
Result<Message> decode(std::string_view line, const Decoder<Message> (&decoders)[count],
                       const char* direction) {
  KW_ASSIGN(const json::Value value, parseLine(line));
  json::Faults faults("");
  json::ObjectReader reader(value, "", faults);
  const std::string type = reader.string("type");
  if (!faults.empty()) return fail(faults.take());
  for (const Decoder<Message>& decoder : decoders) {
    if (type != decoder.type) continue;
    Message message = decoder.read(reader);
    if (!faults.empty()) return fail(faults.take());
    return message;
  }
  std::vector<std::string> known;
  for (const Decoder<Message>& decoder : decoders)
    known.emplace_back(decoder.type);
  const std::string near = nearest(type, known);
  return failInput("\"" + type + "\" is no message " + direction + " of this version", {},
                   near.empty() ? "" : "the nearest is \"" + near + "\"");
}

}  // namespace kw::protocol
