// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/space/space_figures.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "model/space/constraint_table.h"
#include "model/space/space_search.h"

namespace kw::view {

namespace {

using Outcome = ConstraintTable::Outcome;

constexpr double mostCombinations = 1 << 17;  // of one constraint's own parameters
constexpr double mostWalked = 1 << 18;        // configurations that are judged one by one
constexpr size_t mostRows = 1 << 22;          // valid ones of parameters that depend on each other
constexpr uint64_t stepsBetweenStopChecks = 1024;

double sizeOf(const Space& space) {
  double product = 1;
  for (const Parameter& parameter : space.parameters)
    product *= static_cast<double>(parameter.values.size());
  return product;
}

// Each combination of some parameters' values in turn.
class Odometer {
 public:
  Odometer(const Space& space, const std::vector<size_t>& parameters)
      : m_space(space), m_parameters(parameters), m_row(space.parameters.size()) {}
  const std::vector<uint16_t>& row() const { return m_row; }
  bool next() {
    for (size_t i = m_parameters.size(); i-- > 0;) {
      uint16_t& index = m_row[m_parameters[i]];
      if (++index < m_space.parameters[m_parameters[i]].values.size()) return true;
      index = 0;
    }
    return false;
  }

 private:
  const Space& m_space;
  const std::vector<size_t>& m_parameters;
  std::vector<uint16_t> m_row;
};

class Count {
 public:
  Count(const Space& space, const std::optional<DeviceInfo>& device, std::stop_token stop)
      : m_space(space), m_stop(std::move(stop)) {
    if (device) m_lookup = deviceLookup(*device);
    m_figures.constraints.resize(space.constraints.size());
  }

  Result<SpaceFigures> run() {
    m_figures.cartesian = sizeOf(m_space);
    bind();
    KW_TRY(countEachAlone());
    KW_TRY(m_figures.cartesian <= mostWalked ? walkAll() : countGroups());
    return std::move(m_figures);
  }

 private:
  struct Bound {
    size_t constraint;
    ConstraintTable table;
  };

  void bind() {
    for (size_t i = 0; i < m_space.constraints.size(); ++i) {
      auto table = ConstraintTable::make(m_space.constraints[i], m_space, m_lookup);
      if (table) {
        m_bound.push_back({i, *std::move(table)});
      } else {
        m_figures.constraints[i].needsDevice = true;
        m_figures.allJudged = false;
      }
    }
  }

  bool stopped() { return ++m_steps % stepsBetweenStopChecks == 0 && m_stop.stop_requested(); }

  Status countEachAlone() {
    for (Bound& bound : m_bound) {
      double combinations = 1;
      for (const size_t parameter : bound.table.parameters())
        combinations *= static_cast<double>(m_space.parameters[parameter].values.size());
      if (combinations > mostCombinations) continue;
      ConstraintFigures& figures = m_figures.constraints[bound.constraint];
      double fails = 0;
      Odometer each(m_space, bound.table.parameters());
      do {
        if (stopped()) return failCancelled();
        const Outcome outcome = bound.table.check(each.row());
        fails += outcome == Outcome::fails;
        if (outcome == Outcome::faulty && figures.fault.empty())
          figures.fault = bound.table.fault(each.row()).message;
      } while (each.next());
      figures.removesAlone = fails / combinations * m_figures.cartesian;
    }
    return {};
  }

  // Few enough to judge every configuration by every constraint.
  Status walkAll() {
    std::vector<size_t> all(m_space.parameters.size());
    std::iota(all.begin(), all.end(), size_t{0});
    std::vector<double> only(m_bound.size());
    size_t last = 0;  // the largest number of a first constraint that fails
    Odometer each(m_space, all);
    do {
      if (stopped()) return failCancelled();
      const Judgement judgement = judge(each.row());
      if (judgement.failing == 0)
        ++m_figures.valid;
      else if (judgement.failing == 1)
        ++only[judgement.first];
      last = std::max(last, judgement.first);
    } while (each.next());
    for (size_t i = 0; i < m_bound.size(); ++i)
      m_figures.constraints[m_bound[i].constraint].addsWithout = only[i];
    if (m_figures.valid == 0 && m_figures.trouble.empty() && !m_bound.empty())
      m_figures.constraints[m_bound[last].constraint].empties = true;
    return {};
  }

  struct Judgement {
    size_t failing = 0;
    size_t first = 0;
  };
  // A constraint that cannot be evaluated is a fault only where all others hold.
  Judgement judge(const std::vector<uint16_t>& row) {
    Judgement judgement;
    const Bound* faulty = nullptr;
    for (size_t i = 0; i < m_bound.size(); ++i) {
      const Outcome outcome = m_bound[i].table.check(row);
      if (outcome == Outcome::faulty && !faulty) faulty = &m_bound[i];
      if (outcome != Outcome::fails) continue;
      if (judgement.failing++ == 0) judgement.first = i;
    }
    if (faulty && judgement.failing == 0 && m_figures.trouble.empty())
      m_figures.trouble = faulty->table.fault(row).message;
    return judgement;
  }

