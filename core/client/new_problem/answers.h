// SPDX-License-Identifier: GPL-3.0-or-later
// What only the user knows about a kernel, as options of the command line give it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw::drafting {

struct Answers {
  std::string kernel;                                               // without its namespace
  std::optional<std::vector<std::string>> instance;                 // a template's arguments
  std::vector<std::pair<std::string, std::vector<int64_t>>> sizes;  // in the order given
  std::map<std::string, std::vector<std::string>> shapes;
  std::map<std::string, std::string> roles, values, types;
  std::map<std::string, std::string> defines;  // macros for the compiler: "" or "=8"
  std::vector<std::string> grid, block;  // expressions; empty: taken from a launch in the file
  std::string sharedMemory;
  std::filesystem::path oracle;  // empty: the source is its own oracle

  const std::vector<int64_t>* size(const std::string& name) const;
};

// One option each, "NAME=TEXT". Errors: ErrorKind::badInput with what the option expects.
Status addSize(Answers& answers, const std::string& text);      // tokens=16,16384
Status addShape(Answers& answers, const std::string& text);     // x=tokens,width
Status addRole(Answers& answers, const std::string& text);      // x=output
Status addValue(Answers& answers, const std::string& text);     // epsilon=1e-5
Status addType(Answers& answers, const std::string& text);      // x=bf16
Status addDefine(Answers& answers, const std::string& text);    // NAME or NAME=8
Status setInstance(Answers& answers, const std::string& text);  // float,8
Status setGeometry(std::vector<std::string>& into, const std::string& option,
                   const std::string& text);  // ceil_div(n, 256),batches

}  // namespace kw::drafting
