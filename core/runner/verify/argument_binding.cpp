// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/verify/argument_binding.h"

#include <algorithm>
#include <string>
#include <utility>

namespace kw {

namespace {

Result<BoundArgument::TensorMap> tensorMap(const CaseData& data, const Argument& argument,
                                           const CaseBuffer& buffer,
                                           const Configuration& configuration) {
  BoundArgument::TensorMap map{.type = buffer.type(),
                               .shape = buffer.layout.shape,
                               .strides = buffer.layout.strides,
                               .box = {},
                               .swizzle = argument.swizzle};
  const expression::Lookup lookup = data.scope().lookupWith(configuration);
  for (const expression::Expression& extent : argument.box) {
    KW_ASSIGN(const int64_t elements, extent.evaluateInteger(lookup));
    map.box.push_back(elements);
  }
  return map;
}

// As a C++ compiler aligns a structure of these fields.
int64_t alignmentOf(const Argument& structure) {
  size_t alignment = 1;
  for (const StructField& field : structure.fields) {
    alignment = std::max(alignment, sizeOf(field.type));
  }
  return static_cast<int64_t>(alignment);
}

Result<BoundArgument> bound(const CaseData& data, const Argument& argument,
                            const Configuration& configuration) {
  BoundArgument result{.name = argument.name};
  const bool isMap = argument.role == Role::tensorMap;
  if (!argument.isBuffer() && !isMap) {
    KW_ASSIGN(result.bytes, data.scope().valueBytes(argument));
    if (argument.role == Role::structure) result.alignment = alignmentOf(argument);
    return result;
  }
  const CaseBuffer* buffer = data.find(isMap ? argument.mapOf : argument.name);
  if (buffer == nullptr) {
    return failInput("argument " + argument.name + " maps " + argument.mapOf +
                     ", which is no buffer");
  }
  result.buffer = buffer->buffer.id();
  result.bufferOffset = buffer->layout.offset * static_cast<int64_t>(sizeOf(buffer->type()));
  if (isMap) {
    KW_ASSIGN(result.tensorMap, tensorMap(data, argument, *buffer, configuration));
  }
  return result;
}

std::vector<std::string> argumentNames(const ConcreteLaunch& launch, const Problem& problem) {
  if (!launch.arguments.empty()) return launch.arguments;
  std::vector<std::string> names;
  for (const Argument& argument : problem.arguments)
    names.push_back(argument.name);
  return names;
}

Result<BoundLaunch> boundLaunch(const CaseData& data, const ConcreteLaunch& launch,
                                const Configuration& configuration) {
  BoundLaunch result{.launch = launch, .arguments = {}};
  const Problem& problem = data.scope().problem();
  if (!launch.memset.empty()) {
    const CaseBuffer* buffer = data.find(launch.memset);
    if (buffer == nullptr)
      return failInput("a memset names " + launch.memset + ", which is no buffer");
    result.memset = buffer->buffer.id();
    result.memsetBytes = buffer->layout.bytes;
    return result;
  }
  for (const std::string& name : argumentNames(launch, problem)) {
    const Argument* argument = problem.argument(name);
    if (argument == nullptr) {
      return failInput("launch of " + launch.function + ": there is no argument " + name);
    }
    KW_ASSIGN(BoundArgument one, bound(data, *argument, configuration));
    result.arguments.push_back(std::move(one));
  }
  return result;
}

}  // namespace

Result<std::vector<BoundLaunch>> boundLaunches(const CaseData& data,
                                               const std::vector<ConcreteLaunch>& launches,
                                               const Configuration& configuration) {
  std::vector<BoundLaunch> result;
  for (const ConcreteLaunch& launch : launches) {
    KW_ASSIGN(BoundLaunch one, boundLaunch(data, launch, configuration));
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace kw
