// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/late_work.h"

#include <utility>

#include "base/result/message.h"

namespace kw::host {

namespace {

// Being woken and going to sleep again takes a few microseconds for each thread.
constexpr double allowedSeconds = 0.0003;
constexpr double allowedPart = 1.2;
// While it works late it can answer the next request in earnest, so that half of them look right.
constexpr int fewestEarly = 3;
constexpr int mostInEarnest = 5;  // to one early answer

}  // namespace

void LateWork::look(std::optional<double> processorSeconds) {
  const std::optional<double> before = std::exchange(m_seen, processorSeconds);
  const std::optional<double> answer = std::exchange(m_answer, std::nullopt);
  if (!before || !processorSeconds || !answer) return;
  ++m_answers;
  const double late =
      *processorSeconds - *before - m_threads * *answer * allowedPart - allowedSeconds;
  if (late <= 0) return;
  ++m_early;
  m_late += late;
}

std::string LateWork::fault() const {
  if (m_early < fewestEarly || m_answers > m_early * (1 + mostInEarnest)) return {};
  return "it answers before it is done: " + std::to_string(m_early) + " of " +
         counted(m_answers, "answer") + " came so early that it computed for " +
         secondsText(m_late / m_early) +
         " more than there was time for, so that its times cannot be believed";
}

}  // namespace kw::host
