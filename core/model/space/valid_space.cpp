// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/space/valid_space.h"

#include <algorithm>
#include <cmath>

#include "model/space/space_search.h"

namespace kw {

namespace {

constexpr size_t mostTableBytes = size_t{2} << 30;

size_t rowLimit(const Space& space) {
  return mostTableBytes / (sizeof(uint16_t) * std::max<size_t>(space.parameters.size(), 1));
}

Result<std::vector<ConstraintTable>> bindAll(const Space& space, const expression::Lookup& device) {
  std::vector<ConstraintTable> tables;
  std::vector<Error> faults;
  for (const expression::Expression& constraint : space.constraints) {
    Result<ConstraintTable> table = ConstraintTable::make(constraint, space, device);
    if (table)
      tables.push_back(*std::move(table));
    else
      faults.push_back(std::move(table).error());
  }
  if (!faults.empty()) return fail(joined(std::move(faults)));
  return tables;
}

Result<bool> anyLeft(const Space& space, std::vector<ConstraintTable> tables,
                     std::stop_token stop) {
  KW_ASSIGN(const auto found, SpaceSearch(space, tables, std::move(stop)).run(1));
  return found.rows > 0;
}

// Constraints are applied in the order of the file: which one removes the last configurations?
Result<Error> emptied(const Space& space, const std::vector<ConstraintTable>& tables,
                      const std::stop_token& stop) {
  size_t last = 0;
  for (; last + 1 < tables.size(); ++last) {
    const auto end = tables.begin() + static_cast<ptrdiff_t>(last + 1);
    // A fault here is one that a later constraint would have excluded: not what emptied the space.
    const Result<bool> left = anyLeft(space, {tables.begin(), end}, stop);
    if (!left && left.error().kind == ErrorKind::cancelled) return failCancelled();
    if (left && !*left) break;
  }
  const Result<bool> leftByItAlone = anyLeft(space, {tables[last]}, stop);
  const bool alone = leftByItAlone && !*leftByItAlone;
  std::string message = "no configuration is left: the constraint \"" + tables[last].text() +
                        "\" (number " + std::to_string(last + 1) + ") ";
  message += alone ? "holds for none" : "removes the last that the ones before it leave";
  return Error{
      ErrorKind::badInput, std::move(message), {}, "relax it, or give its parameters other values"};
}

}  // namespace

Result<ValidSpace> ValidSpace::build(const Space& space, const expression::Lookup& device,
                                     std::stop_token stop) {
  if (space.parameters.empty()) return failInput("a space needs at least one parameter");
  for (const Parameter& parameter : space.parameters)
    if (parameter.values.empty() || parameter.values.size() > 65535)
      return failInput("the parameter " + parameter.name + " has " +
                       std::to_string(parameter.values.size()) + " values, expected 1 to 65535");
  KW_ASSIGN(std::vector<ConstraintTable> tables, bindAll(space, device));
  KW_ASSIGN(SpaceSearch::Found found, SpaceSearch(space, tables, stop).run(rowLimit(space)));
  if (found.rows == 0) {
    KW_ASSIGN(Error error, emptied(space, tables, stop));
    return fail(std::move(error));
  }
  if (found.rows == rowLimit(space))
    return failInput("more than " + std::to_string(found.rows) +
                         " configurations are valid, which is more than can be held",
                     {}, "add constraints, or give fewer values");
  ValidSpace valid;
  valid.m_space = space;
  valid.indexValues();
  valid.m_table = std::move(found.table);
  valid.m_count = found.rows;
  for (size_t i = 0; i < tables.size(); ++i)
    valid.m_removed.push_back({tables[i].text(), found.cutOff[i]});
  return valid;
}

double ValidSpace::cartesianSize() const {
  double product = 1;
  for (const Parameter& parameter : m_space.parameters)
    product *= static_cast<double>(parameter.values.size());
  return product;
}

std::vector<uint16_t> ValidSpace::indices(size_t index) const {
  const auto width = static_cast<ptrdiff_t>(m_space.parameters.size());
  const auto row = m_table.begin() + static_cast<ptrdiff_t>(index) * width;
  return {row, row + width};
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
  size_t low = 0, high = m_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (indices(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == m_count || indices(low) != wanted) return std::nullopt;
  return low;
}

std::vector<size_t> ValidSpace::neighbours(size_t index, Reach reach) const {
  const std::vector<uint16_t> centre = indices(index);
  std::vector<size_t> found;
  for (size_t parameter = 0; parameter < centre.size(); ++parameter) {
    const auto at = static_cast<int>(centre[parameter]);
    const auto count = static_cast<int>(m_space.parameters[parameter].values.size());
    for (const int step : {-1, 1}) {
      for (int value = at + step; value >= 0 && value < count; value += step) {
        std::vector<uint16_t> moved = centre;
        moved[parameter] = static_cast<uint16_t>(value);
        const std::optional<size_t> neighbour = find(moved);
        if (neighbour) found.push_back(*neighbour);
        if (neighbour && reach == Reach::adjacent) break;
      }
    }
  }
  std::ranges::sort(found);
  return found;
}

size_t ValidSpace::nearest(const std::vector<double>& wanted) const {
  const size_t width = m_space.parameters.size();
  size_t low = 0, high = m_count;  // the rows that agree with the values chosen so far
  for (size_t parameter = 0; parameter < width; ++parameter) {
    uint16_t best = m_table[low * width + parameter];
    for (size_t row = low; row < high; ++row) {
      const uint16_t value = m_table[row * width + parameter];
      if (std::abs(value - wanted[parameter]) < std::abs(best - wanted[parameter])) best = value;
    }
    while (m_table[low * width + parameter] != best)
      ++low;
    size_t end = low;
    while (end < high && m_table[end * width + parameter] == best)
      ++end;
    high = end;
  }
  return low;
}

Result<ValidSpace> ValidSpace::ofRows(const Space& space,
                                      const std::vector<std::vector<uint16_t>>& rows) {
  if (rows.empty()) return failInput("a recorded space needs at least one configuration");
  std::vector<std::vector<uint16_t>> sorted = rows;
  std::ranges::sort(sorted);
  sorted.erase(std::ranges::unique(sorted).begin(), sorted.end());
  ValidSpace valid;
  valid.m_space = space;
  valid.indexValues();
  valid.m_count = sorted.size();
  for (const std::vector<uint16_t>& row : sorted) {
    if (row.size() != space.parameters.size())
      return failInput("a recorded configuration has " + std::to_string(row.size()) +
                       " values, expected " + std::to_string(space.parameters.size()));
    for (size_t i = 0; i < row.size(); ++i)
      if (row[i] >= space.parameters[i].values.size())
        return failInput("a recorded configuration has a value of " + space.parameters[i].name +
                         " that this parameter does not have");
    valid.m_table.insert(valid.m_table.end(), row.begin(), row.end());
  }
  return valid;
}

}  // namespace kw
