// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of the JSON schemas that replies are held to. Internal to proposal/.
#pragma once

#include <initializer_list>
#include <utility>

#include "base/json/value.h"

namespace kw::schema {

json::Value typed(const char* type);
json::Value described(const char* type, const char* description);
json::Value listOf(json::Value items);
// An object with these members, all of them required and no others allowed, as structured output of
// the APIs wants it.
json::Value closed(std::initializer_list<std::pair<const char*, json::Value>> members);

}  // namespace kw::schema
