// SPDX-License-Identifier: GPL-3.0-or-later
// PTX, SASS and assembly as people read them: instructions with the source lines they come from,
// without what only a debugger wants.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/records/code_listing.h"

namespace kw::view {

struct ListingText {
  std::vector<std::string> lines;
  // For each of them, which line of the candidate's own text it comes from, counted from 1; 0 where
  // it comes from none. Of code that was inlined, the innermost line that is of that text.
  std::vector<int> sourceLines;

  std::string text() const;  // the lines, each with a line end
};

// Left out: the lines that say where code comes from, debug sections, addresses, and of a CPU's
// assembly the functions that hold nothing of the candidate's text.
ListingText listingText(const CodeListing& listing);

// What counts of a line when two listings are compared: the same instruction at another address is
// the same. With `ignoresNames`, names of registers, predicates and labels do not count either: the
// compiler hands them out anew with each change.
std::string comparable(std::string_view line, bool ignoresNames);

}  // namespace kw::view
