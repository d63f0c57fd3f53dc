// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/launch_log.h"

#include "base/clock/clock.h"
#include "base/files/files.h"
#include "base/json/text.h"
#include "base/log/log.h"

namespace kw {

void appendToLaunchLog(const std::string& file, const LaunchLogEntry& entry) {
  const auto line = json::Value::object({{"time", utcNow()},
                                         {"phase", entry.phase},
                                         {"key", entry.key},
                                         {"candidate", entry.candidate},
                                         {"case", entry.caseName},
                                         {"device", entry.device}});
  if (const Status written = files::appendLine(file, json::writeLine(line)); !written)
    log::warning("runner", "launch log: " + written.error().text());
}

}  // namespace kw
