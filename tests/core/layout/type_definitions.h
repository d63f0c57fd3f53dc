// SPDX-License-Identifier: GPL-3.0-or-later
// Which types a C++ file defines for the whole program.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kw::test {

// Qualified names, "kw::view::CandidateRow", of the structs, classes, unions and enumerations that
// the text defines in named namespaces, or in none. Left out: what lies in an unnamed namespace, in
// a function or in another type; declarations without a body.
std::vector<std::string> definedTypes(std::string_view source);

}  // namespace kw::test
