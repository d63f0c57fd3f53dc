// SPDX-License-Identifier: GPL-3.0-or-later
// Files that a command is going to write, looked at before the work that fills them begins.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "base/result/result.h"
#include "cli/common_options.h"
#include "client/session/session.h"

namespace kw::cli {

// Refuses a place where no file can be written: no such folder (none is made: a wrong letter must
// not scatter files), a folder of that name, no permission. `option` ("--report") begins the
// message.
Status checkWritable(const std::filesystem::path& file, const std::string& option);

// Refuses a place that is the session's or holds a part of the problem, by whatever path.
Status checkNotReplaced(const std::filesystem::path& file, const std::string& option,
                        const std::filesystem::path& session, const LoadedProblem& problem);

// Refuses a place that is `other`'s, by whatever path; `what` it is stands in the message.
Status checkIsOther(const std::filesystem::path& file, const std::string& option,
                    const std::filesystem::path& other, const std::string& what);

// The session of a run. A file that is there is opened at once, so that a wrong one costs nothing;
// a new one is made by open(), when it is known that there will be something to put into it.
class SessionPlace {
 public:
  static Result<SessionPlace> find(const SessionOption& option, const LoadedProblem& problem);
  // ErrorKind::badInput or failed, with what to do.
  Result<std::unique_ptr<Session>> open();

 private:
  std::filesystem::path m_path;
  bool m_isDefault = false;
  std::unique_ptr<Session> m_session;
};

}  // namespace kw::cli
