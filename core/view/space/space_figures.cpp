// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/space/space_figures.h"

#include <algorithm>

#include "model/space/space_conditions.h"

namespace kw::view {

namespace {

using constraints::BuildOptions;
using constraints::Built;
using constraints::Condition;

// About half a second each for all constraints together, and for the figures of each one.
constexpr uint64_t mostSteps = uint64_t{1} << 26;

class Count {
 public:
  Count(const Space& space, const std::optional<DeviceInfo>& device, std::stop_token stop)
      : m_space(space), m_domains(domainsOf(space)), m_stop(std::move(stop)) {
    if (device) m_lookup = deviceLookup(*device);
    m_figures.cartesian = cartesianSizeOf(space);
    m_figures.constraints.resize(space.constraints.size());
  }

  Result<SpaceFigures> run() {
    bind();
    KW_TRY(countEachAlone());
    KW_TRY(countAll());
    return std::move(m_figures);
  }

 private:
  void bind() {
    for (size_t i = 0; i < m_space.constraints.size(); ++i) {
      auto condition = conditionOf(m_space.constraints[i], m_space, m_lookup);
      if (condition) {
        m_conditions.push_back(*std::move(condition));
        m_numbers.push_back(i);
      } else {
        m_figures.constraints[i].needsDevice = true;
        m_figures.allJudged = false;
      }
    }
  }

  ConstraintFigures& figuresOfCondition(size_t condition) {
    return m_figures.constraints[m_numbers[condition]];
  }

  // What is left for each of the counts that are made of all constraints one by one.
  BuildOptions options(uint64_t steps) const { return {.mostSteps = steps, .stop = m_stop}; }
  uint64_t stepsEach() const { return mostSteps / std::max<size_t>(m_conditions.size(), 1); }

  Status countEachAlone() {
    for (size_t i = 0; i < m_conditions.size(); ++i) {
      const Result<Alone> alone = aloneOf(m_conditions[i], m_space, options(stepsEach()));
      if (!alone && alone.error().kind == ErrorKind::cancelled) return failCancelled();
      if (!alone) continue;
      ConstraintFigures& figures = figuresOfCondition(i);
      figures.removesAlone = alone->removes;
      if (alone->faulty) figures.fault = faultOf(m_conditions[i], m_space, *alone->faulty).message;
    }
    return {};
  }

  // A constraint that cannot be evaluated is trouble only where all others hold.
  Status countAll() {
    Result<Built> built = constraints::build(m_domains, m_conditions, options(mostSteps));
    if (!built && built.error().kind == ErrorKind::cancelled) return failCancelled();
    if (!built) {
      m_figures.trouble = built.error().message;
      return {};
    }
    m_figures.valid = built->diagram.realCount();
    if (built->faulty)
      m_figures.trouble = firstFaultOf(m_conditions, m_space, *built->faulty).message;
    if (m_figures.valid == 0) KW_TRY(findEmptying());
    const std::optional<uint64_t> count = built->diagram.count();
    return count ? countEachWithout(*count) : Status();
  }

  Status findEmptying() {
    if (m_conditions.empty()) return {};
    const auto emptying = emptyingOf(m_conditions, m_space, options(stepsEach()));
    if (!emptying && emptying.error().kind == ErrorKind::cancelled) return failCancelled();
    if (emptying) figuresOfCondition(emptying->condition).empties = true;
    return {};
  }

  Status countEachWithout(uint64_t all) {
    for (size_t i = 0; i < m_conditions.size(); ++i) {
      std::vector<Condition> others = m_conditions;
      others.erase(others.begin() + static_cast<ptrdiff_t>(i));
      const Result<Built> built = constraints::build(m_domains, others, options(stepsEach()));
      if (!built && built.error().kind == ErrorKind::cancelled) return failCancelled();
      const std::optional<uint64_t> count = built ? built->diagram.count() : std::nullopt;
      if (count) figuresOfCondition(i).addsWithout = static_cast<double>(*count - all);
    }
    return {};
  }

  const Space& m_space;
  std::vector<std::span<const ParameterValue>> m_domains;
  std::stop_token m_stop;
  expression::Lookup m_lookup;
  std::vector<Condition> m_conditions;
  std::vector<size_t> m_numbers;  // of their constraints in the space
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
