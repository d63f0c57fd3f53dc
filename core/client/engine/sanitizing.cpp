// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/sanitizing.h"

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/files/files.h"
#include "base/text/shell_word.h"
#include "client/engine/watched_runner.h"
#include "model/sanitizer/sanitizer_log.h"

namespace kw {

namespace {

constexpr std::array<const char*, 4> tools{"memcheck", "racecheck", "initcheck", "synccheck"};

std::string sanitizerProgram() {
  return watchingTool("compute-sanitizer", "KERNELWRIGHT_SANITIZER");
}

// Our own kernels compare and fill; what is said of no kernel is of the tool or the driver.
bool isOfCandidate(const SanitizerFinding& finding) {
  return !finding.kernel.empty() && !finding.kernel.starts_with("kw");
}

struct ReadLogs {
  SanitizerReport report;
  bool any = false;  // a whole log was there
};
// Each process of the runner writes a log of its own; those without a kernel say nothing.
ReadLogs readLogs(const std::filesystem::path& folder) {
  ReadLogs all;
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

std::vector<std::string> correctnessCases(const Problem& problem) {
  std::vector<std::string> names;
  for (const Case& one : problem.cases)
    if (!one.performance) names.push_back(one.name);
  return names;
}

class Sanitizing {
 public:
  Sanitizing(const SanitizingJob& job, std::string runner, const LoadedProblem& problem,
             Evaluation& evaluation, const std::function<void(const std::string&)>& note,
             std::stop_token stop)
      : m_job(job),
        m_runner(std::move(runner)),
        m_problem(problem),
        m_evaluation(evaluation),
        m_note(note),
        m_stop(std::move(stop)) {
    if (job.isDeviceLent) m_runner += " --borrows-device";
  }

  Status run(const std::string& tool) {
    KW_ASSIGN(const auto folder, files::TemporaryFolder::make());
    Status ran = verifyUnder(tool, folder.path());
    if (!ran && ran.error().kind == ErrorKind::cancelled) return ran;
    const ReadLogs read = readLogs(folder.path());
    Verdict& verdict = m_evaluation.verdict;
    if (!read.report.findings.empty())
      blame(verdict, tool, read.report);
    else if (!ran)
      verdict.unchecked.push_back(tool + " could not be run: " + ran.error().message);
    else if (!read.any)
      verdict.unchecked.push_back(tool + " left no whole log");
    else
      verdict.sanitizers.push_back(tool);
    return {};
  }

 private:
  Status verifyUnder(const std::string& tool, const std::filesystem::path& folder) {
    RunnerChoice choice = m_job.choice;
    choice.commands = {shellWord(sanitizerProgram()) + " --tool " + tool +
                       " --target-processes all --log-file " +
                       shellWord((folder / (tool + ".%p.txt")).string()) + " " + m_runner};
    if (m_note) m_note("Running under " + tool);
    KW_ASSIGN(const auto engine, Engine::open(choice, m_problem, m_job.seed, m_note, m_stop));
    Protocol once;
    once.warmups = 0;
    once.launches = once.leastLaunches = 1;
    once.flush = false;
    Scrutiny scrutiny;
    if (m_job.smallCasesOnly) scrutiny.onlyCases = correctnessCases(m_problem.problem);
    KW_ASSIGN(const Evaluation under,
              engine->evaluate(m_evaluation.candidate, once, nullptr, m_stop, scrutiny));
    if (!under.verdict.ok())
      m_evaluation.verdict.unchecked.push_back(
          tool + ": under it the candidate is not verified: " + under.verdict.message);
    return {};
  }

  const SanitizingJob& m_job;
  std::string m_runner;
  const LoadedProblem& m_problem;
  Evaluation& m_evaluation;
  const std::function<void(const std::string&)>& m_note;
  std::stop_token m_stop;
};

}  // namespace

Status runSanitizers(const SanitizingJob& job, const LoadedProblem& problem,
                     const DeviceInfo& device, Evaluation& evaluation,
                     const std::function<void(const std::string&)>& note, std::stop_token stop) {
  const bool isAsked = std::getenv("KERNELWRIGHT_SANITIZER") != nullptr;
  if (device.kind != "cuda" && !isAsked) return {};
  const std::string runner = localRunnerCommand(job.choice);
  if (sanitizerProgram().empty() || runner.empty()) {
    evaluation.verdict.unchecked.push_back(
        std::string(sanitizerProgram().empty() ? "compute-sanitizer is not installed here"
                                               : "the runner is not a kwr-runner of this machine") +
        ": no memcheck, racecheck, initcheck and synccheck");
    return {};
  }
  SanitizingJob same = job;
  same.choice.device = device.id;
  const auto begun = std::chrono::steady_clock::now();
  Sanitizing sanitizing(same, runner, problem, evaluation, note, std::move(stop));
  for (const char* const tool : tools) {
    KW_TRY(sanitizing.run(tool));
    if (job.endsAtFinding && !evaluation.verdict.ok()) break;
  }
  evaluation.costs.thorough +=
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  return {};
}

}  // namespace kw