  // Parameters that no constraint ties together multiply: each group is searched by itself.
  Status countGroups() {
    m_figures.valid = 1;
    for (const std::vector<size_t>& group : groups()) {
      if (m_stop.stop_requested()) return failCancelled();  // a small search does not look
      KW_ASSIGN(const double count, validOf(group));
      m_figures.valid *= count;
    }
    for (Bound& bound : m_bound) {
      ConstraintFigures& figures = m_figures.constraints[bound.constraint];
      if (bound.table.parameters().empty() && figures.removesAlone.value_or(0) > 0)
        m_figures.valid = 0;
      figures.empties = figures.removesAlone == m_figures.cartesian;
    }
    if (m_figures.valid == 0) m_figures.atLeast = false;
    return {};
  }

  std::vector<std::vector<size_t>> groups() const {
    std::vector<size_t> leader(m_space.parameters.size());
    std::iota(leader.begin(), leader.end(), size_t{0});
    const auto find = [&](size_t parameter) {
      while (leader[parameter] != parameter)
        parameter = leader[parameter];
      return parameter;
    };
    for (const Bound& bound : m_bound)
      for (const size_t parameter : bound.table.parameters())
        leader[find(parameter)] = find(bound.table.parameters().front());
    std::map<size_t, std::vector<size_t>> byLeader;
    for (size_t i = 0; i < leader.size(); ++i)
      byLeader[find(i)].push_back(i);
    std::vector<std::vector<size_t>> all;
    for (auto& [first, group] : byLeader)
      all.push_back(std::move(group));
    return all;
  }

  Result<double> validOf(const std::vector<size_t>& group) {
    Space part;
    for (const size_t parameter : group)
      part.parameters.push_back(m_space.parameters[parameter]);
    std::vector<ConstraintTable> tables;
    for (const Bound& bound : m_bound) {
      const auto& used = bound.table.parameters();
      if (used.empty() || !std::binary_search(group.begin(), group.end(), used.front())) continue;
      // It was bound to the whole space already.
      tables.push_back(
          ConstraintTable::make(m_space.constraints[bound.constraint], part, m_lookup).value());
    }
    if (tables.empty()) return sizeOf(part);
    auto found = SpaceSearch(part, tables, m_stop).run(mostRows);
    if (!found && found.error().kind == ErrorKind::cancelled) return failCancelled();
    if (!found) {
      if (m_figures.trouble.empty()) m_figures.trouble = found.error().message;
      return 0;
    }
    m_figures.atLeast = m_figures.atLeast || found->rows == mostRows;
    return static_cast<double>(found->rows);
  }

  const Space& m_space;
  std::stop_token m_stop;
  expression::Lookup m_lookup;
  std::vector<Bound> m_bound;
  uint64_t m_steps = 0;
  SpaceFigures m_figures;
};

void collectLimits(const expression::Expression& expression, std::vector<std::string>& names) {
  for (const std::string& name : expression.names())
    if (name.starts_with("device.") && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
}

}  // namespace

Result<SpaceFigures> figuresOf(const Space& space, const std::optional<DeviceInfo>& device,
                               std::stop_token stop) {
  return Count(space, device, std::move(stop)).run();
}

std::string violatedConstraint(const Space& space, const std::optional<DeviceInfo>& device,
                               const Configuration& configuration) {
  const expression::Lookup limits = device ? deviceLookup(*device) : expression::Lookup();
  const auto lookup = [&](std::string_view name) -> std::optional<ParameterValue> {
    if (const ParameterValue* value = configuration.find(name)) return *value;
    return limits ? limits(name) : std::nullopt;
  };
  for (const expression::Expression& constraint : space.constraints) {
    const bool known =
        std::all_of(constraint.names().begin(), constraint.names().end(),
                    [&](const std::string& name) { return lookup(name).has_value(); });
    if (!known) continue;
    const Result<bool> holds = constraint.evaluateBool(lookup);
    if (!holds || !*holds) return constraint.text();
  }
  return {};
}

std::vector<std::pair<std::string, int64_t>> limitsUsed(const Space& space,
                                                        const std::optional<DeviceInfo>& device) {
  std::vector<std::string> names;
  for (const auto* list : {&space.constraints, &space.requirements})
    for (const expression::Expression& one : *list)
      collectLimits(one, names);
  for (const Launch& launch : space.launches) {
    for (const auto* list : {&launch.grid, &launch.block, &launch.cluster})
      for (const expression::Expression& one : *list)
        collectLimits(one, names);
    collectLimits(launch.sharedMemory, names);
  }
  std::vector<std::pair<std::string, int64_t>> limits;
  for (const std::string& name : names) {
    const std::string limit = name.substr(std::string_view("device.").size());
    const bool known = device && device->limits.contains(limit);
    limits.emplace_back(limit, known ? device->limits.at(limit) : -1);
  }
  return limits;
}

}  // namespace kw::view
