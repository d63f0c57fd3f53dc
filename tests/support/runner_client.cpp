// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/runner_client.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace kw::test {

namespace {

constexpr std::chrono::minutes longest{1};

// The text of a file of /proc, which has no size.
std::string procText(pid_t process, const std::string& file) {
  std::ifstream stream("/proc/" + std::to_string(process) + "/" + file);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// "pid (name) state parent …": the fields after the name, which may hold anything.
std::istringstream statFields(pid_t process) {
  const std::string text = procText(process, "stat");
  const size_t end = text.rfind(')');
  return std::istringstream(end == std::string::npos ? "" : text.substr(end + 1));
}

}  // namespace

Result<std::unique_ptr<RunnerClient>> RunnerClient::start(RemoteOptions options) {
  auto client = std::make_unique<RunnerClient>();
  options.lost = [raw = client.get()](const Error& error) { raw->m_lostText = error.text(); };
  KW_ASSIGN(client->m_runner, RemoteRunner::start(client->m_loop, std::move(options)));
  std::optional<Status> ready;
  client->m_runner->whenReady([&ready](Status status) { ready = std::move(status); });
  if (!client->until([&] { return ready.has_value(); })) return fail("the runner does not greet");
  KW_TRY(*ready);
  return client;
}

bool RunnerClient::until(const std::function<bool()>& condition) {
  const auto end = process::EventLoop::Clock::now() + longest;
  while (!condition()) {
    if (process::EventLoop::Clock::now() > end) return false;
    m_loop.runOnce(std::chrono::milliseconds(20));
  }
  return true;
}

template <class T>
Result<T> RunnerClient::answerTo(
    const std::function<void(std::function<void(Result<T>)>)>& request) {
  const auto answer = std::make_shared<std::optional<Result<T>>>();
  request([answer](Result<T> result) { *answer = std::move(result); });
  if (!until([&] { return answer->has_value(); })) return fail("no answer within a minute");
  return std::move(**answer);
}

bool RunnerClient::Asked::reached(const std::string& phase) const {
  return std::ranges::find(phases, phase) != phases.end();
}

std::shared_ptr<RunnerClient::Asked> RunnerClient::ask(const Candidate& candidate,
                                                       const std::string& key) {
  auto asked = std::make_shared<Asked>();
  asked->ticket = m_runner->evaluate(
      {candidate, key}, m_protocol,
      {[asked](const std::string& phase) { asked->phases.push_back(phase); },
       [asked](Result<Evaluation> evaluation) { asked->answer = std::move(evaluation); }});
  return asked;
}

Result<Evaluation> RunnerClient::finish(const std::shared_ptr<Asked>& asked) {
  if (!until([&] { return asked->answer.has_value(); })) return fail("no answer within a minute");
  return std::move(*asked->answer);
}

Result<Evaluation> RunnerClient::evaluate(const Candidate& candidate, const std::string& key) {
  return finish(ask(candidate, key));
}

Result<protocol::Opened> RunnerClient::open(const LoadedProblem& problem,
                                            const std::string& device) {
  return answerTo<protocol::Opened>([&](auto done) {
    m_runner->open(problem, device, 1,
                   {[this](const std::string& note) { m_notes.push_back(note); }, std::move(done)});
  });
}

Result<protocol::Devices> RunnerClient::devices(bool peaks) {
  return answerTo<protocol::Devices>([&](auto done) { m_runner->devices(peaks, std::move(done)); });
}

std::string nullRunner(const std::string& options) {
  return std::string(KW_NULL_RUNNER) + (options.empty() ? "" : " " + options);
}

std::vector<pid_t> childrenOf(pid_t parent, const std::string& commandPart) {
  std::vector<pid_t> children;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    if (!std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; })) continue;
    const pid_t process = static_cast<pid_t>(std::stol(name));
    std::string state;
    pid_t itsParent = 0;
    statFields(process) >> state >> itsParent;
    const bool matches = procText(process, "cmdline").find(commandPart) != std::string::npos;
    if (itsParent == parent && matches) children.push_back(process);
  }
  return children;
}

// A zombie has ended; only its parent does not know yet.
bool isRunning(pid_t process) {
  std::string state;
  statFields(process) >> state;
  return !state.empty() && state != "Z" && state != "X";
}

}  // namespace kw::test
