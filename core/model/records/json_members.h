// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the readers and writers of records. A reader never calls ObjectReader::finish(), so
// members that it does not know are passed over; a member of a wrong kind is a fault.
#pragma once

#include <climits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json/reader.h"
#include "model/records/records.h"

namespace kw {

// Reals that may also be "nan", "inf" or "-inf", which JSON has no numbers for.
double readReal(json::ObjectReader& reader, std::string_view key, double fallback = 0);
std::vector<double> readReals(json::ObjectReader& reader, std::string_view key);
std::vector<int64_t> readIntegers(json::ObjectReader& reader, std::string_view key);
std::map<std::string, double> readRealMap(json::ObjectReader& reader, std::string_view key);
std::map<std::string, int64_t> readIntegerMap(json::ObjectReader& reader, std::string_view key);
int readInt(json::ObjectReader& reader, std::string_view key, int fallback, int least = INT_MIN);

template <class T>
json::Value arrayOf(const std::vector<T>& items) {
  json::Array array;
  array.reserve(items.size());
  for (const T& item : items)
    array.emplace_back(item);
  return array;
}

template <class T>
json::Value objectOf(const std::map<std::string, T>& items) {
  json::Object object;
  object.reserve(items.size());
  for (const auto& [key, value] : items)
    object.emplace_back(key, value);
  return object;
}

DeviceInfo readDeviceInfo(const json::Value& value, const std::string& path, json::Faults& faults);
Protocol readProtocol(const json::Value& value, const std::string& path, json::Faults& faults);
Configuration readConfiguration(const json::Value& value, const std::string& path,
                                json::Faults& faults);
Candidate readCandidate(const json::Value& value, const std::string& path, json::Faults& faults);
Verdict readVerdict(const json::Value& value, const std::string& path, json::Faults& faults);
Evaluation readEvaluation(const json::Value& value, const std::string& path, json::Faults& faults);

// Runs a reader on a whole value.
template <class T>
Result<T> readWhole(T (*read)(const json::Value&, const std::string&, json::Faults&),
                    const json::Value& value, const char* path) {
  json::Faults faults("");
  T record = read(value, path, faults);
  if (!faults.empty()) return fail(faults.take());
  return record;
}

}  // namespace kw
