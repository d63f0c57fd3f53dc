// SPDX-License-Identifier: GPL-3.0-or-later
// The Python of this machine that has NumPy.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw {

struct Python {
  std::string program;               // full path
  std::string version;               // "Python 3.11.2, NumPy 1.24.2"
  std::string packages;              // the folder that holds numpy
  std::vector<std::string> folders;  // what a sandbox must let it read
};

// KERNELWRIGHT_PYTHON alone if it is set; else python3 in PATH, /usr/bin/python3,
// /usr/local/bin/python3. ErrorKind::missing, naming what was tried and what to install, where none
// has NumPy. The answer is kept for the life of the process.
const Result<Python>& findPython();

// The same, not kept, among the given programs.
Result<Python> findPythonAmong(const std::vector<std::string>& programs);

}  // namespace kw
