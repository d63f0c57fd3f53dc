// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/lifting/lift_work.h"

#include <algorithm>
#include <optional>

#include "model/kernel/source_scan.h"
#include "model/space/names.h"

namespace kw::lifting {

namespace {

using expression::Expression;
using expression::Value;

std::vector<std::string> textsOf(const std::vector<Expression>& expressions) {
  std::vector<std::string> texts;
  texts.reserve(expressions.size());
  for (const Expression& one : expressions)
    texts.push_back(one.text());
  return texts;
}

std::string_view words(Governs what) {
  switch (what) {
    case Governs::blockSize:
      return "threads of a block";
    case Governs::unrolling:
      return "unrolling";
    case Governs::vectorWidth:
      return "elements at a time";
    case Governs::tiling:
      break;
  }
  return "tiling";
}

// What every device since Volta takes at least: constraints may not refuse the source anywhere.
std::optional<Value> leastLimit(std::string_view name) {
  if (name == "device.threads_per_block") return Value(int64_t{1024});
  if (name == "device.shared_memory_per_block") return Value(int64_t{49152});
  return std::nullopt;
}

}  // namespace

LiftWork::LiftWork(const LiftSource& from)
    : source(from),
      all(reading::locate(from.text)),
      identifiers(identifiersIn(from.text)),
      numbers(from.constants) {
  identifiers.insert(from.defined.begin(), from.defined.end());
  const Launch& launch = from.launches.front();
  grid = from.grid.empty() ? textsOf(launch.grid) : from.grid;
  block = from.block.empty() ? textsOf(launch.block) : from.block;
  sharedMemory = from.sharedMemory.empty() ? launch.sharedMemory.text() : from.sharedMemory;
  function = launch.function;
}

std::string LiftWork::addParameter(const std::string& wanted, Governs what, int64_t value,
                                   const std::vector<int64_t>& values, const std::string& origin,
                                   const std::string& where) {
  std::string name = wanted;
  for (int next = 2; isUsed(name) || isParameter(name) || isReservedName(name); ++next)
    name = "TUNED_" + wanted + (next == 2 ? "" : "_" + std::to_string(next));
  Parameter parameter{
      name,
      {},
      std::string(words(what)) + "; " + origin + " = " + std::to_string(value) + " in the source"};
  std::string listed;
  for (const int64_t one : values) {
    parameter.values.emplace_back(one);
    listed += (listed.empty() ? "" : ", ") + std::to_string(one);
  }
  result.space.parameters.push_back(std::move(parameter));
  result.taken.push_back(name + ": " + origin + " = " + std::to_string(value) + " (" + where +
                         "), now one of " + listed);
  numbers[name] = value;
  return name;
}

int64_t LiftWork::valueOf(const std::string& parameter) const {
  const auto found = numbers.find(parameter);
  return found == numbers.end() ? 0 : found->second;
}

std::string LiftWork::inParameters(const std::string& expression) const {
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, parameter] : lifted)
    values.emplace_back(name, parameter);
  for (const auto& [name, number] : numbers)
    if (!lifted.contains(name) && !isParameter(name))
      values.emplace_back(name, std::to_string(number));
  return replaceIdentifiers(expression, values);
}

expression::Lookup LiftWork::sourceLookup() const {
  return [this](std::string_view name) -> std::optional<Value> {
    if (isParameter(std::string(name))) return Value(valueOf(std::string(name)));
    return leastLimit(name);
  };
}

bool LiftWork::holdsForSource(const Expression& condition) const {
  const auto holds = condition.evaluateBool(sourceLookup());
  return holds && *holds;
}

std::optional<int64_t> LiftWork::sourceValue(const std::string& expression) const {
  const auto parsed = Expression::parse(expression);
  if (!parsed) return std::nullopt;
  const auto value = parsed->evaluateInteger(sourceLookup());
  if (!value) return std::nullopt;
  return *value;
}

void LiftWork::constrain(const std::string& expression) {
  const auto parsed = Expression::parse(expression);
  if (!parsed || parsed->isConstant()) return;
  const bool tunes = std::ranges::any_of(
      parsed->names(), [&](const std::string& name) { return isParameter(name); });
  const bool holds = holdsForSource(*parsed);
  const bool known = std::ranges::any_of(
      result.space.constraints, [&](const Expression& one) { return one.text() == expression; });
  if (tunes && holds && !known) result.space.constraints.push_back(*parsed);
}

}  // namespace kw::lifting
