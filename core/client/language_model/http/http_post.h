// SPDX-License-Identifier: GPL-3.0-or-later
// One POST over HTTP, whose answer comes as a stream. Certificates are always checked, redirects
// never followed.
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include "client/language_model/secret.h"
#include "client/language_model/wire/dialect.h"
#include "client/language_model/wire/fault.h"

namespace kw::language {

struct HttpLimits {
  std::chrono::milliseconds connect{15'000};
  // Without a byte in either direction. There is no limit on the whole: models think for long.
  std::chrono::milliseconds silence{300'000};
  size_t headerBytes = size_t{64} << 10;
  size_t errorBytes = size_t{64} << 10;  // of a body that is no stream
  std::string authorities;               // a file of certificates to trust; "": the system's
};

struct HttpPost {
  std::string url;
  Headers headers;
  std::pair<std::string, std::string> keyHeader;  // its name, and what stands before the key
  const Secret* key = nullptr;                    // not sent where it is empty
  std::string body;
};

struct HttpHead {
  int status = 0;
  Headers fields;  // names in lower case
  // The first of that name, or "".
  std::string_view field(std::string_view name) const;
};

struct HttpAnswer {
  HttpHead head;
  std::string body;  // where it was no stream; cut at the limit
};

struct HttpReceiver {
  // Once, when the head is whole: whether the body goes to onBytes rather than into the answer.
  std::function<bool(const HttpHead&)> isStream;
  // False: that is enough, the connection is closed and the answer given.
  std::function<bool(std::string_view)> onBytes;
};

// Blocks. The address stands in every error; a stop ends it at once (ErrorKind::cancelled).
// Lost connections and silence are transient; nobody there (missing), a bad certificate and a bad
// address are not.
Attempted<HttpAnswer> post(const HttpPost& request, const HttpLimits& limits,
                           const HttpReceiver& receiver, std::stop_token stop);

// Whether the address is one of this machine, which needs neither a proxy nor encryption.
bool isLoopback(std::string_view url);

// What a head asks to wait for: retry-after-ms, or retry-after as seconds or as a date.
std::optional<std::chrono::milliseconds> retryAfter(const HttpHead& head);

}  // namespace kw::language
