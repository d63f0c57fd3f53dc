// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem.h"

#include <algorithm>

namespace kw {

std::string_view name(Role role) {
  switch (role) {
    case Role::input:
      return "input";
    case Role::output:
      return "output";
    case Role::inout:
      return "inout";
    case Role::workspace:
      return "workspace";
    case Role::size:
      return "size";
    case Role::value:
      return "value";
    case Role::structure:
      return "struct";
    case Role::tensorMap:
      return "tensor_map";
  }
  return "input";
}

const Argument* Problem::argument(std::string_view wanted) const {
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& one) { return one.name == wanted; });
  return found == arguments.end() ? nullptr : &*found;
}

const Case* Problem::findCase(std::string_view wanted) const {
  const auto found =
      std::find_if(cases.begin(), cases.end(), [&](const Case& one) { return one.name == wanted; });
  return found == cases.end() ? nullptr : &*found;
}

Sizes sizesOf(const Case& which, bool onHost) {
  Sizes sizes = which.sizes;
  if (onHost)
    for (const auto& [name, size] : which.hostSizes)
      sizes[name] = size;
  return sizes;
}

expression::Lookup lookupFor(const Sizes& sizes, const Configuration& configuration,
                             const expression::Lookup& device) {
  return [sizes, configuration, device](std::string_view name) -> std::optional<expression::Value> {
    const auto size = sizes.find(std::string(name));
    if (size != sizes.end()) return size->second;
    if (const ParameterValue* value = configuration.find(name)) return *value;
    return device ? device(name) : std::nullopt;
  };
}

const std::vector<Launch>& launchesOf(const Problem& problem, bool isTemplate) {
  const bool hasOwn = isTemplate && problem.space && !problem.space->launches.empty();
  return hasOwn ? problem.space->launches : problem.launches;
}

Argument argumentFor(const Problem& problem, const Argument& argument, bool isTemplate) {
  if (!isTemplate || !problem.space || argument.role != Role::workspace) return argument;
  for (const auto& [name, elements] : problem.space->workspace) {
    if (name != argument.name) continue;
    Argument resized = argument;
    resized.shape = {elements};
    resized.strides.clear();
    resized.offset = {};
    return resized;
  }
  return argument;
}

Result<std::string> unmetRequirement(const Space& space, const expression::Lookup& lookup) {
  for (const expression::Expression& requirement : space.requirements) {
    KW_ASSIGN(const bool holds, requirement.evaluateBool(lookup));
    if (!holds) return requirement.text();
  }
  return std::string();
}

}  // namespace kw
