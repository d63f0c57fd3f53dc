// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/read_comparison.h"

#include <cmath>

namespace kw {

namespace {

double readBound(json::ObjectReader& reader, const char* key) {
  const double bound = reader.optionalReal(key, 0);
  if (std::isfinite(bound) && bound >= 0) return bound;
  reader.fault(key, "a tolerance is a finite number of at least 0");
  return 0;
}

void readTopK(const json::Value& value, const std::string& keyPath, json::Faults& faults,
              Comparison& comparison) {
  json::ObjectReader reader(value, keyPath, faults);
  comparison.kind = Comparison::Kind::topK;
  comparison.indices = reader.string("indices");
  comparison.source = reader.string("source");
  reader.finish();
}

void expectTrue(json::ObjectReader& reader, const char* key) {
  if (!reader.optionalBool(key, true)) reader.fault(key, "expected true, or leave it out");
}

Comparison::Special readSpecial(json::ObjectReader& reader, const char* key) {
  if (!reader.has(key)) return Comparison::Special::unstated;
  const std::string text = reader.string(key);
  if (text == "match") return Comparison::Special::match;
  if (text == "any") return Comparison::Special::any;
  reader.fault(key, "expected \"match\" or \"any\"");
  return Comparison::Special::unstated;
}

}  // namespace

Comparison readComparison(const json::Value& value, const std::string& keyPath,
                          json::Faults& faults) {
  json::ObjectReader reader(value, keyPath, faults);
  Comparison comparison;
  comparison.relative = readBound(reader, "relative");
  comparison.rms = readBound(reader, "rms");
  const bool bounds = reader.has("relative") || reader.has("rms");
  const bool exact = reader.has("exact"), codes = reader.has("codes"), set = reader.has("set");
  const json::Value* topK = reader.raw("top_k");
  comparison.nan = readSpecial(reader, "nan");
  comparison.infinity = readSpecial(reader, "infinity");
  reader.finish();
  if (exact) {
    expectTrue(reader, "exact");
    comparison.kind = Comparison::Kind::exact;
  }
  if (codes) {
    comparison.kind = Comparison::Kind::codes;
    comparison.codes = reader.integer("codes", 0, 1 << 20);
  }
  if (set) {
    expectTrue(reader, "set");
    comparison.kind = Comparison::Kind::set;
  }
  if (topK) readTopK(*topK, reader.path("top_k"), faults, comparison);
  const int kinds = int{exact} + int{codes} + int{set} + int{topK != nullptr};
  const bool alone = exact || codes;
  if (value.isObject() && (kinds > 1 || (kinds == 0 && !bounds) || (alone && bounds)))
    faults.add(value, keyPath, "expected one way of comparing",
               "such as {\"relative\": 1e-3, \"rms\": 1e-4} or {\"exact\": true}");
  return comparison;
}

}  // namespace kw
