// SPDX-License-Identifier: GPL-3.0-or-later
// What happens between fork and exec. Everything is made ready before the fork, since afterwards,
// in a program with several threads, only async-signal-safe calls are allowed. Internal to
// process/.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "base/process/child.h"

namespace kw::process {

class Launch {
 public:
  // `standard` holds the descriptors that become 0, 1 and 2; -1 leaves ours.
  Launch(const ChildOptions& options, std::string program, const int (&standard)[3]);
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;

  // Gives the process id once the program has been executed, or the error that kept it from it.
  Result<pid_t> run();

 private:
  enum class Step : int { folder, descriptors, exec };
  struct Failure {
    Step step;
    int number;
  };

  [[noreturn]] void becomeChild(int report, pid_t parent);
  bool placeDescriptors(int& report);
  Error explain(Failure failure) const;

  const ChildOptions& m_options;
  std::string m_program;
  std::vector<char*> m_arguments;
  std::vector<std::string> m_variables;
  std::vector<char*> m_environment;
  std::vector<std::pair<int, int>>
      m_placements;  // our descriptor (then a copy of it), number in the child
  int m_aboveTargets = 3;
};

}  // namespace kw::process
