// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real kwr and reads what it prints with --json.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/files/files.h"
#include "base/json/value.h"
#include "base/process/child.h"

namespace kw::test {

struct Outcome {
  int status = -1;  // exit status; 128 + number where a signal ended it
  std::string output;
  std::string errors;
  std::vector<json::Value> lines;  // of the output that are JSON

  const json::Value& last() const;  // null where there is none
  std::vector<json::Value> events(const std::string& name) const;
  std::string text() const;  // everything, for messages of tests
};

// A folder for one test: sessions, reports and the state that kwr keeps without --session.
class Bench {
 public:
  Bench();

  std::filesystem::path path(const std::string& name) const { return m_folder.path() / name; }
  // A file with this text; folders are made.
  std::filesystem::path write(const std::string& name, const std::string& text) const;
  // A copy of a folder of tests/data/problems, to be changed.
  std::filesystem::path copyProblem(const std::string& name) const;

  process::ChildOptions command(
      std::vector<std::string> arguments,
      std::vector<std::pair<std::string, std::string>> environment = {}) const;
  Outcome kwr(std::vector<std::string> arguments,
              std::vector<std::pair<std::string, std::string>> environment = {}) const;

  // "--runner" and a runner that logs its launches to path("launches").
  std::vector<std::string> loggingRunner() const;
  struct Launch {
    std::string phase, key, candidate, caseName;
  };
  std::vector<Launch> launches() const;

 private:
  files::TemporaryFolder m_folder;
};

std::string problemPath(const std::string& name);  // in tests/data/problems
std::vector<json::Value> jsonLines(const std::string& text);

// Reads lines of a running kwr one after the other.
class LineReader {
 public:
  explicit LineReader(int descriptor) : m_descriptor(descriptor) {}
  // The next line that is an event of this name; null at the end.
  json::Value next(const std::string& event);
  std::string rest();

 private:
  std::optional<std::string> line();
  int m_descriptor;
  std::string m_buffer;
};

// Process ids of the children of `parent` whose command line holds `part`.
std::vector<pid_t> childrenOf(pid_t parent, const std::string& part);
bool isAlive(pid_t process);

}  // namespace kw::test
