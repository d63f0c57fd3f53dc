// SPDX-License-Identifier: GPL-3.0-or-later
// The time of day, as it stands in records.
#pragma once

#include <string>

namespace kw {

// Now in UTC as ISO 8601 with milliseconds: "2025-03-01T12:34:56.789Z".
std::string utcNow();

}  // namespace kw
