// SPDX-License-Identifier: GPL-3.0-or-later
#include "integration/cli/kwr_process.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "base/json/text.h"

namespace kw::test {

namespace {

const json::Value nothing;

std::string readAll(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();  // a file of /proc can fail to be read: its process may just have ended
  return text.str();
}

files::TemporaryFolder newFolder() {
  auto folder = files::TemporaryFolder::make("kw cli test");
  if (!folder) throw std::runtime_error(folder.error().text());
  return std::move(*folder);
}

// The parent's id in /proc/ID/stat: the second number after the name, which may hold brackets
// itself.
pid_t parentIn(const std::string& stat) {
  const size_t after = stat.rfind(')');
  if (after == std::string::npos || after + 4 >= stat.size()) return 0;
  return static_cast<pid_t>(std::strtol(stat.c_str() + after + 4, nullptr, 10));
}

}  // namespace

const json::Value& Outcome::last() const {
  return lines.empty() ? nothing : lines.back();
}

std::vector<json::Value> Outcome::events(const std::string& name) const {
  std::vector<json::Value> found;
  for (const json::Value& line : lines)
    if (line["event"].asString() == name) found.push_back(line);
  return found;
}

std::string Outcome::text() const {
  return "status " + std::to_string(status) + "\n--- output\n" + output + "\n--- errors\n" + errors;
}

Bench::Bench() : m_folder(newFolder()) {}

std::filesystem::path Bench::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path(name);
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
  return file;
}

std::filesystem::path Bench::copyProblem(const std::string& name) const {
  const std::filesystem::path copy = path(name);
  std::filesystem::copy(problemPath(name), copy, std::filesystem::copy_options::recursive);
  return copy;
}

process::ChildOptions Bench::command(
    std::vector<std::string> arguments,
    std::vector<std::pair<std::string, std::string>> environment) const {
  process::ChildOptions options;
  options.arguments = {std::string(KW_BINARY_FOLDER) + "/bin/kwr"};
  options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
  options.folder = m_folder.path().string();
  options.environment = {{"XDG_STATE_HOME", path("state").string()},
                         {"KERNELWRIGHT_LOG", "warning"}};
  options.environment.insert(options.environment.end(), environment.begin(), environment.end());
  options.pipeErrors = true;
  return options;
}

Outcome Bench::kwr(std::vector<std::string> arguments,
                   std::vector<std::pair<std::string, std::string>> environment) const {
  const auto done = process::run(command(std::move(arguments), std::move(environment)), "",
                                 std::chrono::minutes(25));
  Outcome outcome;
  if (!done) {
    outcome.errors = done.error().text();
    return outcome;
  }
  outcome.status = done->exit.signalled ? 128 + done->exit.code : done->exit.code;
  outcome.output = done->output;
  outcome.errors = done->errors;
  outcome.lines = jsonLines(done->output);
  return outcome;
}

std::vector<std::string> Bench::loggingRunner() const {
  return {"--runner", "'" + std::string(KW_BINARY_FOLDER) + "/bin/kwr-runner' --launch-log '" +
                          path("launches").string() + "'"};
}

std::vector<Bench::Launch> Bench::launches() const {
  std::vector<Launch> all;
  for (const json::Value& line : jsonLines(readAll(path("launches"))))
    all.push_back({line["phase"].asString(), line["key"].asString(), line["candidate"].asString(),
                   line["case"].asString()});
  return all;
}

std::string problemPath(const std::string& name) {
  return std::string(KW_TEST_DATA) + "/problems/" + name;
}

std::vector<json::Value> jsonLines(const std::string& text) {
  std::vector<json::Value> values;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (auto value = json::parse(std::string_view(text).substr(at, end - at));
        value && value->isObject())
      values.push_back(std::move(*value));
    at = end + 1;
  }
  return values;
}

std::optional<std::string> LineReader::line() {
  while (true) {
    if (const size_t end = m_buffer.find('\n'); end != std::string::npos) {
      std::string found = m_buffer.substr(0, end);
      m_buffer.erase(0, end + 1);
      return found;
    }
    char bytes[4096];
    const ssize_t got = ::read(m_descriptor, bytes, sizeof bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    m_buffer.append(bytes, static_cast<size_t>(got));
  }
}

json::Value LineReader::next(const std::string& event) {
  while (auto text = line()) {
    auto value = json::parse(*text);
    if (value && (*value)["event"].asString() == event) return std::move(*value);
  }
  return {};
}

std::string LineReader::rest() {
  std::string all;
  while (auto text = line())
    all += *text + "\n";
  return all;
}

std::vector<pid_t> childrenOf(pid_t parent, const std::string& part) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const pid_t process =
        static_cast<pid_t>(std::strtol(entry.path().filename().c_str(), nullptr, 10));
    if (process <= 0 || parentIn(readAll(entry.path() / "stat")) != parent) continue;
    std::string commandLine = readAll(entry.path() / "cmdline");
    std::replace(commandLine.begin(), commandLine.end(), '\0', ' ');
    if (commandLine.find(part) != std::string::npos) found.push_back(process);
  }
  return found;
}

bool isAlive(pid_t process) {
  const std::string stat = readAll("/proc/" + std::to_string(process) + "/stat");
  const size_t after = stat.rfind(')');
  return after != std::string::npos && stat.compare(after, 3, ") Z") != 0;
}

}  // namespace kw::test
