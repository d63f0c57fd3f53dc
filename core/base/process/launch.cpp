// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/launch.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <system_error>

#include "base/process/system_call.h"

extern char** environ;

namespace kw::process {

namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> all;
  for (std::string& text : strings)
    all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

// "NAME=value" entries; a later addition replaces what was there.
std::vector<std::string> variables(const ChildOptions& options) {
  std::vector<std::string> all;
  for (char** entry = environ; !options.clearEnvironment && entry && *entry; ++entry)
    all.emplace_back(*entry);
  for (const auto& [name, value] : options.environment) {
    std::erase_if(
        all, [start = name + "="](const std::string& entry) { return entry.starts_with(start); });
    all.push_back(name + "=" + value);
  }
  return all;
}

void closeOthersOnExec() {
#ifdef SYS_close_range
  constexpr unsigned onExec = 1u << 2;  // CLOSE_RANGE_CLOEXEC, Linux 5.11
  if (::syscall(SYS_close_range, 3u, ~0u, onExec) == 0) return;
#endif
  rlimit limit{};
  constexpr rlim_t most = 65536;
  const rlim_t end =
      ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? std::min(limit.rlim_cur, most) : most;
  for (int descriptor = 3; descriptor < static_cast<int>(end); ++descriptor)
    ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// Ignored and blocked signals would be inherited by the program.
void resetSignals() {
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT})
    ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

}  // namespace

Launch::Launch(const ChildOptions& options, std::string program, const int (&standard)[3])
    : m_options(options), m_program(std::move(program)), m_variables(variables(options)) {
  // execve takes pointers to non-const characters but changes none.
  for (const std::string& argument : options.arguments)
    m_arguments.push_back(const_cast<char*>(argument.c_str()));
  m_arguments.push_back(nullptr);
  m_environment = pointers(m_variables);
  for (int target = 0; target < 3; ++target)
    if (standard[target] >= 0) m_placements.emplace_back(standard[target], target);
  m_placements.insert(m_placements.end(), options.passed.begin(), options.passed.end());
  for (const auto& placement : m_placements)
    m_aboveTargets = std::max(m_aboveTargets, placement.second + 1);
}

// A target may be the number of a descriptor that is still needed, so all are first copied out of
// the way. The copies close on exec; dup2 makes targets that do not.
bool Launch::placeDescriptors(int& report) {
  report = ::fcntl(report, F_DUPFD_CLOEXEC, m_aboveTargets);
  for (auto& placement : m_placements) {
    placement.first = ::fcntl(placement.first, F_DUPFD_CLOEXEC, m_aboveTargets);
    if (placement.first < 0) return false;
  }
  for (const auto& [source, target] : m_placements)
    if (::dup2(source, target) < 0) return false;
  return report >= 0;
}

void Launch::becomeChild(int report, pid_t parent) {
  const auto giveUp = [&](Step step) {
    const Failure failure{step, errno};
    const ssize_t ignored = ::write(report, &failure, sizeof failure);
    static_cast<void>(ignored);
    ::_exit(127);
  };
  ::setpgid(0, 0);
  if (m_options.dieWithParent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before the call above; then nobody would kill us.
    if (::getppid() != parent) ::_exit(127);
  }
  closeOthersOnExec();
  const int originalReport = report;
  if (!placeDescriptors(report)) {
    report = report < 0 ? originalReport : report;
    giveUp(Step::descriptors);
  }
  if (!m_options.folder.empty() && ::chdir(m_options.folder.c_str()) != 0) giveUp(Step::folder);
  resetSignals();
  if (m_options.beforeExec) m_options.beforeExec();
  ::execve(m_program.c_str(), m_arguments.data(), m_environment.data());
  giveUp(Step::exec);
  ::_exit(127);
}

Result<pid_t> Launch::run() {
  KW_ASSIGN(PipePair report, makePipe());
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return failedCall("start a process");
  if (child == 0) becomeChild(report.write.get(), parent);
  report.write.reset();
  // Ends at exec, which closes the other end, or brings the failure.
  Failure failure{};
  const ssize_t got = retried([&] { return ::read(report.read.get(), &failure, sizeof failure); });
  if (got != static_cast<ssize_t>(sizeof failure)) return child;
  retried([&] { return ::waitpid(child, nullptr, 0); });
  return fail(explain(failure));
}

Error Launch::explain(Failure failure) const {
  const std::string reason = ": " + std::generic_category().message(failure.number);
  const std::string start = "cannot start '" + m_program + "'";
  switch (failure.step) {
    case Step::folder:
      return Error{ErrorKind::badInput,
                   start + " in the folder '" + m_options.folder + "'" + reason,
                   {},
                   {}};
    case Step::descriptors:
      return Error{ErrorKind::failed, start + ": passing its descriptors failed" + reason, {}, {}};
    case Step::exec:
      break;
  }
  const ErrorKind kind = failure.number == ENOENT ? ErrorKind::missing : ErrorKind::failed;
  return Error{kind, start + reason, {}, "check that it is a program for this machine"};
}

}  // namespace kw::process
