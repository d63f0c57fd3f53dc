// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a candidate computes after it has said that it is done. It shares its process with what
// answers for it, so that it can answer too early: its times would be those of its answers.
#pragma once

#include <optional>
#include <string>

namespace kw::host {

class LateWork {
 public:
  // The processor time that the launcher had had when its answer was seen, and when it was about to
  // be asked the next time, both in seconds; nothing where it cannot be told.
  void answered(std::optional<double> processorSeconds);
  void askedAgain(std::optional<double> processorSeconds);

  // What is wrong, or "". Most answers must have been early: one alone may be a machine that
  // charges a process for what others did to it.
  std::string fault() const;

 private:
  std::optional<double> m_answered;
  int m_early = 0, m_answers = 0;
  double m_late = 0;  // seconds, of the early ones
};

}  // namespace kw::host
