// SPDX-License-Identifier: GPL-3.0-or-later
// What servers say when they refuse, and what to make of it.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/json/value.h"
#include "client/language_model/wire/fault.h"

namespace kw::language {

struct ServerError {
  std::string message;  // one line; may be empty
  std::string type;     // such as "rate_limit_error"
  std::string code;     // such as "insufficient_quota", or a number in digits
  std::optional<std::chrono::milliseconds> retryDelay;
};

// The error that a JSON value tells of, in any of the forms of the APIs: {"error": {…}},
// {"error": "…"}, {"type": "error", …}, {"detail": …}, the first of an array. Nothing where it
// tells of none.
std::optional<ServerError> errorIn(const json::Value& value);

// The body of an answer of status 400 or above: JSON, a page of HTML (its title or first words), or
// plain text.
ServerError readErrorBody(std::string_view body);

// Whether money is what is missing: waiting does not bring it back.
bool namesCredit(const ServerError& error);

// An answer of status 300 or above. `where` is the address asked, `retryAfter` from its headers.
Fault faultOfStatus(int status, const ServerError& error, const std::string& where,
                    std::optional<std::chrono::milliseconds> retryAfter);

// An error that came within a stream that had begun well.
Fault faultInStream(const ServerError& error);

}  // namespace kw::language
