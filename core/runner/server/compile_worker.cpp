// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/compile_worker.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "model/problem/problem_file.h"

namespace kw {

namespace {

// A log beyond this helps nobody, and a line of the protocol is bounded.
constexpr size_t logLimit = size_t{64} << 10;
constexpr size_t listingLimit = size_t{3} << 20;

void clip(std::string& log) {
  if (log.size() <= logLimit) return;
  log.resize(logLimit);
  log += "\n… (the rest was left out)";
}

// What the candidates of one problem are compiled with.
struct Bench {
  LoadedProblem problem;
  DeviceInfo device;
  std::shared_ptr<Compiler> compiler;
};

class CompileWorker {
 public:
  CompileWorker(ProtocolStreams streams, const std::vector<DeviceKind>& kinds)
      : m_pipe(std::move(streams)), m_kinds(kinds) {}

  [[noreturn]] void run() {
    while (const auto order = m_pipe.read())
      std::visit([this](const auto& one) { handle(one); }, *order);
    endWorker();
  }

 private:
  struct Job {
    int64_t id = 0;
    Candidate candidate;
    bool sanitized = false;
    std::shared_ptr<const Bench> bench;
    std::stop_source stop;
  };

  void handle(const worker::UseProblem& order);
  void handle(const worker::Compile& order);
  void handle(const worker::List& order);
  void handle(const worker::Pause& order);
  void handle(const worker::Stop& order);
  template <class Other>
  void handle(const Other&) {}  // orders of the device worker

  Result<CodeListing> list(const worker::List& order);
  Result<Bench> makeBench(const worker::UseProblem& order);
  Result<std::shared_ptr<Compiler>> compilerFor(const std::string& kind);
  void growPool(int threads);
  void work();
  Result<CompileOutcome> compile(const Job& job);
  void failJob(int64_t id, Error error) {
    m_pipe.write(protocol::Reply(protocol::Failed{id, std::move(error)}));
  }

  WorkerPipe m_pipe;
  const std::vector<DeviceKind>& m_kinds;
  std::map<std::string, std::shared_ptr<Compiler>> m_compilers;  // by kind of device; main thread
  std::shared_ptr<const Bench> m_bench;                          // main thread
  std::vector<std::jthread> m_pool;

  std::mutex m_mutex;
  std::condition_variable m_added;
  std::deque<std::shared_ptr<Job>> m_waiting;
  std::map<int64_t, std::shared_ptr<Job>> m_running;
};

Result<std::shared_ptr<Compiler>> CompileWorker::compilerFor(const std::string& kind) {
  if (const auto found = m_compilers.find(kind); found != m_compilers.end()) return found->second;
  const auto named = std::ranges::find(m_kinds, kind, &DeviceKind::name);
  if (named == m_kinds.end())
    return failMissing("this runner has no compiler for devices of the kind '" + kind + "'");
  KW_ASSIGN(std::shared_ptr<Compiler> compiler, named->makeCompiler());
  m_compilers.emplace(kind, compiler);
  return compiler;
}

Result<Bench> CompileWorker::makeBench(const worker::UseProblem& order) {
  Bench bench;
  KW_ASSIGN(bench.problem, loadProblem(order.folder));
  KW_ASSIGN(bench.compiler, compilerFor(order.device.kind));
  bench.device = order.device;
  return bench;
}

void CompileWorker::handle(const worker::UseProblem& order) {
  auto bench = makeBench(order);
  if (!bench) return failJob(order.id, std::move(bench).error());
  m_bench = std::make_shared<const Bench>(std::move(*bench));
  const int parallelism = std::max(1, m_bench->compiler->parallelism());
  growPool(parallelism);
  m_pipe.write(worker::CompilerReady{order.id, m_bench->compiler->version(), parallelism});
}

void CompileWorker::handle(const worker::Compile& order) {
  if (!m_bench)
    return failJob(order.id,
                   Error{ErrorKind::failed, "no problem is open in the compile worker", {}, {}});
  auto job = std::make_shared<Job>(Job{order.id, order.candidate, order.sanitized, m_bench, {}});
  {
    std::scoped_lock lock(m_mutex);
    m_waiting.push_back(std::move(job));
  }
  m_added.notify_one();
}

// A process that lists does nothing else, and is killed where nobody waits for it any more.
void CompileWorker::handle(const worker::List& order) {
  auto listing = list(order);
  if (listing)
    m_pipe.write(protocol::Reply(protocol::Listed{order.id, std::move(*listing)}));
  else
    failJob(order.id, std::move(listing).error());
}

Result<CodeListing> CompileWorker::list(const worker::List& order) {
  KW_ASSIGN(const LoadedProblem loaded, loadProblem(order.folder));
  KW_ASSIGN(const auto compiler, compilerFor(order.kind));
  DeviceInfo device;
  device.kind = order.kind;
  device.architecture = order.architecture;
  KW_ASSIGN(CodeListing listing, compiler->list(compileJob(loaded.problem, order.candidate,
                                                           loaded.folder.string(), device),
                                                order.format, {}));
  if (listing.text.size() > listingLimit) {
    listing.text.resize(listing.text.rfind('\n', listingLimit) + 1);
    listing.isCut = true;
  }
  return listing;
}

void CompileWorker::handle(const worker::Pause& order) {
  for (const auto& [kind, compiler] : m_compilers)
    compiler->setPaused(order.paused);
  if (order.paused) m_pipe.write(worker::Paused{});
}

void CompileWorker::handle(const worker::Stop& order) {
  std::scoped_lock lock(m_mutex);
  for (const auto& job : m_waiting)
    if (job->id == order.id) job->stop.request_stop();
  if (const auto running = m_running.find(order.id); running != m_running.end())
    running->second->stop.request_stop();
}

void CompileWorker::growPool(int threads) {
  while (m_pool.size() < static_cast<size_t>(threads))
    m_pool.emplace_back([this] { work(); });
}

void CompileWorker::work() {
  for (;;) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(m_mutex);
      m_added.wait(lock, [this] { return !m_waiting.empty(); });
      job = std::move(m_waiting.front());
      m_waiting.pop_front();
      m_running.emplace(job->id, job);
    }
    auto outcome = compile(*job);
    {
      std::scoped_lock lock(m_mutex);
      m_running.erase(job->id);
    }
    if (outcome)
      m_pipe.write(worker::Compiled{job->id, std::move(*outcome)});
    else
      failJob(job->id, std::move(outcome).error());
  }
}

Result<CompileOutcome> CompileWorker::compile(const Job& job) {
  if (job.stop.stop_requested()) return failCancelled();
  const LoadedProblem& loaded = job.bench->problem;
  const std::string& hash = job.candidate.isTemplate ? loaded.templateHash : loaded.sourceHash;
  if (!job.candidate.textHash.empty() && job.candidate.textHash != hash)
    return failInput("the candidate belongs to another text (" +
                         job.candidate.textHash.substr(0, 12) + ") than the one that is open (" +
                         hash.substr(0, 12) + ")",
                     {}, "open the problem again after a change");
  CompileJob work =
      compileJob(loaded.problem, job.candidate, loaded.folder.string(), job.bench->device);
  work.sanitized = job.sanitized;
  KW_ASSIGN(CompileOutcome outcome, job.bench->compiler->compile(work, job.stop.get_token()));
  clip(outcome.log);
  return outcome;
}

}  // namespace

void runCompileWorker(ProtocolStreams streams, const std::vector<DeviceKind>& kinds) {
  CompileWorker(std::move(streams), kinds).run();
}

}  // namespace kw
