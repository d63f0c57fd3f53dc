// SPDX-License-Identifier: GPL-3.0-or-later
// T1: the problem files that tuners exchange. What they hold is read, never run.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "model/space/space.h"

namespace kw {

// What the file says of one argument, each word as it stands there; sizes and values may be Python
// expressions over ProblemSize and parameters.
struct T1Argument {
  std::string name;
  std::string type;        // "float", "int32"
  std::string memoryType;  // "Vector", "Scalar"
  std::string accessType;  // "ReadOnly", "WriteOnly", "ReadWrite"
  std::string fillType;    // "Constant", "Random", "Generator"
  std::string fillValue;
  std::string size;  // elements; "" for scalars
  bool isOutput = false;
};

struct T1Problem {
  std::string name;                      // BenchmarkName, or the kernel's
  Space space;                           // parameters and constraints
  std::vector<ParameterValue> defaults;  // by parameter; empty where one of them has none

  std::string language;  // "CUDA"
  std::string kernelName;
  std::string kernelFile;  // as named there, relative
  std::vector<std::string> compilerOptions;
  std::string globalSizeType;             // "CUDA": GlobalSize counts blocks; "OpenCL": threads
  std::array<std::string, 3> globalSize;  // expressions; "" where they are not stated
  std::array<std::string, 3> localSize;
  std::array<std::vector<std::string>, 3> gridDivisors;
  std::vector<std::string> problemSize;
  std::string sharedMemory;  // bytes
  std::vector<T1Argument> arguments;

  std::vector<std::string> notes;  // values that are given twice, say
};

// Whether a JSON text is a T1 file, by its content.
bool isT1(std::string_view text);

// All faults at once, each with its place: JSON, values and conditions that are not understood,
// values of another type than is stated, unknown names in conditions, a parameter without values.
Result<T1Problem> readT1(const std::filesystem::path& path);
Result<T1Problem> readT1Text(std::string_view text, const std::string& fileName);

}  // namespace kw
