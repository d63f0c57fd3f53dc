// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts CUDA C++ text into its declarations, macros, includes and what encloses them, without
// compiling it: text that no compiler of ours could read (other people's headers are missing) can
// still be taken apart.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "client/source_reading/located_tokens.h"

namespace kw::reading {

struct Piece {
  enum class Kind {
    declaration,  // function, type, variable, alias, or something that cannot be told
    define,       // #define and #undef
    include,
    condition,  // #if, #ifdef, #ifndef
    otherwise,  // #else, #elif
    endCondition,
    open,     // namespace x {, extern "C" {
    close,    // its }
    dropped,  // pragmas, #error, lines that mean nothing by themselves
  };
  Kind kind = Kind::declaration;
  std::string text;
  int line = 1;
  std::set<std::string> declares;  // names that others use it by
  std::set<std::string> uses;      // every identifier
  std::string file;                // include: the file it names
  bool isQuoted = false;           // include: in ""
  bool isFunction = false;         // declaration with a parameter list and maybe a body
  bool isType = false;
  bool isOperator = false;  // a function called by a symbol
  bool isUsingNamespace = false;
  bool isMacroCall = false;  // NAME(…) at the outermost level
  size_t firstToken = 0;     // of the tokens it was cut from
  size_t endToken = 0;
};

// In their order; nothing is lost but comments between pieces.
std::vector<Piece> piecesOf(std::string_view text);
std::vector<Piece> piecesOf(std::string_view text, const Tokens& all);

}  // namespace kw::reading
