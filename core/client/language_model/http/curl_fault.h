// SPDX-License-Identifier: GPL-3.0-or-later
// libcurl's failures, in words. Internal to http/.
#pragma once

#include <curl/curl.h>

#include <chrono>
#include <string>

#include "client/language_model/wire/fault.h"

namespace kw::language {

// `detail` is what the library says besides; may be empty.
Unexpected<Fault> curlFault(CURLcode code, const std::string& detail, const std::string& url);

Error silenceError(const std::string& url, std::chrono::milliseconds limit);

}  // namespace kw::language
