// SPDX-License-Identifier: GPL-3.0-or-later
// Which winners of single cases an export holds, and what it says of them.
#include <algorithm>
#include <filesystem>
#include <set>

#include "model/formats/export_texts.h"
#include "model/formats/wording.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

// Fit for a comment and for a string in C++.
std::string plain(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c == '\\' || c == '"' || static_cast<unsigned char>(c) < 32; }, ' ');
  return text;
}

Sizes measuredSizes(const ExportPlan& plan, const std::string& caseName) {
  return sizesOf(*plan.problem->findCase(caseName), plan.request->device.isHost());
}

// Cases that differ in their inputs alone: a launcher sees sizes only, and cannot tell them apart.
bool hasTwin(const ExportPlan& plan, const Case& which) {
  return std::ranges::any_of(plan.problem->cases, [&](const Case& other) {
    return other.performance && other.name != which.name &&
           measuredSizes(plan, other.name) == measuredSizes(plan, which.name);
  });
}

std::string labelOf(const ExportPlan::Variant& variant) {
  std::string text;
  for (const CaseWinner& won : variant.cases)
    text += (text.empty() ? "" : ", ") + plain(won.caseName);
  return text;
}

LauncherPlan launcherOf(const ExportPlan& plan, const ExportPlan::Variant& variant,
                        const std::string& name, const std::string& suffix) {
  const Candidate& candidate = variant.evaluation->candidate;
  LauncherPlan launcher{plan.problem,
                        candidate.isTemplate,
                        candidate.configuration,
                        name + suffix + "_launch",
                        name + suffix + "_support",
                        "",
                        {},
                        {}};
  launcher.label = labelOf(variant);
  for (const KernelDeclaration& kernel :
       kernelsIn(candidate.isTemplate ? plan.problem->templateText : plan.problem->sourceText))
    launcher.renamed[kernel.name] = kernel.name + suffix;
  for (const Symbol& symbol : plan.problem->symbols)
    launcher.renamed[symbol.name] = symbol.name + suffix;
  for (const KernelResources& kernel : variant.evaluation->resources)
    launcher.staticShared[kernel.function] = kernel.staticShared;
  return launcher;
}

// The variant that holds this winner, added if it is new; its place plus one.
size_t variantOf(ExportPlan& plan, const CaseWinner& won) {
  const Evaluation* evaluation = &plan.request->standing.evaluations[won.winner];
  const auto found = std::ranges::find(plan.variants, evaluation, &ExportPlan::Variant::evaluation);
  const auto place = static_cast<size_t>(found - plan.variants.begin());
  if (found == plan.variants.end()) plan.variants.push_back({evaluation, {}, {}, {}});
  plan.variants[place].cases.push_back(won);
  return place + 1;
}

// Names stay apart where two cases' names read alike as identifiers.
void addLaunchers(ExportPlan& plan, const std::string& name) {
  std::set<std::string> taken;
  for (ExportPlan::Variant& variant : plan.variants) {
    std::string suffix = "_for_" + identifierFrom(variant.cases.front().caseName);
    if (!taken.insert(suffix).second) suffix += "_" + std::to_string(taken.size() + 1);
    taken.insert(suffix);
    variant.fileName = plan.stem + suffix + ".cu";
    variant.options = compilerOptions(*plan.problem, variant.evaluation->candidate.configuration);
    plan.winner.variants.push_back(launcherOf(plan, variant, name, suffix));
  }
}

// Both with and without the dispatch, over the cases that were timed with both.
double dispatchGain(const ExportPlan& plan, const std::vector<CaseWinner>& winners) {
  std::vector<double> general, chosen, weights;
  for (const CaseWinner& one : winners) {
    if (!(one.generalMedian > 0)) continue;
    const bool dispatched = std::ranges::any_of(plan.variants, [&one](const auto& variant) {
      return std::ranges::any_of(
          variant.cases, [&one](const CaseWinner& won) { return won.caseName == one.caseName; });
    });
    general.push_back(one.generalMedian);
    chosen.push_back(dispatched ? one.median : one.generalMedian);
    weights.push_back(plan.problem->findCase(one.caseName)->weight);
  }
  if (weights.empty()) return 1;
  return statistics::weightedGeometricMean(general, weights) /
         statistics::weightedGeometricMean(chosen, weights);
}

}  // namespace

void addVariants(ExportPlan& plan, const std::string& name) {
  if (plan.request->generalOnly || plan.problem->sizeNames.empty()) return;
  for (const CaseWinner& won : caseWinnersOf(*plan.problem, plan.request->standing)) {
    const Case& which = *plan.problem->findCase(won.caseName);
    if (hasTwin(plan, which)) continue;
    const bool pays =
        won.differs && (won.overGeneral.ratio >= leastCaseGain || !(won.generalMedian > 0));
    plan.winner.cases.push_back(
        {plain(won.caseName), measuredSizes(plan, won.caseName), pays ? variantOf(plan, won) : 0});
  }
  if (plan.variants.empty()) plan.winner.cases.clear();
  addLaunchers(plan, name);
}

std::string dispatchNotes(const ExportPlan& plan) {
  if (plan.variants.empty()) return "";
  const Standing& standing = plan.request->standing;
  std::string notes =
      "\nChooses among several winners by size. A measured case is near where every size is within "
      "a factor of two of that case's, both included; of the near ones the nearest counts, by the "
      "sum of squares of log2(size / the case's size), the first of equals. If that case has a "
      "winner of its own";
  if (plan.problem->space && !plan.problem->space->requirements.empty())
    notes += " and the sizes meet what it requires (below)";
  notes +=
      ", that one is launched; the general winner otherwise. Only the measured sizes themselves "
      "were timed. The files to be linked:\n  " +
      plan.stem + ".cu: the general winner";
  for (const ExportPlan::Variant& variant : plan.variants)
    for (const CaseWinner& won : variant.cases)
      notes += "\n  " + variant.fileName + ": " + plain(caseWinnerText(standing, won));
  const double gain = dispatchGain(plan, caseWinnersOf(*plan.problem, standing));
  notes += "\nIn the geometric mean over the performance cases the dispatch is " + ratioText(gain) +
           " as fast as the general winner alone, on " + standing.deviceModel + ", " +
           standing.protocol + ".";
  if (!plan.hasFallback && plan.problem->space) {
    for (const expression::Expression& requirement : plan.problem->space->requirements)
      notes += "\n  requires " + requirement.text();
  }
  return notes;
}

std::string variantProvenance(const ExportPlan& plan, const ExportPlan::Variant& variant) {
  const Verdict& verdict = variant.evaluation->verdict;
  std::string text = "A case's winner of " + plan.problem->name + ", beside the general one in " +
                     plan.stem + ".cu.\n";
  for (const CaseWinner& won : variant.cases)
    text += plain(caseWinnerText(plan.request->standing, won)) + ".\n";
  text += "The candidate: " + verdictText(verdict);
  if (!verdict.oracle.empty()) text += "; oracle: " + verdict.oracle;
  text += ".\nDevice: " + plan.request->standing.deviceModel +
          ". Timing: " + plan.request->standing.protocol + ".\nCompile with: nvcc " +
          variant.options;
  return comment(text);
}

}  // namespace kw
