// SPDX-License-Identifier: GPL-3.0-or-later
// A request as one text: for programs and people that take no messages, and for telling whether a
// recorded reply answers the same prompt.
#pragma once

#include <string>

#include "client/language_model/language_model.h"

namespace kw::language {

// The messages in their order with an empty line between, later turns under headings, and at the
// end the schema in words, where there is one. Ends with a newline.
std::string promptText(const Request& request);

// The sentence that asks for JSON of this schema, for models that cannot be held to it.
std::string schemaText(const Schema& schema);

// More tokens than the request is likely to have: a byte count over 3. For room, not for bills.
int64_t generousTokens(const Request& request);

}  // namespace kw::language
