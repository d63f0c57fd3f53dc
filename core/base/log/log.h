// SPDX-License-Identifier: GPL-3.0-or-later
// A log on standard error. Each line is written whole: "12:34:56.789 warning runner: text".
// spdlog is not used: the runner must build on a GPU machine that has nothing but nlohmann's
// header.
#pragma once

#include <string_view>

namespace kw::log {

enum class Level { debug, info, warning, error, off };

// Messages below the level are dropped. The start value comes from KERNELWRIGHT_LOG (debug, info,
// warning, error, off), else warning. Thread-safe.
void setLevel(Level level);
Level level();

void write(Level level, std::string_view part, std::string_view text);

inline void debug(std::string_view part, std::string_view text) {
  write(Level::debug, part, text);
}
inline void info(std::string_view part, std::string_view text) {
  write(Level::info, part, text);
}
inline void warning(std::string_view part, std::string_view text) {
  write(Level::warning, part, text);
}
inline void error(std::string_view part, std::string_view text) {
  write(Level::error, part, text);
}

}  // namespace kw::log
