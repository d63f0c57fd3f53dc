// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/export_texts.h"

#include <cctype>
#include <filesystem>
#include <set>

#include "model/formats/cuda_types.h"
#include "model/formats/export_record.h"
#include "model/formats/wording.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

constexpr size_t commentColumns = 110;

// The source's kernels and symbols get other names, since the template's usually have the same.
LauncherPlan fallbackPlan(const KernelExport& request, const Problem& problem,
                          const std::string& name) {
  LauncherPlan plan{&problem, false, {}, name + "_source_launch", name + "_source_support",
                    "",       {},    {}};
  for (const KernelDeclaration& kernel : kernelsIn(problem.sourceText))
    plan.renamed[kernel.name] = kernel.name + "_source";
  for (const Symbol& symbol : problem.symbols)
    plan.renamed[symbol.name] = symbol.name + "_source";
  if (const Evaluation* source = request.standing.sourceEvaluation())
    for (const KernelResources& kernel : source->resources)
      plan.staticShared[kernel.function] = kernel.staticShared;
  return plan;
}

// A backslash at the end of a comment would swallow the next line.
std::string commentLine(std::string line) {
  while (!line.empty() && (line.back() == '\\' || line.back() == '\r' || line.back() == ' '))
    line.pop_back();
  return line.empty() ? "//\n" : "// " + line + "\n";
}

std::string listed(const std::vector<expression::Expression>& expressions) {
  std::string text;
  for (const expression::Expression& one : expressions)
    text += (text.empty() ? "" : ", ") + one.text();
  return text;
}

std::string bufferNotes(const Problem& problem) {
  std::string notes;
  for (const Argument& argument : problem.arguments) {
    if (!argument.isBuffer() || argument.role == Role::workspace) continue;
    notes += "\n  " + argument.name + "[" + listed(argument.shape) + "] " +
             std::string(name(argument.role)) + ", " + std::to_string(argument.alignment);
    if (!argument.strides.empty()) notes += ", strides (" + listed(argument.strides) + ")";
    if (argument.offset.text() != "0")
      notes +=
          ", points " + argument.offset.text() + " elements past the aligned start of its buffer";
  }
  return notes;
}

std::string launcherNotes(const ExportPlan& plan) {
  const Problem& problem = *plan.problem;
  std::string notes =
      "Queues the kernel on `stream` and returns at once. Pointers are device memory. Buffers, and "
      "their alignment "
      "in bytes:" +
      bufferNotes(problem) +
      "\nGives cudaErrorInvalidValue for a negative size, a size that the kernel's own type cannot "
      "hold, a missing "
      "pointer or too little workspace, cudaErrorMisalignedAddress for a pointer that is not "
      "aligned, otherwise what "
      "the launch gave.";
  if (plan.hasFallback) {
    notes += "\nSizes that do not meet these go to the source kernel (" + plan.stem +
             "_fallback.cu, to be linked too):";
    for (const expression::Expression& requirement : problem.space->requirements)
      notes += "\n  " + requirement.text();
  }
  notes += dispatchNotes(plan);
  if (needsWorkspace(problem))
    notes +=
        "\nThe workspace is one block of device memory, aligned to 256 bytes; launches that may "
        "overlap need one "
        "each.";
  if (!problem.symbols.empty())
    notes +=
        "\nFill the symbols first: each _set_ function copies to one of them, in the stream's "
        "order.";
  return notes;
}

std::string declarations(const LauncherPlan& plan) {
  std::string text = launcherDeclaration(plan, true) + ";\n";
  if (needsWorkspace(*plan.problem))
    text += comment("Bytes of workspace for these sizes on the current device.") +
            workspaceDeclaration(plan) + ";\n";
  for (const Symbol& symbol : plan.problem->symbols)
    text += symbolDeclaration(plan, symbol, true) + ";\n";
  if (!plan.variants.empty())
    text += comment(
                "Which winner takes these sizes on the current device: \"general\", or the cases "
                "it won.") +
            variantDeclaration(plan) + ";\n";
  return text;
}

}  // namespace

