// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/process/launch.h"
#include "base/process/system_call.h"

namespace kw::process {

namespace {

// Looked up before the working folder changes.
Result<std::string> programPath(const std::string& name) {
  if (name.find('/') != std::string::npos) return std::filesystem::absolute(name).string();
  const std::string found = findProgram(name);
  if (!found.empty()) return std::filesystem::absolute(found).string();
  return failMissing("the program '" + name + "' was not found in PATH",
                     "install it, or give its full path");
}

Descriptor openExitDescriptor(pid_t process) {
#ifdef SYS_pidfd_open
  return Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
#else
  static_cast<void>(process);
  return Descriptor();
#endif
}

// One standard stream of a child: its end, and ours if it is a pipe.
struct Stream {
  Descriptor childEnd;  // none: the child has ours
  Descriptor ourEnd;
};

Result<Stream> inputStream(bool piped) {
  Stream stream;
  if (piped) {
    KW_ASSIGN(PipePair pipe, makePipe());
    stream.childEnd = std::move(pipe.read);
    stream.ourEnd = std::move(pipe.write);
  } else {
    stream.childEnd = Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!stream.childEnd.valid()) return failedCall("open /dev/null");
  }
  return stream;
}

Result<Stream> outputStream(bool piped) {
  Stream stream;
  if (!piped) return stream;
  KW_ASSIGN(PipePair pipe, makePipe());
  stream.childEnd = std::move(pipe.write);
  stream.ourEnd = std::move(pipe.read);
  return stream;
}

}  // namespace

Result<PipePair> makePipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return failedCall("make a pipe");
  return PipePair{Descriptor(ends[0]), Descriptor(ends[1])};
}

std::string Exit::text() const {
  if (!signalled) return "exit status " + std::to_string(code);
  const char* name = ::sigabbrev_np(code);
  return "signal " + std::to_string(code) +
         (name ? std::string(" (SIG") + name + ")" : std::string());
}

Result<Child> Child::start(const ChildOptions& options) {
  if (options.arguments.empty())
    return failInput("a command line without a program", {}, "name one");
  KW_ASSIGN(std::string program, programPath(options.arguments.front()));
  KW_ASSIGN(Stream input, inputStream(options.pipeInput));
  KW_ASSIGN(Stream output, outputStream(options.pipeOutput));
  KW_ASSIGN(Stream errors, outputStream(options.pipeErrors));
  Launch launch(options, std::move(program),
                {input.childEnd.get(), output.childEnd.get(), errors.childEnd.get()});
  KW_ASSIGN(const pid_t process, launch.run());
  Child child;
  child.m_pid = process;
  child.m_exitDescriptor = openExitDescriptor(process);
  child.m_input = std::move(input.ourEnd);
  child.m_output = std::move(output.ourEnd);
  child.m_errors = std::move(errors.ourEnd);
  return child;
}

Child::Child(Child&& other) noexcept {
  *this = std::move(other);
}

Child& Child::operator=(Child&& other) noexcept {
  // What this one had ends with `other`.
  std::swap(m_pid, other.m_pid);
  std::swap(m_exit, other.m_exit);
  std::swap(m_exitDescriptor, other.m_exitDescriptor);
  std::swap(m_input, other.m_input);
  std::swap(m_output, other.m_output);
  std::swap(m_errors, other.m_errors);
  return *this;
}

Child::~Child() {
  if (m_pid < 0 || m_exit) return;
  kill();
  wait();
}

// The ended child is first only looked at: as long as it is not reaped, its process id, which is
// also its group's, belongs to nobody else, so killing the rest of the group cannot hit a stranger.
std::optional<Exit> Child::lookForExit(int flags) {
  if (m_exit || m_pid < 0) return m_exit;
  siginfo_t info{};
  const int found = retried(
      [&] { return ::waitid(P_PID, static_cast<id_t>(m_pid), &info, WEXITED | WNOWAIT | flags); });
  if (found == 0 && info.si_pid == 0) return std::nullopt;
  m_exit = Exit{true, SIGKILL};  // should somebody else have reaped it, it still has ended
  if (found < 0) return m_exit;
  ::kill(-m_pid, SIGKILL);
  int status = 0;
  if (retried([&] { return ::waitpid(m_pid, &status, 0); }) == m_pid)
    m_exit = WIFSIGNALED(status) ? Exit{true, WTERMSIG(status)} : Exit{false, WEXITSTATUS(status)};
  return m_exit;
}

std::optional<Exit> Child::poll() {
  return lookForExit(WNOHANG);
}
Exit Child::wait() {
  return lookForExit(0).value_or(Exit{});
}

std::optional<Exit> Child::waitFor(std::chrono::milliseconds limit) {
  using std::chrono::milliseconds;
  const auto end = std::chrono::steady_clock::now() + limit;
  for (;;) {
    if (std::optional<Exit> exit = poll()) return exit;
    const auto left = std::chrono::ceil<milliseconds>(end - std::chrono::steady_clock::now());
    if (left <= milliseconds::zero()) return std::nullopt;
    // Without a pidfd, look again now and then.
    const milliseconds slice =
        std::min(left, m_exitDescriptor.valid() ? milliseconds(60'000) : milliseconds(5));
    pollfd watched{m_exitDescriptor.get(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(slice.count()));
  }
}

void Child::signalGroup(int signal) {
  if (m_pid > 0 && !m_exit) ::kill(-m_pid, signal);
}

void Child::kill() {
  signalGroup(SIGKILL);
}
void Child::terminate() {
  signalGroup(SIGTERM);
}
void Child::suspend() {
  signalGroup(SIGSTOP);
}
void Child::resume() {
  signalGroup(SIGCONT);
}

}  // namespace kw::process
