// SPDX-License-Identifier: GPL-3.0-or-later
// The __global__ functions of a text as libclang reads them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"

namespace kw::reading {

struct KernelParameter {
  std::string name;
  std::string type;       // as written, without the name: "const scalar_t* __restrict__"
  std::string canonical;  // aliases resolved as far as no template parameter is in the way
  std::string pointee;    // of a pointer, canonical, without const: "float"
  bool isPointer = false;
  bool isConst = false;  // of a pointer: what it points to
  bool isRestrict = false;
  bool isEnum = false;
};

struct TemplateParameter {
  enum class Kind { type, value, templateName };
  Kind kind = Kind::type;
  std::string name;      // may be empty
  std::string type;      // of a value, as written
  std::string fallback;  // the default; may be empty
};

struct KernelSignature {
  std::string name;
  std::string qualifiedName;  // "vllm::rms_norm_kernel"; without unnamed namespaces
  std::vector<KernelParameter> parameters;
  std::vector<TemplateParameter> templateParameters;
  std::string launchBounds;  // "256" or "256, 2"; may be empty
  int line = 1;              // of the text
  size_t begin = 0;          // bytes of the text: [begin, end), with its body
  size_t end = 0;
  bool hasBody = false;

  bool isTemplate() const { return !templateParameters.empty(); }
};

struct ReadKernels {
  std::vector<KernelSignature> kernels;  // in their order; definitions before declarations alike
  std::vector<std::string> unknown;      // names that the text uses and nobody declares
};

// The text need not compile: what cannot be read is passed over. Includes are not followed; a
// prelude of ours stands for CUDA's headers. Unknown names leave out what CUDA's own headers are
// known to declare. Errors: libclang itself fails (ErrorKind::failed).
Result<ReadKernels> readKernels(std::string_view text);

}  // namespace kw::reading
