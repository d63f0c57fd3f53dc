// SPDX-License-Identifier: GPL-3.0-or-later
// How a launcher chooses among several winners by size.
#include "model/formats/launcher_terms.h"

namespace kw {

namespace {

// The table of measured cases and the search for the nearest one. The rule itself is said in the
// header's comment (dispatchNotes).
std::string nearestCase(const LauncherPlan& plan) {
  std::string rows;
  for (const DispatchCase& one : plan.cases) {
    std::vector<std::string> sizes;
    for (const std::string& size : plan.problem->sizeNames)
      sizes.push_back(std::to_string(one.sizes.at(size)));
    rows += "      {{" + joined(sizes) + "}, " + std::to_string(one.variant) + "},  // " +
            std::string(one.label) + "\n";
  }
  const std::string count = std::to_string(plan.problem->sizeNames.size());
  return "  struct Measured {\n    double sizes[" + count +
         "];\n    int winner;\n  };\n  const Measured kw_measured[] = {\n" + rows +
         "  };\n  const int64_t kw_asked[] = {" + joined(plan.problem->sizeNames) +
         "};\n  double kw_nearest = 0;\n  int kw_found = -1;\n"
         "  for (const Measured& one : kw_measured) {\n"
         "    double distance = 0;\n    bool near = true;\n"
         "    for (int i = 0; i < " +
         count +
         "; ++i) {\n      const double size = static_cast<double>(kw_asked[i]);\n"
         "      if (size == one.sizes[i]) continue;\n"
         "      near = near && size > 0 && one.sizes[i] > 0 && size <= 2 * one.sizes[i] && "
         "one.sizes[i] <= 2 * size;\n"
         "      if (!near) break;\n"
         "      const double octaves = std::log2(size / one.sizes[i]);\n"
         "      distance += octaves * octaves;\n    }\n"
         "    if (!near || (kw_found >= 0 && distance >= kw_nearest)) continue;\n"
         "    kw_nearest = distance;\n    kw_found = one.winner;\n  }\n";
}

// The winner's `requires`, worked out with its own configuration.
Result<std::string> guarded(const LauncherPlan& variant, size_t number) {
  LauncherTerms terms(variant);
  std::string condition;
  if (variant.isTemplate && terms.problem.space)
    for (const expression::Expression& requirement : terms.problem.space->requirements) {
      KW_ASSIGN(const std::string text, terms.number(requirement, CppType::boolean));
      condition += (condition.empty() ? "" : " && ") + ("(" + text + ")");
    }
  KW_ASSIGN(const std::string limits, terms.takeLimits());
  const std::string taken = "*kw_winner = " + std::to_string(number) + ";\n";
  return "  if (kw_found == " + std::to_string(number) + ") {\n" + limits +
         (condition.empty() ? "    " + taken : "    if (" + condition + ") " + taken) + "  }\n";
}

std::string chosen(const LauncherPlan& plan) {
  return "  int kw_winner = 0;\n" +
         failing("chosenWinner(" + joined(plan.problem->sizeNames) + ", &kw_winner)");
}

}  // namespace

std::string variantDeclaration(const LauncherPlan& plan) {
  std::vector<std::string> parameters = sizeParameters(*plan.problem);
  parameters.push_back("const char** kw_name");
  return "cudaError_t " + plan.function + "_winner(" + joined(parameters) + ")";
}

Result<std::string> choosingFunctions(LauncherTerms& terms) {
  const LauncherPlan& plan = terms.plan;
  if (plan.variants.empty()) return std::string();
  std::vector<std::string> parameters = sizeParameters(terms.problem);
  parameters.push_back("int* kw_winner");
  std::string text =
      "namespace {\n\n// Which winner takes these sizes; 0 is the general one.\n"
      "cudaError_t chosenWinner(" +
      joined(parameters) + ") {\n  using namespace " + plan.space + ";\n  *kw_winner = 0;\n" +
      nearestCase(plan);
  std::string names = "\"general\"";
  for (size_t i = 0; i < plan.variants.size(); ++i) {
    KW_ASSIGN(const std::string guard, guarded(plan.variants[i], i + 1));
    text += guard;
    names += ", \"" + plan.variants[i].label + "\"";
  }
  return text + "  return cudaSuccess;\n}\n\n}  // namespace\n\n" + variantDeclaration(plan) +
         " {\n  static const char* const kw_names[] = {" + names + "};\n" + chosen(plan) +
         "  *kw_name = kw_names[kw_winner];\n  return cudaSuccess;\n}\n\n";
}

Result<std::string> variantChoice(LauncherTerms& terms) {
  if (terms.plan.variants.empty()) return std::string();
  std::string text = chosen(terms.plan);
  for (size_t i = 0; i < terms.plan.variants.size(); ++i)
    text += "  if (kw_winner == " + std::to_string(i + 1) + ") return " +
            terms.plan.variants[i].function + "(" + forwarded(terms.problem) + ");\n";
  return text;
}

std::string variantWorkspaces(const LauncherTerms& terms) {
  if (terms.plan.variants.empty()) return "";
  std::string text = chosen(terms.plan);
  for (size_t i = 0; i < terms.plan.variants.size(); ++i)
    text += "  if (kw_winner == " + std::to_string(i + 1) + ") return " +
            terms.plan.variants[i].function + "_workspace_bytes(" +
            joined(terms.problem.sizeNames) + ", bytes);\n";
  return text;
}

}  // namespace kw
