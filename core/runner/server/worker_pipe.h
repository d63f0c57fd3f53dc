// SPDX-License-Identifier: GPL-3.0-or-later
// A worker's end of its pipes to the supervisor. Reading and writing block: the main thread of a
// worker does nothing but read.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "runner/server/standard_streams.h"
#include "runner/server/worker_messages.h"

namespace kw {

class WorkerPipe {
 public:
  explicit WorkerPipe(ProtocolStreams streams) : m_streams(std::move(streams)) {}

  // The next order; nothing once the supervisor has gone. Lines that are no orders are logged and
  // skipped.
  std::optional<worker::Order> read();
  // From any thread. The report has left this process when this returns, so that it survives a
  // crash right after it. Where the supervisor has gone, the process ends.
  void write(const worker::Report& report);

 private:
  std::optional<std::string> readLine();

  ProtocolStreams m_streams;
  std::string m_buffer;
  size_t m_scanned = 0;  // bytes of m_buffer known to hold no newline
  std::mutex m_writing;
};

// Ends the worker at once, without destructors: a driver with a spinning kernel would never return
// from them.
[[noreturn]] void endWorker();

}  // namespace kw
