// SPDX-License-Identifier: GPL-3.0-or-later
// A launcher in its sandbox, with one candidate loaded, seen from outside.
#pragma once

#include <ctime>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "base/process/child.h"
#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/device/host/host_buffer.h"
#include "runner/device/host/shared/launch_protocol.h"

namespace kw::host {

// For anything but a launch.
inline constexpr double setUpSeconds = 30;

class LauncherProcess {
 public:
  // Where kwr-host-launcher is: KERNELWRIGHT_LIBEXEC, else beside this program.
  static Result<std::string> program();

  struct Started {
    std::unique_ptr<LauncherProcess> process;
    LaunchOutcome outcome;  // of loading the candidate
  };
  static Result<Started> start(const Artefact& artefact, bool consentToNoSandbox);
  ~LauncherProcess();
  LauncherProcess(const LauncherProcess&) = delete;
  LauncherProcess& operator=(const LauncherProcess&) = delete;

  // To be filled before asking for a command that takes more than its name.
  Request& request() { return *m_request; }
  // Waits for the answer. Over the deadline the process is killed: hung. ErrorKind::cancelled when
  // stop is requested; the process is killed then too.
  Result<LaunchOutcome> ask(Command command, double deadlineSeconds, std::stop_token stop = {});
  Result<LaunchOutcome> map(uint32_t slot, const HostBuffer& buffer);
  // False after a crash or a kill: nothing can be asked any more.
  bool alive() const { return m_alive; }
  // Of the last crash, in the candidate's shared object; 0: not known.
  uint64_t faultPlace() const { return m_faultPlace; }
  // Time on processors that all its threads have had; nothing where it cannot be told.
  std::optional<double> processorSeconds() const;
  // Until none of its threads runs or wants to, or the time is up.
  void waitUntilIdle(double mostSeconds) const;
  // Kills it for what its outside told; gives the outcome.
  LaunchOutcome end(const std::string& how);

 private:
  LauncherProcess() = default;
  Status share(const Artefact& artefact, bool consentToNoSandbox);
  // What came of the request with this number; `seen` is the reply's number from before it.
  Result<LaunchOutcome> await(uint32_t wanted, uint32_t seen, double deadlineSeconds,
                              std::stop_token stop);
  LaunchOutcome readReply();
  Status sendDescriptor(int descriptor);
  void findProcess();

  Request* m_request = nullptr;
  const Reply* m_reply = nullptr;
  files::Descriptor m_socket;
  std::optional<process::Child> m_child;
  pid_t m_process = 0;  // the launcher's own, not that of the sandbox around it; 0: unknown
  std::optional<clockid_t> m_clock;  // of that process
  bool m_alive = false;
  uint64_t m_faultPlace = 0;
};

}  // namespace kw::host
