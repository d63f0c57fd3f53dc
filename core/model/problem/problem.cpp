// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem.h"

#include <algorithm>
#include <memory>

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
  struct Known {
    Sizes sizes;
    Configuration configuration;
    expression::Lookup device;
  };
  // Shared by all copies: look-ups are passed on by value, for each case of each candidate.
  auto shared = std::make_shared<const Known>(Known{sizes, configuration, device});
  return [known = std::move(shared)](std::string_view name) -> std::optional<expression::Value> {
    const auto size = known->sizes.find(std::string(name));
    if (size != known->sizes.end()) return size->second;
    if (const ParameterValue* value = known->configuration.find(name)) return *value;
    return known->device ? known->device(name) : std::nullopt;
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
