// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/watched_runner.h"

#include <cstdlib>
#include <filesystem>

#include "base/files/files.h"
#include "base/process/child.h"
#include "base/text/shell_word.h"

namespace kw {

std::string localRunnerCommand(const RunnerChoice& choice) {
  if (choice.commands.empty()) return shellWord((files::programFolder() / "kwr-runner").string());
  const auto words = process::splitCommand(choice.commands.front());
  const bool isLocal =
      words && !words->empty() && std::filesystem::path(words->front()).filename() == "kwr-runner";
  return isLocal ? choice.commands.front() : std::string();
}

std::string watchingTool(std::string_view name, const char* variable) {
  if (const char* const named = std::getenv(variable)) return named;
  if (std::string found = process::findProgram(name); !found.empty()) return found;
  const std::filesystem::path usual = std::filesystem::path("/usr/local/cuda/bin") / name;
  std::error_code ignored;
  return std::filesystem::exists(usual, ignored) ? usual.string() : std::string();
}

}  // namespace kw
