// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/files/files.h"
#include "base/json/text.h"

namespace kw {

namespace {

constexpr size_t mostBytes = size_t{1} << 30;
const char* const otherLog = "name another file with --log, or remove this one to learn anew";

Unexpected<Error> failSystem(const char* what, const std::filesystem::path& path) {
  return fail("cannot " + std::string(what) + " the log '" + path.string() +
              "': " + std::generic_category().message(errno));
}

Status checkHeading(const json::Value& found, const json::Value& expected, const Place& place) {
  const auto& members = expected.asObject();
  if (!found.isObject() || found[members.front().first] != members.front().second)
    return failInput("a log of learning expected, whose first line has " +
                         json::writeLine(members.front().second) + " as its format",
                     place, otherLog);
  for (const auto& [key, value] : members)
    if (found[key] != value)
      return failInput("the log is of another run: its \"" + key + "\" is " +
                           json::writeLine(found[key]) + ", and " + json::writeLine(value) +
                           " is wanted here",
                       place, otherLog);
  return {};
}

}  // namespace

Result<Journal> Journal::open(const std::filesystem::path& path, const json::Value& heading) {
  Journal journal;
  journal.m_path = path;
  KW_ASSIGN(journal.m_file, files::openFile(path, O_RDWR | O_CREAT | O_APPEND, "open", path));
  if (::flock(journal.m_file.get(), LOCK_EX | LOCK_NB) != 0)
    return fail("'" + path.string() + "' is in use by another process",
                "wait until it has finished, or end it");
  KW_ASSIGN(const std::string text, files::readText(path, mostBytes));
  KW_TRY(journal.read(text, heading));
  return journal;
}

Status Journal::read(const std::string& text, const json::Value& heading) {
  const size_t whole = text.rfind('\n') + 1;  // 0 where there is no whole line
  const std::string first = json::writeLine(heading) + "\n";
  // The beginning of a file of something else must not be removed.
  if (whole == 0 && !first.starts_with(text))
    return failInput("a log of learning expected", Place{m_path.string(), 1, 0, {}}, otherLog);
  int number = 0;
  for (size_t begin = 0; begin < whole;) {
    const size_t end = text.find('\n', begin);
    auto line = json::parse(std::string_view(text).substr(begin, end - begin), m_path.string());
    begin = end + 1;
    ++number;
    if (!line)
      return failInput("a line of JSON expected: " + line.error().message,
                       Place{m_path.string(), number, 0, {}}, otherLog);
    if (number == 1)
      KW_TRY(checkHeading(*line, heading, Place{m_path.string(), 1, 0, {}}));
    else
      m_known.push_back(*std::move(line));
  }
  if (whole < text.size() && ::ftruncate(m_file.get(), static_cast<off_t>(whole)) != 0)
    return failSystem("shorten", m_path);
  return whole == 0 ? append(heading) : Status();
}

const json::Value* Journal::ahead() const {
  return m_next < m_known.size() ? &m_known[m_next] : nullptr;
}

Status Journal::add(const json::Value& entry, const std::vector<std::string>& same) {
  if (!m_file.valid()) return {};
  const json::Value* known = ahead();
  if (!known) return append(entry);
  for (const std::string& key : same)
    if ((*known)[key] != entry[key])
      return failInput("the log is of another run: \"" + key + "\" is " +
                           json::writeLine((*known)[key]) + " there, and " +
                           json::writeLine(entry[key]) + " now",
                       Place{m_path.string(), static_cast<int>(m_next) + 2, 0, {}}, otherLog);
  ++m_next;
  return {};
}

Status Journal::append(const json::Value& entry) {
  const std::string line = json::writeLine(entry) + "\n";
  for (size_t written = 0; written < line.size();) {
    const ssize_t count = ::write(m_file.get(), line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failSystem("write", m_path);
    written += static_cast<size_t>(count);
  }
  return {};
}

}  // namespace kw
