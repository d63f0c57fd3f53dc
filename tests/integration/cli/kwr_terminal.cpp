// SPDX-License-Identifier: GPL-3.0-or-later
#include "kwr_terminal.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <thread>

namespace kw::test {

namespace {

constexpr char endOfAll = '\x04';  // what nobody else writes

struct Terminal {
  int master = -1, slave = -1;
  Terminal() {
    master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    ::grantpt(master);
    ::unlockpt(master);
    slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;
  ~Terminal() {
    ::close(slave);
    ::close(master);
  }
};

bool writeAll(int descriptor, const std::string& text) {
  return ::write(descriptor, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

void drain(int descriptor, std::string& text) {
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; (got = ::read(descriptor, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<size_t>(got));
    if (text.back() == endOfAll) return;
  }
}

}  // namespace

Outcome kwrAtTerminal(const Bench& bench, std::vector<std::string> arguments,
                      std::vector<std::pair<std::string, std::string>> environment,
                      const std::string& typed) {
  const Terminal terminal;
  process::ChildOptions options = bench.command(std::move(arguments), std::move(environment));
  options.pipeErrors = false;
  options.passed = {{terminal.slave, STDIN_FILENO}, {terminal.slave, STDERR_FILENO}};
  Outcome outcome;
  if (!writeAll(terminal.master, typed)) return outcome;
  auto child = process::Child::start(options);
  if (!child) {
    outcome.errors = child.error().text();
    return outcome;
  }
  std::thread shown([&outcome, &terminal] { drain(terminal.master, outcome.errors); });
  drain(child->output().get(), outcome.output);
  const process::Exit exit = child->wait();
  const bool isEnded = writeAll(terminal.slave, std::string(1, endOfAll));
  shown.join();
  outcome.status = exit.signalled ? 128 + exit.code : exit.code;
  if (!isEnded) outcome.status = -1;
  return outcome;
}

}  // namespace kw::test
