// SPDX-License-Identifier: GPL-3.0-or-later
// Tools of NVIDIA's that watch a process: the runner is started once more, by them.
#pragma once

#include <string>
#include <string_view>

#include "client/engine/engine.h"

namespace kw {

// The runner's command, where the runner is a kwr-runner of this machine; "" where another command
// stands in front of it, which a tool would watch in its place.
std::string localRunnerCommand(const RunnerChoice& choice);

// What the environment variable names, else what is found in PATH or with CUDA's other programs in
// /usr/local/cuda/bin; "" where it is nowhere.
std::string watchingTool(std::string_view name, const char* variable);

}  // namespace kw
