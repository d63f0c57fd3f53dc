// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/nsight_compute.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>
#include <utility>

#include "base/files/files.h"
#include "base/process/child.h"
#include "base/text/shell_word.h"
#include "client/engine/watched_runner.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

// It writes its report when the runner has ended.
constexpr std::chrono::seconds reportLimit{60}, importLimit{120};
constexpr size_t mostOfLog = 400, mostOfCsv = size_t{64} << 20;

class NsightRun {
 public:
  NsightRun(const RunnerChoice& choice, const LoadedProblem& problem, const NsightJob& job,
            const std::function<void(const std::string&)>& note)
      : m_choice(choice), m_problem(problem), m_job(job), m_note(note) {}

  Status find() {
    m_program = watchingTool("ncu", "KERNELWRIGHT_NCU");
    m_runner = localRunnerCommand(m_choice);
    if (m_program.empty())
      return failMissing("Nsight Compute's ncu is not installed here",
                         "install it with CUDA's toolkit, or name it in KERNELWRIGHT_NCU");
    if (m_runner.empty())
      return failMissing(
          "the runner is not a kwr-runner of this machine, so that ncu cannot watch "
          "it from here",
          "profile on the machine with the GPU");
    if (m_job.report.extension() == ".ncu-rep") return {};
    return failInput("the report's name has to end in .ncu-rep, and is " + m_job.report.string());
  }

  Status collect(std::stop_token stop) {
    std::error_code ignored;
    fs::remove(m_job.report, ignored);
    KW_ASSIGN(m_folder, files::TemporaryFolder::make("ncu"));
    RunnerChoice choice = m_choice;
    choice.commands = {shellWord(m_program) +
                       " --target-processes all --profile-from-start off --clock-control none "
                       "--cache-control all --set full --force-overwrite --log-file " +
                       shellWord(log().string()) + " --export " + shellWord(m_job.report.string()) +
                       " " + m_runner};
    {
      KW_ASSIGN(const auto engine, Engine::open(choice, m_problem, m_job.seed, m_note, stop));
      const auto launched = engine->count(m_job.candidate, m_job.caseName, {}, 0, m_note, stop);
      if (!launched) return fail(explained(launched.error()));
    }
    const auto until = std::chrono::steady_clock::now() + reportLimit;
    while (!fs::exists(m_job.report, ignored) && std::chrono::steady_clock::now() < until) {
      if (stop.stop_requested()) return failCancelled();
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (fs::exists(m_job.report, ignored)) return {};
    return fail(explained({ErrorKind::failed, "ncu wrote no report", {}, {}}));
  }

  Result<std::vector<NcuLaunch>> read(std::stop_token stop) const {
    process::ChildOptions options;
    options.arguments = {m_program, "--import", m_job.report.string(), "--page",
                         "raw",     "--csv",    "--print-units",       "base"};
    options.pipeInput = false;
    options.pipeErrors = true;
    KW_ASSIGN(const process::Output output,
              process::run(options, {}, importLimit, std::move(stop), mostOfCsv));
    if (output.exit.signalled || output.exit.code != 0 || output.timedOut)
      return fail("ncu --import " + m_job.report.string() + " ended with " + output.exit.text() +
                  ": " + output.errors.substr(0, mostOfLog));
    return readNcuCsv(output.output, m_job.report.string());
  }

 private:
  fs::path log() const { return m_folder->path() / "ncu.log"; }

  // ncu says why it could not look: no permission, another profiler, an unknown chip.
  Error explained(Error error) const {
    const auto text = files::readText(log());
    if (!text || text->empty()) return error;
    error.message +=
        "; ncu says: " + text->substr(text->size() - std::min(text->size(), mostOfLog));
    return error;
  }

  const RunnerChoice& m_choice;
  const LoadedProblem& m_problem;
  const NsightJob& m_job;
  const std::function<void(const std::string&)>& m_note;
  std::string m_program, m_runner;
  std::optional<files::TemporaryFolder> m_folder;
};

}  // namespace

Result<std::vector<NcuLaunch>> profileWithNcu(const RunnerChoice& choice,
                                              const LoadedProblem& problem, const NsightJob& job,
                                              const std::function<void(const std::string&)>& note,
                                              std::stop_token stop) {
  NsightRun run(choice, problem, job, note);
  KW_TRY(run.find());
  KW_TRY(run.collect(stop));
  return run.read(stop);
}

}  // namespace kw