std::string identifierFrom(std::string_view name) {
  std::string text;
  for (const char c : name)
    text += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0 ? "kernel_" + text
                                                                                : text;
}

std::string compilerOptions(const Problem& problem, const Configuration& configuration) {
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : configuration.values())
    values.emplace_back(name, expression::toPlainText(value));
  std::string text = "-std=" + problem.compile.standard;
  for (const std::string& option : problem.compile.options)
    text += " " + replaceIdentifiers(option, values);
  for (const std::string& folder : problem.compile.includeFolders)
    text += " -I" + folder;
  return text;
}

ExportPlan exportPlan(const KernelExport& request) {
  const Problem& problem = request.problem->problem;
  const Evaluation& best = *request.standing.bestEvaluation();
  const bool isTemplate = best.candidate.isTemplate;
  const std::string name = identifierFrom(problem.name);
  ExportPlan plan;
  plan.request = &request;
  plan.problem = &problem;
  plan.best = &best;
  plan.stem = std::filesystem::path(request.fileName).stem().string();
  plan.hasFallback = isTemplate && problem.space && !problem.space->requirements.empty();
  plan.winner = {
      &problem, isTemplate, best.candidate.configuration, name + "_launch", name + "_support", "",
      {},       {}};
  for (const KernelResources& kernel : best.resources)
    plan.winner.staticShared[kernel.function] = kernel.staticShared;
  if (plan.hasFallback) {
    plan.fallback = fallbackPlan(request, problem, name);
    plan.winner.fallback = plan.fallback.function;
  }
  plan.options = compilerOptions(problem, best.candidate.configuration);
  addVariants(plan, name);
  return plan;
}

std::string comment(std::string_view text) {
  std::string out, line;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!line.empty() && line.size() + word.size() + 1 > commentColumns) {
      out += commentLine(line);
      line.clear();
    }
    line += word;
    if (end == text.size() || text[end] == '\n') {
      out += commentLine(line);
      line.clear();
    } else {
      line += ' ';
    }
    at = end + 1;
  }
  return out;
}

std::string provenance(const ExportPlan& plan) {
  const KernelExport& request = *plan.request;
  const Finding finding{plan.problem,
                        request.device.isHost(),
                        request.standing.deviceModel,
                        request.standing.sourceEvaluation(),
                        plan.best,
                        request.standing.speedup};
  std::string text = "Found by Kernelwright.\n";
  if (request.device.isHost()) text += std::string(hostHeading) + ".\n";
  text += findingText(finding) + "\n";
  for (const std::string& baseline : baselineTexts(finding))
    text += baseline + "\n";
  text += "Device: " + request.standing.deviceModel + ", " + request.device.architecture;
  if (!request.device.driver.empty()) text += ", driver " + request.device.driver;
  text += ", compiler " + request.device.compiler + ".\nTiming: " + request.standing.protocol +
          ".\nCompile with: nvcc " + plan.options + "\nThe next line is for `kwr verify-export`.";
  return comment(text) + "// " + writeExportRecord(recordOf(request, plan.options)) + "\n";
}

std::string exportedHeader(const ExportPlan& plan) {
  std::set<std::string_view> includes;
  for (const Argument& argument : plan.problem->arguments)
    if (const std::string_view file = cudaTypeHeader(argument.type);
        argument.isBuffer() && !file.empty())
      includes.insert(file);
  std::string text =
      comment(plan.problem->name + ", tuned: " + plan.stem + ".cu says how it was found.") +
      "#pragma once\n\n#include <cuda_runtime.h>\n";
  for (const std::string_view file : includes)
    text += "#include <" + std::string(file) + ">\n";
  text += "\n#include <cstddef>\n#include <cstdint>\n\n" + comment(launcherNotes(plan)) +
          declarations(plan.winner);
  for (const LauncherPlan& variant : plan.winner.variants)
    text += "\n" +
            comment("The same with the winner of " + variant.label +
                    " whatever the sizes; cudaErrorNotSupported where it does not take "
                    "them.") +
            declarations(variant);
  if (plan.hasFallback)
    text += "\n" + comment("The same with the source kernel.") + declarations(plan.fallback);
  return text;
}

}  // namespace kw
