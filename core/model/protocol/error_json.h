// SPDX-License-Identifier: GPL-3.0-or-later
// Errors as members of a message, with their places and all further faults.
#pragma once

#include "base/json/reader.h"
#include "base/json/value.h"
#include "base/result/result.h"

namespace kw::protocol {

json::Value errorToJson(const Error& error);
Error readError(json::ObjectReader& reader);

}  // namespace kw::protocol
