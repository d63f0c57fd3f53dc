// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/draft_problem.h"

#include <algorithm>

#include "base/expression/expression.h"
#include "base/json/text.h"
#include "client/new_problem/draft_cases.h"
#include "model/kernel/source_scan.h"

namespace kw::drafting {

namespace {

bool isFloat(const std::string& type) {
  return type.find("int") == std::string::npos && type != "bool";
}
bool isBuffer(const DraftArgument& argument) {
  return argument.role != "size" && argument.role != "value";
}
bool isChecked(const DraftArgument& argument) {
  return argument.role == "output" || argument.role == "inout";
}

// A number where the text is one, so that the file reads well.
json::Value expressionJson(const std::string& text) {
  const auto parsed = expression::Expression::parse(text);
  if (!parsed || !parsed->isConstant()) return text;
  const auto value = parsed->evaluate([](std::string_view) { return std::nullopt; });
  if (!value) return text;
  if (const auto* integer = std::get_if<int64_t>(&*value)) return *integer;
  if (const auto* real = std::get_if<double>(&*value)) return *real;
  if (const auto* boolean = std::get_if<bool>(&*value)) return *boolean ? 1 : 0;
  return text;
}

json::Value expressionsJson(const std::vector<std::string>& texts) {
  json::Value all{json::Array()};
  for (const std::string& text : texts)
    all.push(expressionJson(text));
  return all;
}

json::Value argumentJson(const DraftArgument& argument) {
  json::Value value;
  value.set("name", argument.name);
  value.set("type", argument.type);
  if (isBuffer(argument)) value.set("shape", expressionsJson(argument.shape));
  value.set("role", argument.role);
  if (argument.role == "value") value.set("value", expressionJson(argument.value));
  if (isChecked(argument) && !isFloat(argument.type))
    value.set("comparison", json::Value::object({{"exact", true}}));
  if (isChecked(argument) && argument.type.starts_with("fp8"))
    value.set("comparison", json::Value::object({{"codes", 1}}));
  return value;
}

// What half of the outputs' formats can hold; sums in another order differ by less.
json::Value toleranceJson(const std::vector<DraftArgument>& arguments) {
  bool narrow = false;
  for (const DraftArgument& argument : arguments)
    narrow =
        narrow || (isChecked(argument) && (argument.type == "bf16" || argument.type == "float16"));
  return json::Value::object({{"relative", narrow ? 1e-2 : 1e-4}, {"rms", narrow ? 1e-3 : 1e-5}});
}

bool isPlain(const std::string& extent) {
  return extent.find_first_of(" +-*/%<>?") == std::string::npos;
}

// Every buffer once, those that are read and written twice.
std::string bytesText(const std::vector<DraftArgument>& arguments) {
  std::string text;
  for (const DraftArgument& argument : arguments) {
    if (!isBuffer(argument) || argument.role == "workspace") continue;
    const auto type = elementType(argument.type);
    size_t factor = type ? sizeOf(*type) : 1;
    if (argument.role == "inout") factor *= 2;
    text += (text.empty() ? "" : " + ") + std::to_string(factor);
    for (const std::string& extent : argument.shape)
      text += " * " + (isPlain(extent) ? extent : "(" + extent + ")");
  }
  return text;
}

json::Value launchJson(const Draft& draft) {
  const auto plain = [&](std::vector<std::string> texts) {
    for (std::string& text : texts)
      text = withNumbers(text, draft.geometry.constants);
    return expressionsJson(texts);
  };
  json::Value launch;
  launch.set("function", draft.kernel);
  launch.set("grid", plain(draft.geometry.grid));
  launch.set("block", plain(draft.geometry.block));
  if (!draft.geometry.sharedMemory.empty())
    launch.set("shared_memory",
               expressionJson(withNumbers(draft.geometry.sharedMemory, draft.geometry.constants)));
  return launch;
}

json::Value compileJson(const Answers& answers) {
  json::Value defines{json::Array()};
  for (const auto& [name, value] : answers.defines)
    defines.push(name + value);
  return json::Value::object({{"defines", std::move(defines)}});
}

bool addsAtomically(const std::string& text) {
  for (const std::string& name : identifiersIn(text))
    if (name.starts_with("atomicAdd")) return true;
  return false;
}

}  // namespace

json::Value problemOf(const Draft& draft, const Answers& answers) {
  const std::vector<DraftArgument>& arguments = draft.arguments;
  json::Value root;
  root.set("format", "kernelwright-problem/1");
  root.set("name", draft.name);
  root.set("source", json::Value::object({{"file", "kernel.cu"}}));
  if (!answers.defines.empty()) root.set("compile", compileJson(answers));
  json::Value sizes{json::Array()}, list{json::Array()};
  for (const auto& [size, values] : answers.sizes)
    sizes.push(size);
  for (const DraftArgument& argument : arguments)
    list.push(argumentJson(argument));
  root.set("sizes", std::move(sizes));
  root.set("arguments", std::move(list));
  root.set("launches", json::Value::array({launchJson(draft)}));
  root.set("cases", casesOf(draft, answers));
  const bool trusted = answers.oracle.empty();
  root.set("oracle", trusted ? json::Value::object({{"trusted", "source"}})
                             : json::Value::object({{"python", "oracle.py"}}));
  root.set("tolerance", toleranceJson(arguments));
  // Sums that several blocks add to come out in any order.
  if (addsAtomically(draft.sourceText)) root.set("deterministic", false);
  if (const std::string bytes = bytesText(arguments); !bytes.empty())
    root.set("work", json::Value::object({{"bytes", bytes}}));
  return root;
}

}  // namespace kw::drafting
