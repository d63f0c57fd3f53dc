// SPDX-License-Identifier: GPL-3.0-or-later
// Any problem folder is read or refused. The input holds the files problem.json, space.json,
// kernel.cu and template.cu, separated by form feeds.
#include "fuzz_input.h"
#include "model/problem/problem_file.h"

using namespace kw;

namespace {

// What every user of a problem works out first: sizes, buffers and launches of each case, of the
// source kernel and of the template with the first value of each parameter.
void makeConcrete(const Problem& problem, bool isTemplate) {
  Configuration configuration;
  if (isTemplate) {
    if (!problem.space) return;
    std::vector<std::pair<std::string, ParameterValue>> values;
    for (const Parameter& parameter : problem.space->parameters)
      values.emplace_back(parameter.name, parameter.values.front());
    configuration = Configuration(std::move(values));
  }
  const auto device = [](std::string_view) {
    return std::optional<expression::Value>(int64_t{1024});
  };
  for (const Case& which : problem.cases) {
    const Sizes sizes = sizesOf(which, isTemplate);
    const expression::Lookup lookup = lookupFor(sizes, configuration, device);
    for (const Argument& argument : problem.arguments)
      static_cast<void>(layoutOf(argumentFor(problem, argument, isTemplate), lookup));
    for (const Launch& launch : launchesOf(problem, isTemplate))
      static_cast<void>(concrete(launch, problem, configuration, lookup));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string_view rest = fuzz::textOf(data, size);
  std::vector<ProblemPart> parts;
  for (const char* name : {"problem.json", "space.json", "kernel.cu", "template.cu"}) {
    const std::string_view content = rest.substr(0, rest.find('\f'));
    rest.remove_prefix(std::min(rest.size(), content.size() + 1));
    parts.push_back({name, std::string(content)});
  }
  parts.push_back({"oracle.py", "def reference(case, inputs):\n    return {}\n"});
  const auto loaded = problemFromParts(std::move(parts), "fuzz");
  if (!loaded) {
    fuzz::require(!loaded.error().message.empty(), "a fault says what is wrong");
    return 0;
  }
  makeConcrete(loaded->problem, false);
  makeConcrete(loaded->problem, true);
  return 0;
}
