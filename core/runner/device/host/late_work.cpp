// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/late_work.h"

#include "base/result/message.h"

namespace kw::host {

namespace {

// Going to sleep after an answer takes a few microseconds for each thread.
constexpr double allowedSeconds = 0.0003;
// One early answer may be a machine that charges a process for what others did to it. While it works
// late, it can answer the next request in earnest, so that half of them can look right.
constexpr int fewestEarly = 3;
constexpr int mostInEarnest = 4;  // to one early answer

}  // namespace

void LateWork::answered(std::optional<double> processorSeconds) {
  m_answered = processorSeconds;
}

void LateWork::askedAgain(std::optional<double> processorSeconds) {
  if (!m_answered || !processorSeconds) return;
  const double late = *processorSeconds - *m_answered;
  ++m_answers;
  if (late <= allowedSeconds) return;
  ++m_early;
  m_late += late;
}

std::string LateWork::fault() const {
  if (m_early < fewestEarly || m_answers > m_early * (1 + mostInEarnest)) return {};
  return "it answers before it is done: after " + std::to_string(m_early) + " of " +
         counted(m_answers, "answer") + " it went on computing, for " +
         secondsText(m_late / m_early) + " on average, so that its times cannot be believed";
}

}  // namespace kw::host
