// SPDX-License-Identifier: GPL-3.0-or-later
// Launches made concrete: every expression evaluated, macros in function names replaced.
#include "model/kernel/source_scan.h"
#include "model/problem/problem.h"

namespace kw {

namespace {

using expression::Expression;

std::vector<std::pair<std::string, std::string>> macrosOf(const Configuration& configuration) {
  std::vector<std::pair<std::string, std::string>> macros;
  for (const auto& [name, value] : configuration.values())
    macros.emplace_back(name, expression::toPlainText(value));
  return macros;
}

Result<int64_t> evaluated(const Expression& expression, const char* what, const Launch& launch,
                          const expression::Lookup& lookup) {
  Result<int64_t> value = expression.evaluateInteger(lookup);
  if (value) return value;
  return failInput("launch of " + launch.function + ": " + what + " \"" + expression.text() +
                   "\" has no value: " + value.error().message);
}

Result<Dim3> dimensions(const std::vector<Expression>& expressions, const char* what,
                        const Launch& launch, const expression::Lookup& lookup) {
  Dim3 all;
  int64_t* const axes[] = {&all.x, &all.y, &all.z};
  if (expressions.size() > 3)
    return failInput("launch of " + launch.function + ": the " + what + " has " +
                     std::to_string(expressions.size()) + " dimensions, expected at most 3");
  for (size_t i = 0; i < expressions.size(); ++i) {
    KW_ASSIGN(*axes[i], evaluated(expressions[i], what, launch, lookup));
  }
  return all;
}

std::vector<std::string> argumentNames(const Launch& launch, const Problem& problem) {
  if (!launch.arguments.empty()) return launch.arguments;
  std::vector<std::string> names;
  for (const Argument& argument : problem.arguments)
    names.push_back(argument.name);
  return names;
}

}  // namespace

Result<ConcreteLaunch> concrete(const Launch& launch, const Problem& problem,
                                const Configuration& configuration,
                                const expression::Lookup& lookup) {
  ConcreteLaunch made;
  if (!launch.memset.empty()) {
    made.memset = launch.memset;
    made.memsetValue = launch.memsetValue;
    return made;
  }
  made.function = replaceIdentifiers(launch.function, macrosOf(configuration));
  made.arguments = argumentNames(launch, problem);
  KW_ASSIGN(made.grid, dimensions(launch.grid, "grid", launch, lookup));
  KW_ASSIGN(made.block, dimensions(launch.block, "block", launch, lookup));
  KW_ASSIGN(made.cluster, dimensions(launch.cluster, "cluster", launch, lookup));
  made.hasCluster = !launch.cluster.empty();
  KW_ASSIGN(made.sharedMemory, evaluated(launch.sharedMemory, "shared memory", launch, lookup));
  made.cooperative = launch.cooperative;
  return made;
}

}  // namespace kw
