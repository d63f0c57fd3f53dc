// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/line_channel.h"

#include <unistd.h>

#include <array>
#include <cstring>
#include <system_error>

#include "base/process/system_call.h"

namespace kw::process {

struct LineChannel::Impl : std::enable_shared_from_this<LineChannel::Impl> {
  enum class Reading { more, nothing, ended };
  // As much as a pipe takes at once.
  static constexpr size_t worthWriting = size_t{64} << 10;

  EventLoop& loop;
  Descriptor readEnd;
  Descriptor writeEnd;
  Handlers handlers;
  EventLoop::WatchId readWatch = 0;
  EventLoop::WatchId writeWatch = 0;
  bool open = true;
  bool flushPlanned = false;
  EventLoop::TimerId delayed = 0;  // over 0 while lines wait for others

  std::string received;  // the beginning of a line
  std::string queue;     // bytes before `written` are gone already
  size_t written = 0;

  Impl(EventLoop& owner, Descriptor read, Descriptor write, Handlers calls)
      : loop(owner),
        readEnd(std::move(read)),
        writeEnd(std::move(write)),
        handlers(std::move(calls)) {}

  void start() {
    setNonBlocking(readEnd.get());
    setNonBlocking(writeEnd.get());
    const auto self = shared_from_this();
    readWatch =
        loop.watch(readEnd.get(), EventLoop::readable, [self](unsigned) { self->onReadable(); });
    writeWatch = loop.watch(writeEnd.get(), 0, [self](unsigned) { self->onWritable(); });
  }

  // Unwatching lets go of the loop's references to this.
  void close() {
    if (!open) return;
    const auto self = shared_from_this();
    open = false;
    loop.unwatch(readWatch);
    loop.unwatch(writeWatch);
    loop.cancelTimer(delayed);
    readEnd.reset();
    writeEnd.reset();
  }

  void closeBecause(const std::string& reason) {
    if (!open) return;
    close();
    const auto closed = std::move(handlers.closed);
    if (closed) closed(reason);
  }

  void onReadable() {
    // A bounded amount at a time, so that one busy channel leaves the others their turn.
    constexpr int chunks = 8;
    for (int i = 0; i < chunks && open; ++i)
      if (readChunk() != Reading::more) return;
  }

  Reading readChunk() {
    std::array<char, 65536> buffer;
    const ssize_t got =
        retried([&] { return ::read(readEnd.get(), buffer.data(), buffer.size()); });
    if (got > 0) {
      take(std::string_view(buffer.data(), static_cast<size_t>(got)));
      return Reading::more;
    }
    if (got < 0 && errno == EAGAIN) return Reading::nothing;
    if (got < 0)
      closeBecause("reading failed: " + std::generic_category().message(errno));
    else
      closeBecause(received.empty() ? "the other side has ended"
                                    : "the other side has ended in the middle of a line");
    return Reading::ended;
  }

  // Gives every whole line to the handler, which may close the channel.
  void take(std::string_view bytes) {
    while (open && !bytes.empty()) {
      const size_t end = bytes.find('\n');
      const std::string_view part = bytes.substr(0, end);
      if (received.size() + part.size() > maximumLine)
        return closeBecause("the other side sent a line of over " + std::to_string(maximumLine) +
                            " bytes");
      if (end == std::string_view::npos) {
        received += part;
        return;
      }
      bytes.remove_prefix(end + 1);
      if (received.empty()) {
        handlers.line(part);
      } else {
        const std::string line = std::exchange(received, {}).append(part);
        handlers.line(line);
      }
    }
  }

  void send(std::string_view line) {
    if (!open) return;
    queue.append(line).push_back('\n');
    planFlush();
  }

  void sendSoon(std::string_view line) {
    if (!open) return;
    queue.append(line).push_back('\n');
    if (queue.size() - written >= worthWriting) return planFlush();
    if (flushPlanned || delayed != 0) return;
    delayed = loop.after(std::chrono::milliseconds(1), [self = shared_from_this()] {
      self->delayed = 0;
      self->planFlush();
    });
  }

  // Written from the loop, so that the lines of one round go out with one call.
  void planFlush() {
    if (std::exchange(flushPlanned, true)) return;
    loop.beforeWaiting([self = shared_from_this()] {
      self->flushPlanned = false;
      if (self->open) self->onWritable();
    });
  }

  // Whether the other side still takes what is written.
  bool flush() {
    while (written < queue.size()) {
      const ssize_t sent = retried(
          [&] { return ::write(writeEnd.get(), queue.data() + written, queue.size() - written); });
      if (sent < 0) return errno == EAGAIN;
      written += static_cast<size_t>(sent);
    }
    queue.clear();
    written = 0;
    return true;
  }

  void onWritable() {
    if (!flush()) return readRest(std::generic_category().message(errno));
    constexpr size_t worthMoving = size_t{1} << 20;
    if (written > worthMoving && written > queue.size() / 2) {
      queue.erase(0, written);
      written = 0;
    }
    loop.setInterest(writeWatch, queue.empty() ? 0u : EventLoop::writable);
  }

  // The other side takes nothing any more, but what it said before still counts.
  void readRest(const std::string& why) {
    while (open && readChunk() == Reading::more) {
    }
    closeBecause("writing to the other side failed: " + why);
  }
};

LineChannel::LineChannel(EventLoop& loop, Descriptor read, Descriptor write, Handlers handlers)
    : m_impl(std::make_shared<Impl>(loop, std::move(read), std::move(write), std::move(handlers))) {
  m_impl->start();
}

LineChannel::~LineChannel() {
  close();
}

void LineChannel::send(std::string_view line) {
  m_impl->send(line);
}

void LineChannel::sendSoon(std::string_view line) {
  m_impl->sendSoon(line);
}

size_t LineChannel::queuedBytes() const {
  return m_impl->queue.size() - m_impl->written;
}

void LineChannel::close() {
  if (m_impl->open) m_impl->flush();
  m_impl->close();
}

}  // namespace kw::process
