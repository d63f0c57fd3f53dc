// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C: the first one asks the work to stop and keeps everything, the second one leaves at once.
#pragma once

#include <stop_token>
#include <thread>

#include "base/process/child.h"
#include "cli/output.h"

namespace kw::cli {

// Handles SIGINT, SIGTERM and SIGHUP while it lives; one at a time. The handler only writes to a
// pipe; a thread reads it, so that a stop callback may do what it likes. A second signal after a
// second ends the program in the handler, whatever that thread is at.
class Interrupt {
 public:
  explicit Interrupt(Output& output);
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return m_source.get_token(); }
  // As the first Ctrl-C, without its notice.
  void stop() { m_source.request_stop(); }

 private:
  void serve();

  Output& m_output;
  std::stop_source m_source;
  process::PipePair m_pipe;
  std::thread m_thread;
};

}  // namespace kw::cli
