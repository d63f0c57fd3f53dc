// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/valid_space.h"

#include "model/diagram/diagram_of_rows.h"
#include "model/space/space_conditions.h"

namespace kw {

namespace {

using constraints::Condition;

Status checkParameters(const Space& space) {
  if (space.parameters.empty()) return failInput("a space needs at least one parameter");
  for (const Parameter& parameter : space.parameters)
    if (parameter.values.empty() || parameter.values.size() > 65535)
      return failInput("the parameter " + parameter.name + " has " +
                       std::to_string(parameter.values.size()) + " values, expected 1 to 65535");
  return {};
}

Unexpected<Error> emptied(const Space& space, const std::vector<Condition>& conditions,
                          const std::stop_token& stop) {
  const Result<Emptying> emptying = emptyingOf(conditions, space, {.stop = stop});
  if (!emptying && emptying.error().kind == ErrorKind::cancelled) return failCancelled();
  if (!emptying)
    return failInput("no configuration is left: no one meets all constraints", {},
                     "relax some, or give their parameters other values");
  std::string message = "no configuration is left: the constraint \"" +
                        conditions[emptying->condition].expression.text() + "\" (number " +
                        std::to_string(emptying->condition + 1) + ") ";
  message += emptying->alone ? "holds for none" : "removes the last that the ones before it leave";
  return failInput(std::move(message), {}, "relax it, or give its parameters other values");
}

}  // namespace

Result<ValidSpace> ValidSpace::build(const Space& space, const expression::Lookup& device,
                                     std::stop_token stop) {
  KW_TRY(checkParameters(space));
  KW_ASSIGN(const std::vector<Condition> conditions, conditionsOf(space, device));
  KW_ASSIGN(constraints::Built built,
            constraints::build(domainsOf(space), conditions, {.stop = stop}));
  if (built.faulty) return fail(firstFaultOf(conditions, space, *built.faulty));
  const std::optional<uint64_t> count = built.diagram.count();
  if (!count)
    return failInput("2^63 or more configurations are valid, which is more than can be numbered",
                     {}, "add constraints, or give fewer values");
  if (*count == 0) return emptied(space, conditions, stop);
  ValidSpace valid;
  valid.m_space = space;
  valid.indexValues();
  valid.m_diagram = std::move(built.diagram);
  valid.m_count = *count;
  return valid;
}

Configuration ValidSpace::at(size_t index) const {
  const std::vector<uint16_t> row = indices(index);
  std::vector<std::pair<std::string, ParameterValue>> values;
  values.reserve(row.size());
  for (size_t i = 0; i < row.size(); ++i)
    values.emplace_back(m_space.parameters[i].name, m_space.parameters[i].values[row[i]]);
  return Configuration(std::move(values));
}

void ValidSpace::indexValues() {
  for (const Parameter& parameter : m_space.parameters) {
    auto& places = m_places.emplace_back();
    for (size_t i = 0; i < parameter.values.size(); ++i)
      places.emplace(expression::toPlainText(parameter.values[i]), static_cast<uint16_t>(i));
  }
}

std::optional<uint16_t> ValidSpace::indexOf(size_t parameter, const ParameterValue& value) const {
  const std::vector<ParameterValue>& values = m_space.parameters[parameter].values;
  const auto place = m_places[parameter].find(expression::toPlainText(value));
  if (place != m_places[parameter].end() && expression::equal(values[place->second], value))
    return place->second;
  // Equal in another spelling, as 2 and 2.0.
  for (size_t i = 0; i < values.size(); ++i)
    if (expression::equal(values[i], value)) return static_cast<uint16_t>(i);
  return std::nullopt;
}

std::optional<size_t> ValidSpace::find(const Configuration& configuration) const {
  std::vector<uint16_t> wanted;
  for (size_t i = 0; i < m_space.parameters.size(); ++i) {
    const ParameterValue* value = configuration.find(m_space.parameters[i].name);
    if (!value) return std::nullopt;
    const std::optional<uint16_t> index = indexOf(i, *value);
    if (!index) return std::nullopt;
    wanted.push_back(*index);
  }
  if (configuration.values().size() != wanted.size()) return std::nullopt;
  return find(wanted);
}

std::optional<size_t> ValidSpace::find(const std::vector<uint16_t>& wanted) const {
  return m_diagram.find(wanted);
}

std::vector<size_t> ValidSpace::neighbours(size_t index, Reach reach) const {
  return m_diagram.neighbours(index, reach == Reach::adjacent);
}

size_t ValidSpace::nearest(const std::vector<double>& wanted) const {
  return m_diagram.nearest(wanted);
}

Result<ValidSpace> ValidSpace::ofRows(const Space& space,
                                      const std::vector<std::vector<uint16_t>>& rows) {
  if (rows.empty()) return failInput("a recorded space needs at least one configuration");
  for (const std::vector<uint16_t>& row : rows) {
    if (row.size() != space.parameters.size())
      return failInput("a recorded configuration has " + std::to_string(row.size()) +
                       " values, expected " + std::to_string(space.parameters.size()));
    for (size_t i = 0; i < row.size(); ++i)
      if (row[i] >= space.parameters[i].values.size())
        return failInput("a recorded configuration has a value of " + space.parameters[i].name +
                         " that this parameter does not have");
  }
  ValidSpace valid;
  valid.m_space = space;
  valid.indexValues();
  valid.m_diagram = diagram::diagramOfRows(rows, space.parameters.size());
  valid.m_count = valid.m_diagram.count().value_or(0);
  return valid;
}

}  // namespace kw
