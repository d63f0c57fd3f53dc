// SPDX-License-Identifier: GPL-3.0-or-later
// SQLiteCpp's exceptions end here: what they say, in words for whoever has the file open.
#pragma once

#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <string_view>

#include "base/result/result.h"

namespace kw {

// `doing` completes "while …": "reading its runs". What the user can act on (a full disk, a damaged
// file, a missing permission) is named as such.
Error sqliteFault(const SQLite::Exception& fault, const std::filesystem::path& path,
                  std::string_view doing);

// Whether trying the same again later can succeed: a full disk, a lock that another program holds,
// a file server that is away. Constraints and damage do not heal.
bool mayHeal(const SQLite::Exception& fault);

// Calls `work`, which gives a Result, and turns an exception of SQLiteCpp into its error.
template <class Work>
auto guarded(const std::filesystem::path& path, std::string_view doing, Work&& work)
    -> decltype(work()) {
  try {
    return work();
  } catch (const SQLite::Exception& fault) {
    return fail(sqliteFault(fault, path, doing));
  }
}

}  // namespace kw
