// SPDX-License-Identifier: GPL-3.0-or-later
// The engine over a recording: what a file holds answers in a device's place.
#pragma once

#include <filesystem>
#include <memory>

#include "client/engine/engine.h"

namespace kw {

// As Engine::open for "replay:FILE".
Result<std::unique_ptr<Engine>> openReplay(const std::filesystem::path& file,
                                           const LoadedProblem& problem);

}  // namespace kw
