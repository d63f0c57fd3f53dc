// SPDX-License-Identifier: GPL-3.0-or-later
// The launches and memsets of a launcher.
#include "model/formats/launcher_terms.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

Result<std::string> memset(LauncherTerms& terms, const Launch& launch) {
  const Argument* buffer = terms.problem.argument(launch.memset);
  if (!buffer) return failInput("the memset names no argument: " + launch.memset);
  const Argument argument = argumentFor(terms.problem, *buffer, terms.plan.isTemplate);
  KW_ASSIGN(const std::string elements, terms.extent(argument));
  KW_ASSIGN(const std::string before, terms.bytesBefore(argument));
  return failing("clear(" + pointerName(argument) + ", " + before + ", " +
                 std::to_string(launch.memsetValue) + ", " + elements + " * " +
                 std::to_string(sizeOf(argument.type)) + ", stream)");
}

Result<std::string> shape(LauncherTerms& terms, const std::string& member,
                          const std::vector<expression::Expression>& expressions) {
  std::vector<std::string> sides;
  for (const expression::Expression& side : expressions) {
    KW_ASSIGN(std::string text, terms.integer(side));
    sides.push_back(std::move(text));
  }
  return "    launch." + member + " = {" + joined(sides) + "};\n";
}

std::string address(const Argument& argument) {
  if (argument.role == Role::structure) return "kw_" + argument.name;
  return argument.isBuffer() ? "&" + pointerName(argument) : "&kw_" + argument.name;
}

Result<std::string> addresses(const Problem& problem, const Launch& launch) {
  std::vector<std::string> all;
  if (launch.arguments.empty())
    for (const Argument& argument : problem.arguments)
      all.push_back(address(argument));
  for (const std::string& name : launch.arguments) {
    const Argument* argument = problem.argument(name);
    if (!argument)
      return failInput("the launch of " + launch.function + " names no argument: " + name);
    all.push_back(address(*argument));
  }
  return joined(all);
}

Result<std::string> shapes(LauncherTerms& terms, const Launch& launch) {
  KW_ASSIGN(std::string text, shape(terms, "grid", launch.grid));
  KW_ASSIGN(const std::string block, shape(terms, "block", launch.block));
  text += block;
  if (launch.cluster.empty()) return text;
  KW_ASSIGN(const std::string cluster, shape(terms, "cluster", launch.cluster));
  return text + cluster + "    launch.hasCluster = true;\n";
}

Result<std::string> kernelLaunch(LauncherTerms& terms, const Launch& launch) {
  const std::string function = terms.function(launch.function);
  KW_ASSIGN(const std::string sides, shapes(terms, launch));
  KW_ASSIGN(const std::string shared, terms.integer(launch.sharedMemory));
  KW_ASSIGN(const std::string arguments, addresses(terms.problem, launch));
  std::string text = "  {\n    Launch launch;\n" + sides;
  if (shared != "0") text += "    launch.sharedBytes = " + shared + ";\n";
  const auto known = terms.plan.staticShared.find(function);
  if (known != terms.plan.staticShared.end() && known->second > 0)
    text += "    launch.staticSharedBytes = " + std::to_string(known->second) + ";\n";
  if (launch.cooperative) text += "    launch.cooperative = true;\n";
  const std::vector<std::pair<std::string, std::string>> renamed(terms.plan.renamed.begin(),
                                                                 terms.plan.renamed.end());
  return text + "    void* arguments[] = {" + arguments + "};\n  " +
         failing("run(reinterpret_cast<const void*>(&" + replaceIdentifiers(function, renamed) +
                 "), launch, arguments, stream)") +
         "  }\n";
}

}  // namespace

Result<std::string> launchStatements(LauncherTerms& terms) {
  std::string text;
  for (const Launch& launch : launchesOf(terms.problem, terms.plan.isTemplate)) {
    KW_ASSIGN(const std::string one,
              launch.memset.empty() ? kernelLaunch(terms, launch) : memset(terms, launch));
    text += one;
  }
  return text;
}

}  // namespace kw
