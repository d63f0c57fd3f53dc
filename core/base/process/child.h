// SPDX-License-Identifier: GPL-3.0-or-later
// Child processes: started without a shell, in a process group of their own, ended with their
// parent.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/files/descriptor.h"
#include "base/result/result.h"

namespace kw::process {

using files::Descriptor;

struct PipePair {
  Descriptor read;
  Descriptor write;
};
Result<PipePair> makePipe();  // both ends close-on-exec

struct Exit {
  bool signalled = false;
  int code = 0;              // exit status, or the signal's number
  std::string text() const;  // "exit status 3", "signal 11 (SIGSEGV)"
};

struct ChildOptions {
  std::vector<std::string> arguments;  // the first is the program, looked up in PATH
  std::string folder;                  // working folder; "" is the current one
  std::vector<std::pair<std::string, std::string>> environment;  // added to the current environment
  bool clearEnvironment = false;
  bool pipeInput = true;                    // else /dev/null
  bool pipeOutput = true;                   // else goes where ours goes
  bool pipeErrors = false;                  // else goes where ours goes
  std::vector<std::pair<int, int>> passed;  // our descriptor, number in the child
  // SIGKILL once the thread that started it has ended (the kernel goes by the thread, not the
  // process): start such children from a thread that outlives them.
  bool dieWithParent = true;
  std::function<void()> beforeExec;  // async-signal-safe calls only (limits, priority)
};

// All descriptors but 0 to 2 and the passed ones are closed in the child. When it has ended,
// whatever it left in its process group is killed, before its exit is given.
class Child {
 public:
  // A program that cannot be started is an error here, not an exit status: ErrorKind::missing where
  // it is not found.
  static Result<Child> start(const ChildOptions& options);

  Child(Child&&) noexcept;
  Child& operator=(Child&&) noexcept;
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();  // kills and reaps the whole group if still running

  pid_t id() const { return m_pid; }
  Descriptor& input() { return m_input; }    // to the child's standard input
  Descriptor& output() { return m_output; }  // from its standard output
  Descriptor& errors() { return m_errors; }

  // Not blocking: the exit once there is one.
  std::optional<Exit> poll();
  Exit wait();
  std::optional<Exit> waitFor(std::chrono::milliseconds limit);
  void kill();       // SIGKILL to the group
  void terminate();  // SIGTERM to the group
  void suspend();    // SIGSTOP to the group
  void resume();     // SIGCONT to the group

  // Becomes readable when the child has ended, for an EventLoop; -1 where the kernel has no pidfd.
  int exitDescriptor() const { return m_exitDescriptor.get(); }

 private:
  Child() = default;
  void signalGroup(int signal);
  std::optional<Exit> lookForExit(int flags);

  pid_t m_pid = -1;
  std::optional<Exit> m_exit;
  Descriptor m_exitDescriptor;
  Descriptor m_input, m_output, m_errors;
};

struct Output {
  Exit exit;
  std::string output;
  std::string errors;
  bool timedOut = false;
  bool truncated = false;
};

// Runs to its end with the given input, keeping at most `outputLimit` bytes of each stream; kills
// it at the time limit, or when stop is requested (ErrorKind::cancelled).
Result<Output> run(ChildOptions options, std::string_view input, std::chrono::milliseconds limit,
                   std::stop_token stop = {}, size_t outputLimit = size_t{4} << 20);

// Splits a command line as a POSIX shell would (quotes and backslashes; nothing is expanded).
Result<std::vector<std::string>> splitCommand(std::string_view text);

// Full path of a program in PATH, or "".
std::string findProgram(std::string_view name);

}  // namespace kw::process
