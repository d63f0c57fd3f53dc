// SPDX-License-Identifier: GPL-3.0-or-later
// The JSON object in a reply that says more than it.
#pragma once

#include <string_view>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw::language {

struct ExtractedJson {
  json::Value value;  // an object; its places are those in the reply
  size_t begin = 0;   // bytes of the reply
  size_t end = 0;
};

// The longest JSON object that stands in the reply, whether alone, in prose or between ``` marks;
// of two as long, the last. Nothing is repaired: where no part of the reply is an object, the error
// tells what is wrong with the likeliest one, at its line and column in the reply.
Result<ExtractedJson> extractJson(std::string_view reply);

}  // namespace kw::language
