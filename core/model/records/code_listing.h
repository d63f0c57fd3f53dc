// SPDX-License-Identifier: GPL-3.0-or-later
// What a compiler makes of a candidate, as text: PTX, SASS or the assembly of a CPU.
#pragma once

#include <string>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw {

struct CodeListing {
  std::string format;        // "ptx", "sass", "assembly"
  std::string text;          // as the compiler or the disassembler wrote it, with source lines
  std::string fileName;      // of the candidate's own text, as source lines name it: "template.cu"
  std::string architecture;  // "sm_90a"; "" on a CPU
  std::string made;          // "NVRTC 13.0, nvdisasm"
  bool isCut = false;        // it was too long to be sent whole
};

json::Value toJson(const CodeListing& listing);
Result<CodeListing> codeListingFromJson(const json::Value& value);

}  // namespace kw
