// SPDX-License-Identifier: GPL-3.0-or-later
// A problem made from a .cu file: what the file says, what the user says, and what is missing
// still.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"
#include "client/new_problem/answers.h"
#include "client/new_problem/geometry.h"
#include "client/source_reading/gathered_source.h"

namespace kw::drafting {

// Something that only the user knows.
struct OpenQuestion {
  std::string what;     // "the shape of x (const float*, an input)"
  std::string option;   // "--shape"
  std::string prefix;   // what stands before the user's answer in the option: "x="
  std::string example;  // "n" or "tokens,width"
};

struct DraftArgument {
  std::string name, declared;  // as the kernel declares it: "const float*"
  std::string type;            // of an element, as problem.json names it; "" while unknown
  std::string role;            // input, output, inout, workspace; of what is no buffer: size, value
  std::vector<std::string> shape;
  std::string value;
  bool isBuffer = false;
  bool isInteger = false;  // may be a size
};

struct Draft {
  std::string name;          // of the problem: the kernel's
  std::string kernel;        // the kernel's, qualified, with the instance's arguments
  std::string sourceText;    // kernel.cu
  json::Value problem;       // problem.json, without a template
  std::string templateHead;  // "template <typename T, int N>"; "" for none
  std::string instance;      // its arguments, given or found in the file: "float, 8"
  std::string parameters;    // "const float* x, float* y, int n"
  // Known once kernel and instance are, with what was guessed, even where some is missing.
  std::vector<DraftArgument> arguments;
  Geometry geometry;                  // with the names of constants, for lifting
  std::vector<OpenQuestion> missing;  // while there are some, `problem` is null
  std::vector<std::string> notes;     // what was guessed, left out and could not be found
};

// The next questions come only after those before are answered: which kernel, which instance, then
// all others at once. Errors (ErrorKind::badInput): the file has no kernel, none of that name, an
// answer that fits nothing.
Result<Draft> draftOf(const reading::GatheredSource& source, const Answers& answers);

// The names of the __global__ functions, each once.
std::vector<std::string> kernelNames(const reading::GatheredSource& source);

}  // namespace kw::drafting
