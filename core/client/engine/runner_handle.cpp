// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/runner_handle.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/files/files.h"

namespace kw {
namespace {

// The first GPU, else the CPU.
Result<std::string> chooseDevice(const std::vector<std::string>& devices,
                                 const std::string& command) {
  const auto gpu = std::find_if(devices.begin(), devices.end(),
                                [](const std::string& id) { return id.starts_with("cuda:"); });
  if (gpu != devices.end()) return *gpu;
  if (std::find(devices.begin(), devices.end(), "host") != devices.end()) return "host";
  return failMissing("the runner '" + command + "' has no device",
                     "`kwr devices` says what is missing there");
}

}  // namespace

RunnerHandle::RunnerHandle(process::EventLoop& loop, Options options)
    : m_loop(loop), m_options(std::move(options)), m_starting(loop) {}

void RunnerHandle::start(std::function<void(Status)> done) {
  m_opened = false;
  // From the loop: the old runner may stand below us on the stack.
  m_starting.start(std::chrono::milliseconds(0),
                   [this, done = std::move(done)] { startNow(done); });
}

void RunnerHandle::startNow(std::function<void(Status)> done) {
  RemoteOptions options;
  options.command = m_options.command;
  options.note = m_options.note;
  options.silent = m_options.silent;
  options.lost = [this](const Error& error) {
    if (std::exchange(m_opened, false) && m_options.lost) m_options.lost(error);
  };
  m_runner.reset();
  auto runner = RemoteRunner::start(m_loop, std::move(options));
  if (!runner) return done(fail(std::move(runner).error()));
  m_runner = std::move(*runner);
  m_runner->whenReady([this, done = std::move(done)](Status status) {
    if (!status) return done(status);
    openDevice(done);
  });
}

void RunnerHandle::openDevice(std::function<void(Status)> done) {
  if (m_options.device == "auto") {
    auto chosen = chooseDevice(m_runner->hello().devices, m_options.command);
    if (!chosen) return done(fail(std::move(chosen).error()));
    m_options.device = *chosen;
  }
  m_runner->open(*m_options.problem, m_options.device, m_options.seed,
                 {.note = m_options.note,
                  .done = [this, done = std::move(done)](Result<protocol::Opened> reply) {
                    done(opened(std::move(reply)));
                  }});
}

Status RunnerHandle::opened(Result<protocol::Opened> reply) {
  KW_TRY(reply);
  m_device = reply->device;
  m_warnings = std::move(reply->warnings);
  m_opened = true;
  return {};
}

std::vector<std::string> runnerCommands(const RunnerChoice& choice) {
  if (!choice.commands.empty()) return choice.commands;
  const std::string program = (files::programFolder() / "kwr-runner").string();
  // People read the command in messages: it is quoted only where it must be.
  constexpr std::string_view needsQuotes = " \t\n'\"\\";
  if (program.find_first_of(needsQuotes) == std::string::npos) return {program};
  std::string quoted = "'";
  for (const char c : program)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return {quoted + "'"};
}

}  // namespace kw
