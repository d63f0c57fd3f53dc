// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/constraint_table.h"

#include <algorithm>

#include "model/space/names.h"

namespace kw {

namespace {

constexpr size_t mostRemembered = size_t{1} << 23;

std::optional<size_t> parameterIndex(const Space& space, std::string_view name) {
  for (size_t i = 0; i < space.parameters.size(); ++i)
    if (space.parameters[i].name == name) return i;
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

size_t combinations(const Space& space, const std::vector<size_t>& parameters) {
  size_t product = 1;
  for (const size_t parameter : parameters) {
    product *= space.parameters[parameter].values.size();
    if (product > mostRemembered) return 0;
  }
  return product;
}

}  // namespace

Result<ConstraintTable> ConstraintTable::make(const expression::Expression& constraint,
                                              const Space& space,
                                              const expression::Lookup& device) {
  ConstraintTable table;
  table.m_expression = constraint;
  table.m_space = &space;
  for (const std::string& name : constraint.names()) {
    if (const auto parameter = parameterIndex(space, name)) {
      table.m_bound.emplace_back(name, *parameter);
      table.m_parameters.push_back(*parameter);
    } else if (auto value = device ? device(name) : std::nullopt) {
      table.m_device.emplace_back(name, *std::move(value));
    } else {
      return unknownName(name, constraint.text(), space);
    }
  }
  std::sort(table.m_parameters.begin(), table.m_parameters.end());
  table.m_known.resize(combinations(space, table.m_parameters));
  return table;
}

size_t ConstraintTable::position(const std::vector<uint16_t>& row) const {
  size_t position = 0;
  for (const size_t parameter : m_parameters)
    position = position * m_space->parameters[parameter].values.size() + row[parameter];
  return position;
}

Result<bool> ConstraintTable::evaluate(const std::vector<uint16_t>& row) const {
  return m_expression.evaluateBool([&](std::string_view name) -> std::optional<ParameterValue> {
    for (const auto& [bound, parameter] : m_bound)
      if (bound == name) return m_space->parameters[parameter].values[row[parameter]];
    for (const auto& [bound, value] : m_device)
      if (bound == name) return value;
    return std::nullopt;
  });
}

ConstraintTable::Outcome ConstraintTable::check(const std::vector<uint16_t>& row) {
  Outcome* known = m_known.empty() ? nullptr : &m_known[position(row)];
  if (known && *known != Outcome::unknown) return *known;
  const Result<bool> value = evaluate(row);
  const Outcome outcome = !value ? Outcome::faulty : *value ? Outcome::holds : Outcome::fails;
  if (known) *known = outcome;
  return outcome;
}

Error ConstraintTable::fault(const std::vector<uint16_t>& row) const {
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (const size_t parameter : m_parameters) {
    const Parameter& at = m_space->parameters[parameter];
    values.emplace_back(at.name, at.values[row[parameter]]);
  }
  const Result<bool> value = evaluate(row);
  std::string message = "the constraint \"" + text() + "\" cannot be evaluated";
  if (!values.empty()) message += " for " + Configuration(std::move(values)).text();
  if (!value) message += ": " + value.error().message;
  return Error{ErrorKind::badInput,
               std::move(message),
               {},
               "guard it with a condition, as in \"B == 0 or A % B == 0\""};
}

}  // namespace kw
