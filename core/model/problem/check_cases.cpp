// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/check_cases.h"
#include "model/problem/launch_geometry.h"

#include <algorithm>
#include <limits>
#include <set>

#include "model/space/expression_fields.h"

namespace kw {

namespace {

using expression::Expression;

bool needsDevice(const Expression& expression) {
  const auto& names = expression.names();
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name.starts_with("device."); });
}

// Can an integer of this type hold the value?
bool fits(int64_t value, ElementType type) {
  switch (type) {
    case ElementType::int32:
      return value >= INT32_MIN && value <= INT32_MAX;
    case ElementType::int16:
      return value >= INT16_MIN && value <= INT16_MAX;
    case ElementType::int8:
      return value >= INT8_MIN && value <= INT8_MAX;
    case ElementType::uint64:
      return value >= 0;
    case ElementType::uint32:
      return value >= 0 && value <= int64_t{UINT32_MAX};
    case ElementType::uint16:
      return value >= 0 && value <= int64_t{UINT16_MAX};
    case ElementType::uint8:
      return value >= 0 && value <= int64_t{UINT8_MAX};
    default:
      return true;
  }
}

class CaseCheck {
 public:
  CaseCheck(const Problem& problem, const json::Value& at, std::string keyPath,
            json::Faults& faults)
      : m_problem(problem), m_at(at), m_keyPath(std::move(keyPath)), m_faults(faults) {}

  void check(const Case& which, bool onHost) {
    m_prefix = onHost ? "with host_sizes: " : "";
    m_sizes = sizesOf(which, onHost);
    m_lookup = lookupFor(m_sizes, {}, {});
    checkBuffers();
    for (const Argument& argument : m_problem.arguments)
      checkArgument(argument);
    for (const auto& [name, fill] : which.fills)
      checkFill(fill, "the fill of " + name);
    for (const Symbol& symbol : m_problem.symbols)
      checkFill(symbol.fill, "the fill of " + symbol.name);
    for (const Launch& launch : m_problem.launches)
      checkLaunch(launch);
    checkWork(m_problem.work.flops, "work.flops");
    checkWork(m_problem.work.bytes, "work.bytes");
  }

 private:
  // Sizes for the GPU and for the host often fail alike: said once.
  void fault(const std::string& message) {
    if (m_said.insert(message).second) m_faults.add(m_at, m_keyPath, m_prefix + message);
  }

  void checkBuffers() {
    int64_t sum = 0;
    for (const Argument& argument : m_problem.arguments) {
      if (!argument.isBuffer()) continue;
      const Result<BufferLayout> layout = layoutOf(argument, m_lookup);
      if (!layout)
        fault(layout.error().message);
      else if (__builtin_add_overflow(sum, layout->bytes, &sum))
        return fault("all arguments together are larger than 2^63 bytes");
    }
  }

  void checkArgument(const Argument& argument) {
    if (argument.role == Role::input || argument.role == Role::inout)
      checkFill(argument.fill, "the fill of " + argument.name);
    if (argument.role == Role::size) checkSize(argument);
    if (argument.role == Role::value)
      checkScalar(argument.value, argument.type, "the value of " + argument.name);
    for (const StructField& field : argument.fields)
      checkScalar(field.value, field.type, "the field " + argument.name + "." + field.name);
    if (argument.initial)
      checkScalar(*argument.initial, argument.type, "the initial value of " + argument.name);
  }

  void checkSize(const Argument& argument) {
    const auto size = m_sizes.find(argument.name);
    if (size != m_sizes.end() && !fits(size->second, argument.type))
      fault(argument.name + " = " + std::to_string(size->second) + " does not fit " +
            std::string(name(argument.type)));
  }

  void checkScalar(const Expression& expression, ElementType type, const std::string& what) {
    if (isFloatingPoint(type)) return checkReal(expression, what);
    const Result<int64_t> value = expression.evaluateInteger(m_lookup);
    if (!value)
      fault(what + ": " + value.error().message);
    else if (!fits(*value, type))
      fault(what + " is " + std::to_string(*value) + ", which does not fit " +
            std::string(name(type)));
  }

  void checkReal(const Expression& expression, const std::string& what) {
    if (needsDevice(expression)) return;
    const Result<double> value = expression.evaluateReal(m_lookup);
    if (!value) fault(what + ": " + value.error().message);
  }

  void checkFill(const Fill& fill, const std::string& what) {
    checkReal(fill.low, what);
    checkReal(fill.high, what);
  }

  void checkLaunch(const Launch& launch) {
    std::vector<Expression> all = launch.grid;
    all.insert(all.end(), launch.block.begin(), launch.block.end());
    all.insert(all.end(), launch.cluster.begin(), launch.cluster.end());
    all.push_back(launch.sharedMemory);
    if (std::any_of(all.begin(), all.end(), needsDevice)) return;
    const Result<ConcreteLaunch> made = concrete(launch, m_problem, {}, m_lookup);
    if (!made) return fault(made.error().message);
    for (const std::string& message : geometryFaults(launch, *made))
      fault(message);
  }

  void checkWork(const std::optional<Expression>& work, const std::string& what) {
    if (!work) return;
    const Result<double> amount = work->evaluateReal(m_lookup);
    if (!amount)
      fault(what + ": " + amount.error().message);
    else if (!(*amount >= 0))
      fault(what + " is negative");
  }

  const Problem& m_problem;
  const json::Value& m_at;
  std::string m_keyPath;
  json::Faults& m_faults;
  std::string m_prefix;
  Sizes m_sizes;
  expression::Lookup m_lookup;
  std::set<std::string> m_said;
};

}  // namespace

void checkCases(const Problem& problem, const json::Value& at, json::Faults& faults) {
  const json::Array& items = at.asArray();
  for (size_t i = 0; i < problem.cases.size() && i < items.size(); ++i) {
    const Case& one = problem.cases[i];
    CaseCheck check(problem, items[i], elementPath("cases", i), faults);
    check.check(one, false);
    if (!one.hostSizes.empty()) check.check(one, true);
  }
}

}  // namespace kw
