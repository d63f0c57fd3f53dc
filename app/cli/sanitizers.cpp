// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/sanitizers.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/files/files.h"
#include "base/text/shell_word.h"
#include "client/engine/watched_runner.h"
#include "model/sanitizer/sanitizer_log.h"

namespace kw::cli {

namespace {

constexpr std::array<const char*, 4> tools{"memcheck", "racecheck", "initcheck", "synccheck"};

std::string toolProgram() {
  return watchingTool("compute-sanitizer", "KERNELWRIGHT_SANITIZER");
}

// Our own kernels compare and fill; what is said of no kernel is of the tool or the driver.
bool isOfCandidate(const SanitizerFinding& finding) {
  return !finding.kernel.empty() && !finding.kernel.starts_with("kw");
}

struct Read {
  SanitizerReport report;
  bool any = false;  // a whole log was there
};
// Each process of the runner writes a log of its own; those without a kernel say nothing.
Read readLogs(const std::filesystem::path& folder) {
  Read all;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const auto text = files::readText(entry.path());
    if (!text) continue;
    auto report = parseSanitizerLog(*text);
    if (!report) continue;
    all.any = true;
    for (SanitizerFinding& finding : report->findings)
      if (isOfCandidate(finding)) all.report.findings.push_back(std::move(finding));
  }
  return all;
}

class Sanitizing {
 public:
  Sanitizing(std::string program, std::string runner, const RunnerChoice& choice,
             const LoadedProblem& problem, uint64_t seed, Evaluation& evaluation, Context& context)
      : m_program(std::move(program)),
        m_runner(std::move(runner)),
        m_choice(choice),
        m_problem(problem),
        m_seed(seed),
        m_evaluation(evaluation),
        m_context(context) {}

  Status run(const std::string& tool) {
    KW_ASSIGN(const auto folder, files::TemporaryFolder::make());
    Status ran = verifyUnder(tool, folder.path());
    if (!ran && ran.error().kind == ErrorKind::cancelled) return ran;
    const Read read = readLogs(folder.path());
    if (!read.report.findings.empty()) {
      blame(m_evaluation.verdict, tool, read.report);
    } else if (!ran) {
      unchecked(tool + " could not be run: " + ran.error().message);
    } else if (!read.any) {
      unchecked(tool + " left no whole log");
    }
    return {};
  }

  void unchecked(const std::string& why) { m_evaluation.verdict.unchecked.push_back(why); }

 private:
  Status verifyUnder(const std::string& tool, const std::filesystem::path& folder) {
    RunnerChoice choice = m_choice;
    choice.commands = {shellWord(m_program) + " --tool " + tool +
                       " --target-processes all --log-file " +
                       shellWord((folder / (tool + ".%p.txt")).string()) + " " + m_runner};
    m_context.output.setStatus("Running under " + tool);
    KW_ASSIGN(const auto engine, openEngine(choice, m_problem, m_seed, m_context));
    Protocol once;
    once.warmups = 0;
    once.launches = once.leastLaunches = 1;
    once.flush = false;
    KW_ASSIGN(const Evaluation under, engine->evaluate(m_evaluation.candidate, once, nullptr,
                                                       m_context.stop, {.depth = Depth::quick}));
    m_context.output.clearStatus();
    if (!under.verdict.ok())
      unchecked(tool + ": under it the candidate is not verified: " + under.verdict.message);
    return {};
  }

  std::string m_program, m_runner;
  const RunnerChoice& m_choice;
  const LoadedProblem& m_problem;
  uint64_t m_seed;
  Evaluation& m_evaluation;
  Context& m_context;
};

}  // namespace

Status runSanitizers(const RunnerChoice& choice, const LoadedProblem& problem, uint64_t seed,
                     const DeviceInfo& device, Evaluation& evaluation, Context& context) {
  const bool isAsked = std::getenv("KERNELWRIGHT_SANITIZER") != nullptr;
  if (device.kind != "cuda" && !isAsked) return {};
  RunnerChoice same = choice;
  same.device = device.id;
  Sanitizing sanitizing(toolProgram(), localRunnerCommand(choice), same, problem, seed, evaluation,
                        context);
  if (toolProgram().empty() || localRunnerCommand(choice).empty()) {
    sanitizing.unchecked(toolProgram().empty()
                             ? "compute-sanitizer is not installed here: no memcheck, racecheck, "
                               "initcheck and synccheck"
                             : "the runner is not a kwr-runner of this machine: no memcheck, "
                               "racecheck, initcheck and synccheck");
    return {};
  }
  const auto begun = std::chrono::steady_clock::now();
  for (const char* const tool : tools)
    KW_TRY(sanitizing.run(tool));
  evaluation.costs.thorough +=
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  return {};
}

}  // namespace kw::cli
