// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/single_reading.h"

#include <memory>
#include <optional>
#include <utility>

#include "client/engine/loop_timer.h"
#include "client/engine/mailbox.h"
#include "client/engine/work.h"

namespace kw {

Result<CounterReading> readOnce(const protocol::ProfileRequest& request, RunnerHandle& runner,
                                process::EventLoop& loop,
                                const std::function<void(const std::string& phase)>& started,
                                std::stop_token stop) {
  // Shared with the handlers, which may be called after we have given up waiting.
  const auto result = std::make_shared<std::optional<Result<CounterReading>>>();
  const auto mailbox = std::make_shared<Mailbox>(loop);
  LoopTimer limit(loop);
  RemoteRunner::ProfileHandlers handlers;
  handlers.started = [&started, alive = std::weak_ptr(mailbox)](const std::string& phase) {
    if (!alive.expired() && started) started(phase);
  };
  handlers.done = [result](Result<CounterReading> reading) {
    if (!*result) *result = std::move(reading);
  };
  const Evaluator::Ticket ticket = runner.profile(request, std::move(handlers));
  const std::stop_callback onStop(stop, [&] {
    mailbox->post([&] {
      runner.cancel(ticket);
      limit.start(cancelLimit, [result] {
        if (!*result) *result = failCancelled();
      });
    });
  });
  while (!*result)
    loop.runOnce(std::chrono::milliseconds(1000));
  mailbox->close();
  return std::move(**result);
}

}  // namespace kw
