// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "client/engine/engine.h"
#include "client/engine/runner_handle.h"
#include "client/remote/remote_runner.h"

namespace kw {
namespace {

// Asks one runner and keeps what it says, or why it says nothing.
class Inquiry {
 public:
  Inquiry(process::EventLoop& loop, std::string command, bool peaks, std::string counters,
          std::function<void(const std::string&)> note)
      : m_peaks(peaks), m_counters(std::move(counters)) {
    m_answer.command = std::move(command);
    auto runner = RemoteRunner::start(loop, {.command = m_answer.command, .note = std::move(note)});
    if (runner) {
      m_runner = std::move(*runner);
      m_runner->whenReady([this](const Status& status) { ask(status); });
    } else {
      finish(std::move(runner).error());
    }
  }

  bool finished() const { return m_finished; }
  RunnerDevices& answer() { return m_answer; }

 private:
  void ask(const Status& status) {
    if (!status) return finish(status.error());
    m_answer.host = m_runner->hello().host;
    const auto take = [this](Result<protocol::Devices> reply) {
      if (!reply) return finish(std::move(reply).error());
      m_answer.devices = std::move(reply->devices);
      m_answer.missing = std::move(reply->missing);
      m_answer.counters = std::move(reply->counters);
      m_finished = true;
    };
    if (m_counters.empty())
      m_runner->devices(m_peaks, take);
    else
      m_runner->counters(m_counters, take);
  }

  void finish(Error error) {
    m_answer.error = std::move(error);
    m_finished = true;
  }

  bool m_peaks;
  std::string m_counters;  // "": not asked for
  bool m_finished = false;
  RunnerDevices m_answer;
  std::unique_ptr<RemoteRunner> m_runner;
};

Result<std::vector<RunnerDevices>> askAll(const RunnerChoice& choice, bool peaks,
                                          const std::string& counters, std::stop_token stop,
                                          const std::function<void(const std::string&)>& note) {
  process::EventLoop loop;
  const std::stop_callback wake(stop, [&loop] { loop.post([] {}); });
  std::vector<std::unique_ptr<Inquiry>> inquiries;
  for (const std::string& command : runnerCommands(choice))
    inquiries.push_back(std::make_unique<Inquiry>(loop, command, peaks, counters, note));
  std::vector<RunnerDevices> answers;
  for (const auto& inquiry : inquiries) {
    while (!inquiry->finished() && !stop.stop_requested())
      loop.runOnce(std::chrono::milliseconds(1000));
    if (stop.stop_requested()) return failCancelled();
    answers.push_back(std::move(inquiry->answer()));
  }
  return answers;
}

}  // namespace

Result<std::vector<RunnerDevices>> listDevices(const RunnerChoice& choice, bool peaks,
                                               std::stop_token stop,
                                               std::function<void(const std::string&)> note) {
  return askAll(choice, peaks, "", std::move(stop), note);
}

Result<std::vector<RunnerDevices>> listCounters(const RunnerChoice& choice, const std::string& chip,
                                                std::stop_token stop,
                                                std::function<void(const std::string&)> note) {
  return askAll(choice, false, chip, std::move(stop), note);
}

}  // namespace kw
