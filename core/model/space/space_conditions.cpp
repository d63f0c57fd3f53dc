// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/space_conditions.h"

#include <algorithm>

#include "model/space/names.h"

namespace kw {

namespace {

using constraints::Condition;

std::optional<uint32_t> parameterIndex(const Space& space, std::string_view name) {
  for (size_t i = 0; i < space.parameters.size(); ++i)
    if (space.parameters[i].name == name) return static_cast<uint32_t>(i);
  return std::nullopt;
}

Unexpected<Error> unknownName(const std::string& name, const std::string& constraint,
                              const Space& space) {
  std::vector<std::string> known;
  for (const Parameter& parameter : space.parameters)
    known.push_back(parameter.name);
  for (const std::string& limit : deviceLimitNames())
    known.push_back("device." + limit);
  const bool isLimit = std::find(known.begin(), known.end(), name) != known.end();
  return failInput("the constraint \"" + constraint + "\" uses \"" + name + "\", which " +
                       (isLimit ? "this device does not know"
                                : "is neither a parameter nor a limit of the device"),
                   {}, isLimit ? "" : suggestion(name, known));
}

Result<bool> evaluate(const Condition& condition, const Space& space,
                      const std::vector<uint16_t>& row) {
  return condition.expression.evaluateBool(
      [&](std::string_view name) -> std::optional<ParameterValue> {
        const auto found = std::ranges::find(condition.names, name, &Condition::Name::name);
        if (found == condition.names.end()) return std::nullopt;
        if (!found->parameter) return found->value;
        return space.parameters[*found->parameter].values[row[*found->parameter]];
      });
}

Result<bool> leavesAny(std::span<const Condition> conditions, const Space& space,
                       const constraints::BuildOptions& options) {
  KW_ASSIGN(const constraints::Built built,
            constraints::build(domainsOf(space), conditions, options));
  return built.diagram.realCount() > 0;
}

}  // namespace

Result<Condition> conditionOf(const expression::Expression& constraint, const Space& space,
                              const expression::Lookup& device) {
  Condition condition;
  condition.expression = constraint;
  for (const std::string& name : constraint.names()) {
    if (const auto parameter = parameterIndex(space, name)) {
      condition.names.push_back({name, parameter, {}});
    } else if (auto value = device ? device(name) : std::nullopt) {
      condition.names.push_back({name, {}, *std::move(value)});
    } else {
      return unknownName(name, constraint.text(), space);
    }
  }
  return condition;
}

Result<std::vector<Condition>> conditionsOf(const Space& space, const expression::Lookup& device) {
  std::vector<Condition> conditions;
  std::vector<Error> faults;
  for (const expression::Expression& constraint : space.constraints) {
    Result<Condition> condition = conditionOf(constraint, space, device);
    if (condition)
      conditions.push_back(*std::move(condition));
    else
      faults.push_back(std::move(condition).error());
  }
  if (!faults.empty()) return fail(joined(std::move(faults)));
  return conditions;
}

std::vector<std::span<const ParameterValue>> domainsOf(const Space& space) {
  std::vector<std::span<const ParameterValue>> domains;
  for (const Parameter& parameter : space.parameters)
    domains.emplace_back(parameter.values);
  return domains;
}

Error faultOf(const Condition& condition, const Space& space, const std::vector<uint16_t>& row) {
  // In the order of the space, as configurations are written.
  std::vector<uint32_t> used;
  for (const Condition::Name& name : condition.names)
    if (name.parameter) used.push_back(*name.parameter);
  std::ranges::sort(used);
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (const uint32_t parameter : used)
    values.emplace_back(space.parameters[parameter].name,
                        space.parameters[parameter].values[row[parameter]]);
  const Result<bool> value = evaluate(condition, space, row);
  std::string message =
      "the constraint \"" + condition.expression.text() + "\" cannot be evaluated";
  if (!values.empty()) message += " for " + Configuration(std::move(values)).text();
  if (!value) message += ": " + value.error().message;
  return Error{ErrorKind::badInput,
               std::move(message),
               {},
               "guard it with a condition, as in \"B == 0 or A % B == 0\""};
}

Error firstFaultOf(const std::vector<Condition>& conditions, const Space& space,
                   const std::vector<uint16_t>& row) {
  const auto first = std::ranges::find_if(conditions, [&](const Condition& condition) {
    return !evaluate(condition, space, row).has_value();
  });
  return faultOf(first == conditions.end() ? conditions.front() : *first, space, row);
}

// Over its own parameters: their combinations can be counted exactly also where the space is large.
Result<Alone> aloneOf(const Condition& condition, const Space& space,
                      const constraints::BuildOptions& options) {
  Condition own = condition;
  std::vector<std::span<const ParameterValue>> domains;
  std::vector<uint32_t> used;
  double combinations = 1;
  for (Condition::Name& name : own.names) {
    if (!name.parameter) continue;
    used.push_back(*name.parameter);
    name.parameter = static_cast<uint32_t>(domains.size());
    domains.emplace_back(space.parameters[used.back()].values);
    combinations *= static_cast<double>(domains.back().size());
  }
  KW_ASSIGN(const constraints::Built built,
            constraints::build(domains, std::span(&own, 1), options));
  Alone alone;
  const double fails = combinations - built.diagram.realCount();
  alone.removes = fails * (cartesianSizeOf(space) / combinations);
  if (!built.faulty) return alone;
  alone.faulty.emplace(space.parameters.size());
  for (size_t i = 0; i < used.size(); ++i)
    (*alone.faulty)[used[i]] = (*built.faulty)[i];
  return alone;
}

Result<Emptying> emptyingOf(const std::vector<Condition>& conditions, const Space& space,
                            const constraints::BuildOptions& options) {
  size_t last = 0;
  for (; last + 1 < conditions.size(); ++last) {
    KW_ASSIGN(const bool left, leavesAny(std::span(conditions).first(last + 1), space, options));
    if (!left) break;
  }
  KW_ASSIGN(const bool leftByItAlone,
            leavesAny(std::span(conditions).subspan(last, 1), space, options));
  return Emptying{last, !leftByItAlone};
}

}  // namespace kw
