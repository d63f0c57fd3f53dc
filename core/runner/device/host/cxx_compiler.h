// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ compiler of this machine that turns candidates into shared objects.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"

namespace kw::host {

struct CxxCompiler {
  std::string program;  // full path
  bool isClang = false;
  std::string version;  // "g++ 12.2.0"

  // The first that is there. ErrorKind::missing where none is, or no CUDA headers are.
  static Result<CxxCompiler> find(const std::vector<std::string>& programs = {"g++", "clang++"});

  // Everything that a precompiled header and what includes it must have in common.
  std::vector<std::string> options(const CompileOptions& wanted) const;
  // Besides those, for a candidate whose accesses and operations are checked while it runs, by
  // kwr-host-launcher (launcher/address_checks.cpp, launcher/undefined_checks.cpp).
  std::vector<std::string> sanitizerOptions() const;
  // And when it is linked.
  static std::vector<std::string> sanitizerLinkOptions();
};

// resources/host_cuda.
std::string headerFolder();
// A content hash of all headers in it.
std::string headerHash();
// The processor's name and abilities, since candidates are compiled for the one that is here.
std::string processorFeatures();

}  // namespace kw::host
