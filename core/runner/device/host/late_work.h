// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a candidate computes after it has said that it is done. It shares its process with what
// answers for it, so that it can answer too early: its times would be those of its answers.
//
// What tells is processor time: n threads cannot have more than n times the time that was measured.
// The kernel counts it when a thread goes to sleep, so it must be looked at when all of them have.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace kw::host {

class LateWork {
 public:
  explicit LateWork(size_t threads) : m_threads(static_cast<double>(threads)) {}

  // Before each launch and after the last one, with the processor time that the launcher has had,
  // in seconds; nothing where it cannot be told.
  void look(std::optional<double> processorSeconds);
  // How long the answer took, in seconds.
  void answered(double seconds) { m_answer = seconds; }

  // What is wrong, or "".
  std::string fault() const;

 private:
  double m_threads;
  std::optional<double> m_seen;
  std::optional<double> m_answer;  // since then
  int m_early = 0, m_answers = 0;
  double m_late = 0;  // seconds of processor time too much, of the early ones
};

}  // namespace kw::host
