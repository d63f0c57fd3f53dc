// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/process/descendants.h"

#include <sys/prctl.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

namespace kw::process {

namespace {

struct Process {
  pid_t id = 0;
  pid_t parent = 0;
  std::string name;
};

std::optional<pid_t> numberIn(const std::string& text) {
  pid_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "4711 (name) S 17 …": the name may hold blanks and parentheses.
std::optional<Process> processIn(const std::filesystem::path& folder) {
  const auto id = numberIn(folder.filename().string());
  if (!id) return std::nullopt;
  std::ifstream file(folder / "stat");
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;  // it has ended meanwhile
  const size_t begin = line.find('('), end = line.rfind(')');
  constexpr size_t parentAfterName = 4;  // ") S "
  if (begin == std::string::npos || end == std::string::npos ||
      end + parentAfterName >= line.size() || line[end + 2] == 'Z')
    return std::nullopt;
  const size_t parent = end + parentAfterName;
  const auto number = numberIn(line.substr(parent, line.find(' ', parent) - parent));
  if (!number) return std::nullopt;
  return Process{*id, *number, line.substr(begin + 1, end - begin - 1)};
}

std::vector<Process> allProcesses() {
  std::vector<Process> all;
  std::error_code fault;
  for (std::filesystem::directory_iterator each("/proc", fault), end; !fault && each != end;
       each.increment(fault))
    if (auto process = processIn(each->path())) all.push_back(std::move(*process));
  return all;
}

std::vector<Process> descendantsOf(pid_t ancestor) {
  const std::vector<Process> all = allProcesses();
  std::vector<Process> found;
  const auto addChildrenOf = [&](pid_t parent) {
    std::ranges::copy_if(all, std::back_inserter(found),
                         [parent](const Process& one) { return one.parent == parent; });
  };
  addChildrenOf(ancestor);
  for (size_t i = 0; i < found.size(); ++i)
    addChildrenOf(found[i].id);
  return found;
}

}  // namespace

void keepOrphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::vector<std::string> endDescendants(pid_t child) {
  ::kill(child, SIGSTOP);
  std::map<pid_t, std::string> stopped, left;
  // Each turn may find what was started before its parent was stopped.
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const Process& one : descendantsOf(child)) {
      if (stopped.contains(one.id) || left.contains(one.id)) continue;
      isNew = true;
      const bool isOurs = ::kill(one.id, SIGSTOP) == 0 || errno == ESRCH;
      (isOurs ? stopped : left)[one.id] = one.name;
    }
  }
  for (const auto& [id, name] : stopped)
    ::kill(id, SIGKILL);
  std::vector<std::string> names;
  names.reserve(left.size());
  for (const auto& [id, name] : left)
    names.push_back(name + " (" + std::to_string(id) + ")");
  return names;
}

}  // namespace kw::process
