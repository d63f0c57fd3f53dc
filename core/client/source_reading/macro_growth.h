// SPDX-License-Identifier: GPL-3.0-or-later
// How long a text becomes when its macros are expanded, without expanding them: whoever does may
// need more memory than there is.
#pragma once

#include <string>

#include "base/result/result.h"
#include "client/source_reading/located_tokens.h"

namespace kw::reading {

struct MacroGrowth {
  double tokens = 0;    // of the whole text; at most 1e18
  std::string largest;  // the macro whose uses come to most of them; "" without one
};

// An estimate from the #define lines, whichever #if they stand in: of several of one name, the
// largest. The length of a macro is a constant and so many times each argument; a macro that it
// names counts with its own length, and as one token inside of itself, as the preprocessor has it.
// Nesting deeper than 500 counts as endless.
MacroGrowth macroGrowth(const Tokens& all);

// A refusal (ErrorKind::badInput) of more than 5 million tokens, with the macro and the count.
Status checkMacroGrowth(const Tokens& all);

}  // namespace kw::reading
