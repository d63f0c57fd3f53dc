// SPDX-License-Identifier: GPL-3.0-or-later
// One sandboxed Python process that has a problem's oracle.py loaded and answers requests (see
// resources/oracle/driver.py).
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "base/files/files.h"
#include "base/json/value.h"
#include "base/process/child.h"
#include "base/result/result.h"

namespace kw {

struct OracleLimits {
  double seconds = 120;     // for one request
  int64_t memoryBytes = 0;  // of address space; 0: three quarters of the machine's memory
  // A request that takes longer than this is told to `note`, and again each time it took twice as
  // long.
  double noticeSeconds = 3;
  std::function<void(const std::string&)> note;  // texts for people; may be empty
};

class OracleProcess {
 public:
  // `oracle` is the path of oracle.py; its folder is what the process may read. ErrorKind::missing
  // where there is no Python with NumPy, or no sandbox without consent; ErrorKind::badInput where
  // oracle.py cannot be loaded.
  static Result<std::unique_ptr<OracleProcess>> start(const std::filesystem::path& oracle,
                                                      OracleLimits limits, bool consentToNoSandbox,
                                                      std::stop_token stop);

  // Shared with the process, for arrays.
  const std::filesystem::path& folder() const { return m_folder.path(); }
  bool hasCheck() const { return m_hasCheck; }
  bool alive() const { return m_alive; }

  // One request and its answer. `what` begins messages: "oracle.py, case tail". An exception in
  // Python, a death or a time-out (both end the process) are ErrorKind::badInput, with the place in
  // oracle.py and the last lines that it printed.
  Result<json::Value> ask(const json::Value& request, const std::string& what,
                          std::stop_token stop);

 private:
  OracleProcess(files::TemporaryFolder folder, process::Child child, const OracleLimits& limits);
  Result<std::string> readReply(const std::string& what, std::stop_token stop);
  Unexpected<Error> died(const std::string& what);
  Unexpected<Error> end(Error error);
  void keepErrors(std::string_view text);
  std::string lastLines() const;
  std::string memoryText() const;

  files::TemporaryFolder m_folder;
  process::Child m_child;
  OracleLimits m_limits;
  std::string m_errors;  // the end of what it wrote to standard error
  std::string m_pending;
  bool m_hasCheck = false;
  bool m_alive = true;
};

}  // namespace kw
