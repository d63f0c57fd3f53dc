// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/code_listings.h"

#include <optional>
#include <utility>

#include "client/engine/runner_handle.h"
#include "client/remote/remote_runner.h"
#include "model/problem/recorded_problem.h"

namespace kw {

namespace {

Result<protocol::ListingRequest> requestOf(const LoadedProblem& problem, const ListingJob& job) {
  KW_TRY(requireKernel(problem.problem));
  protocol::ListingRequest request;
  request.kind = job.format == "assembly" ? "host" : "cuda";
  request.candidate = job.candidate;
  request.architecture = job.architecture;
  request.format = job.format;
  size_t total = 0;
  for (const ProblemPart& part : problem.parts) {
    request.files.push_back({part.path, part.content});
    total += part.content.size();
  }
  if (total > protocol::ListingRequest::mostBytes)
    return failInput("the problem's files are too large to list its code: at most " +
                     std::to_string(protocol::ListingRequest::mostBytes >> 20) + " MiB");
  return request;
}

class ListingInquiry {
 public:
  ListingInquiry(process::EventLoop& loop, const std::string& command,
                 protocol::ListingRequest request, std::function<void(const std::string&)> note)
      : m_request(std::move(request)), m_note(std::move(note)) {
    auto runner = RemoteRunner::start(loop, {.command = command, .note = m_note});
    if (!runner) {
      m_answer.emplace(Unexpected<Error>(std::move(runner).error()));
      return;
    }
    m_runner = std::move(*runner);
    m_runner->whenReady([this](const Status& status) { ask(status); });
  }
  std::optional<Result<CodeListing>>& answer() { return m_answer; }

 private:
  void ask(const Status& status) {
    if (!status) {
      m_answer.emplace(Unexpected<Error>(status.error()));
      return;
    }
    const auto started = [this](const std::string& phase) {
      if (m_note) m_note(phase);
    };
    m_runner->listing(m_request, {started, [this](Result<CodeListing> listing) {
                                    m_answer.emplace(std::move(listing));
                                  }});
  }

  protocol::ListingRequest m_request;
  std::function<void(const std::string&)> m_note;
  std::optional<Result<CodeListing>> m_answer;
  std::unique_ptr<RemoteRunner> m_runner;
};

}  // namespace

Result<CodeListing> listCode(const RunnerChoice& choice, const LoadedProblem& problem,
                             const ListingJob& job,
                             const std::function<void(const std::string&)>& note,
                             std::stop_token stop) {
  KW_ASSIGN(protocol::ListingRequest request, requestOf(problem, job));
  process::EventLoop loop;
  const std::stop_callback wake(stop, [&loop] { loop.post([] {}); });
  ListingInquiry inquiry(loop, runnerCommands(choice).front(), std::move(request), note);
  while (!inquiry.answer() && !stop.stop_requested())
    loop.runOnce(std::chrono::milliseconds(1000));
  if (!inquiry.answer()) return failCancelled();  // the runner ends with this
  return *std::move(inquiry.answer());
}

}  // namespace kw
