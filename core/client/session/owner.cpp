// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/owner.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/VariadicBind.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>

namespace kw {
namespace {

int64_t secondsNow() {
  return static_cast<int64_t>(std::time(nullptr));
}

std::string firstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// State and start time of a process from /proc/PID/stat (fields 3 and 22 in proc(5)). The name,
// field 2, may hold spaces and brackets, so counting begins after its last bracket.
struct ProcessState {
  char state = 'X';
  int64_t started = -1;
};
ProcessState stateOf(int64_t process) {
  const std::string line = firstLine("/proc/" + std::to_string(process) + "/stat");
  const size_t bracket = line.rfind(')');
  if (bracket == std::string::npos) return {};
  std::istringstream fields(line.substr(bracket + 1));
  ProcessState found;
  fields >> found.state;
  std::string skipped;
  for (int field = 4; field < 22; ++field)
    fields >> skipped;
  fields >> found.started;
  return found;
}

std::string hostName() {
  char name[256] = {};
  if (gethostname(name, sizeof name - 1) != 0) return "unknown host";
  return name;
}

std::string processNamespace() {
  std::error_code ignored;
  return std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
}

// The tokens of what this program has open. A row can outlive its opening: on a full disk it cannot
// be removed.
struct OpenTokens {
  std::mutex mutex;
  std::set<std::string> tokens;
  int opened = 0;
};
OpenTokens& openTokens() {
  static OpenTokens tokens;
  return tokens;
}

}  // namespace

Owner thisOwner() {
  Owner owner;
  owner.process = getpid();
  owner.processStarted = stateOf(owner.process).started;
  owner.host = hostName();
  owner.machine =
      owner.host + "/" + firstLine("/proc/sys/kernel/random/boot_id") + "/" + processNamespace();
  owner.seen = secondsNow();
  OpenTokens& open = openTokens();
  const std::lock_guard lock(open.mutex);
  owner.token = owner.machine + "/" + std::to_string(owner.process) + "/" +
                std::to_string(owner.processStarted) + "/" + std::to_string(++open.opened);
  open.tokens.insert(owner.token);
  return owner;
}

void letGo(const Owner& owner) {
  const std::lock_guard lock(openTokens().mutex);
  openTokens().tokens.erase(owner.token);
}

bool isGone(const Owner& owner, const Owner& here) {
  if (owner.machine != here.machine)
    return secondsNow() - owner.seen > int64_t{3} * ownerRefreshSeconds;
  if (owner.process == here.process && owner.processStarted == here.processStarted) {
    const std::lock_guard lock(openTokens().mutex);
    return !openTokens().tokens.contains(owner.token);
  }
  const ProcessState state = stateOf(owner.process);
  return state.state == 'X' || state.state == 'Z' || state.started != owner.processStarted;
}

std::optional<Owner> readOwner(SQLite::Database& database) {
  SQLite::Statement row(database,
                        "SELECT token, process, process_started, host, machine, seen FROM owner");
  if (!row.executeStep()) return std::nullopt;
  Owner owner;
  owner.token = row.getColumn(0).getString();
  owner.process = row.getColumn(1).getInt64();
  owner.processStarted = row.getColumn(2).getInt64();
  owner.host = row.getColumn(3).getString();
  owner.machine = row.getColumn(4).getString();
  owner.seen = row.getColumn(5).getInt64();
  return owner;
}

void writeOwner(SQLite::Database& database, const Owner& owner) {
  SQLite::Statement insert(
      database,
      "INSERT OR REPLACE INTO owner(one, token, process, process_started, host, machine, seen) "
      "VALUES(1, ?, ?, ?, ?, ?, ?)");
  SQLite::bind(insert, owner.token, owner.process, owner.processStarted, owner.host, owner.machine,
               owner.seen);
  insert.exec();
}

void removeOwner(SQLite::Database& database, const Owner& owner) {
  SQLite::Statement remove(database, "DELETE FROM owner WHERE token = ?");
  remove.bind(1, owner.token);
  remove.exec();
}

bool refreshOwner(SQLite::Database& database, const Owner& owner) {
  SQLite::Statement update(database, "UPDATE owner SET seen = ? WHERE token = ?");
  SQLite::bind(update, secondsNow(), owner.token);
  return update.exec() == 1;
}

}  // namespace kw
