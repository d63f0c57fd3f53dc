// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/worker_pipe.h"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/log/log.h"

namespace kw {

void endWorker() {
  _exit(0);
}

std::optional<std::string> WorkerPipe::readLine() {
  std::array<char, 65536> chunk;
  for (;;) {
    const size_t end = m_buffer.find('\n', m_scanned);
    if (end != std::string::npos) {
      std::string line = m_buffer.substr(0, end);
      m_buffer.erase(0, end + 1);
      m_scanned = 0;
      return line;
    }
    m_scanned = m_buffer.size();
    const ssize_t got = ::read(m_streams.input.get(), chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    m_buffer.append(chunk.data(), static_cast<size_t>(got));
  }
}

std::optional<worker::Order> WorkerPipe::read() {
  while (auto line = readLine()) {
    auto order = worker::decodeOrder(*line);
    if (order) return std::move(*order);
    log::error("worker", order.error().text());
  }
  return std::nullopt;
}

void WorkerPipe::write(const worker::Report& report) {
  std::string line = worker::encode(report);
  line += '\n';
  std::scoped_lock lock(m_writing);
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t written = ::write(m_streams.output.get(), line.data() + done, line.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) endWorker();
    done += static_cast<size_t>(written);
  }
}

}  // namespace kw
