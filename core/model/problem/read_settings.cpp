// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/read_settings.h"

#include <algorithm>
#include <cmath>

#include "model/space/expression_fields.h"

namespace kw {

namespace {

std::map<std::string, std::string> readStored(const json::Value& value, const std::string& keyPath,
                                              json::Faults& faults) {
  std::map<std::string, std::string> stored;
  json::ObjectReader reader(value, keyPath, faults);
  for (const auto& [name, file] : value.asObject())
    stored[name] = reader.string(name);
  return stored;
}

// What may be said to the compiler: nothing that reads or writes a file or runs a program.
const std::vector<std::string>& allowedOptions() {
  static const std::vector<std::string> options{
      "--use_fast_math", "--fmad=",         "--ftz=",    "--prec-div=",
      "--prec-sqrt=",    "--maxrregcount=", "-lineinfo", "--extra-device-vectorization",
      "--device-int128",
  };
  return options;
}

bool isWord(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c));
  });
}

void checkOption(const std::string& option, const json::Value& at, const std::string& path,
                 json::Faults& faults) {
  const size_t equals = option.find('=');
  const bool hasValue = equals != std::string::npos;
  const std::string key = hasValue ? option.substr(0, equals + 1) : option;
  const std::vector<std::string>& allowed = allowedOptions();
  if (std::find(allowed.begin(), allowed.end(), key) == allowed.end()) {
    std::string all;
    for (const std::string& one : allowed)
      all += (all.empty() ? "" : " ") + one;
    faults.add(at, path, "the compiler option \"" + option + "\" is not allowed",
               "allowed are " + all);
  } else if (hasValue && !isWord(std::string_view(option).substr(equals + 1))) {
    faults.add(
        at, path,
        "the compiler option \"" + option + "\" needs a number, a word or a parameter after '='");
  }
}

void checkDefine(const std::string& define, const json::Value& at, const std::string& path,
                 json::Faults& faults) {
  if (!isIdentifier(std::string_view(define).substr(0, define.find('='))))
    faults.add(at, path, "expected NAME or NAME=value, found \"" + define + "\"");
  if (define.find('\n') != std::string::npos) faults.add(at, path, "a define stands on one line");
}

}  // namespace

Oracle readOracle(const json::Value& value, json::Faults& faults) {
  json::ObjectReader reader(value, "oracle", faults);
  Oracle oracle;
  oracle.python = reader.optionalString("python");
  oracle.pythonElements = reader.optionalInteger("python_elements", oracle.pythonElements, 0);
  if (const json::Value* stored = reader.raw("stored"))
    oracle.stored = readStored(*stored, "oracle.stored", faults);
  if (reader.has("trusted")) oracle.trustedSource = reader.oneOf("trusted", {"source"}) == "source";
  reader.finish();
  const int kinds =
      int{!oracle.python.empty()} + int{!oracle.stored.empty()} + int{oracle.trustedSource};
  if (kinds != 1 && value.isObject())
    faults.add(
        value, "oracle",
        "expected one of \"python\", \"stored\" and \"trusted\", found " + std::to_string(kinds));
  return oracle;
}

WorkModel readWork(const json::Value& value, const NameScope& sizes, json::Faults& faults) {
  json::ObjectReader reader(value, "work", faults);
  WorkModel work;
  const auto read = [&](const char* key, std::optional<expression::Expression>& into) {
    if (!reader.has(key)) return;
    into = requiredExpression(reader, key);
    checkNames(*into, sizes, value[key], reader.path(key), faults);
  };
  read("flops", work.flops);
  read("bytes", work.bytes);
  work.precision = reader.oneOf(
      "precision", {"fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int32", "int8"}, "fp32");
  reader.finish();
  return work;
}

CompileOptions readCompile(const json::Value& value, json::Faults& faults) {
  json::ObjectReader reader(value, "compile", faults);
  CompileOptions options;
  options.standard =
      reader.oneOf("standard", {"c++11", "c++14", "c++17", "c++20"}, options.standard);
  options.defines = reader.optionalStrings("defines");
  options.includeFolders = reader.optionalStrings("include");
  options.options = reader.optionalStrings("options");
  options.compiler = reader.oneOf("compiler", {"nvrtc", "nvcc"}, options.compiler);
  reader.finish();
  for (size_t i = 0; i < options.defines.size(); ++i)
    checkDefine(options.defines[i], value["defines"], elementPath("compile.defines", i), faults);
  for (size_t i = 0; i < options.options.size(); ++i)
    checkOption(options.options[i], value["options"], elementPath("compile.options", i), faults);
  return options;
}

KnownBaseline readBaseline(const json::Value& value, const std::string& keyPath,
                           json::Faults& faults) {
  json::ObjectReader reader(value, keyPath, faults);
  KnownBaseline baseline;
  baseline.name = reader.string("name");
  baseline.device = reader.string("device");
  baseline.caseName = reader.string("case");
  baseline.milliseconds = reader.real("milliseconds");
  if (reader.value()["milliseconds"].isNumber() &&
      !(std::isfinite(baseline.milliseconds) && baseline.milliseconds > 0))
    reader.fault("milliseconds", "expected a finite number over 0");
  baseline.source = reader.string("source");
  reader.finish();
  return baseline;
}

}  // namespace kw
