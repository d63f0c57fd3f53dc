// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/null_problem.h"

namespace kw::test {

namespace {

constexpr const char* kernelText =
    "extern \"C\" __global__ void copy(float* out, const float* in, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i];\n"
    "}\n";

constexpr const char* templateText =
    "// FAULT, TIME, INDEX and ROUND mean something to the null device only.\n"
    "#ifndef FAULT\n#define FAULT none\n#endif\n"
    "#ifndef TIME\n#define TIME 1\n#endif\n"
    "#ifndef INDEX\n#define INDEX 0\n#endif\n"
    "#ifndef ROUND\n#define ROUND 0\n#endif\n"
    "extern \"C\" __global__ void copy(float* out, const float* in, int n) {\n"
    "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) out[i] = in[i];\n"
    "}\n";

std::string problemText(const std::string& name) {
  const std::string rest = R"json(
  "source": { "file": "kernel.cu" },
  "sizes": ["n"],
  "arguments": [
    { "name": "out", "type": "float32", "shape": ["n"], "role": "output" },
    { "name": "in", "type": "float32", "shape": ["n"], "role": "input" },
    { "name": "n", "type": "int32", "role": "size" }
  ],
  "launches": [ { "function": "copy", "grid": ["ceil_div(n, 32)"], "block": [32] } ],
  "cases": [
    { "name": "timed", "role": "performance", "sizes": { "n": 8 } },
    { "name": "one", "role": "correctness", "sizes": { "n": 1 } }
  ],
  "oracle": { "trusted": "source" },
  "tolerance": { "exact": true },
  "template": { "file": "template.cu", "space": "space.json" }
}
)json";
  return "{\n  \"format\": \"kernelwright-problem/1\",\n  \"name\": \"" + name + "\"," + rest;
}

std::string spaceText() {
  const std::string faults =
      R"("none", "compile_error", "compile_crash", "compile_hang", "compile_deaf", "crash", "exit",
         "hang", "slow", "hung", "crash_timing", "print", "wrong")";
  std::string digits = "0";
  for (int i = 1; i < 100; ++i)
    digits += ", " + std::to_string(i);
  const auto parameter = [](const std::string& name, const std::string& values) {
    return "    { \"name\": \"" + name + "\", \"values\": [" + values + "] }";
  };
  return "{\n  \"format\": \"kernelwright-space/1\",\n  \"parameters\": [\n" +
         parameter("FAULT", faults) + ",\n" + parameter("TIME", "1, 2, 3, 4, 5, 6, 7, 8") + ",\n" +
         parameter("INDEX", digits) + ",\n" + parameter("ROUND", digits) + "\n  ]\n}\n";
}

}  // namespace

Result<LoadedProblem> makeNullProblem(const files::Path& folder, const std::string& name) {
  KW_TRY(files::makeFolders(folder));
  KW_TRY(files::writeAtomically(folder / "kernel.cu", kernelText));
  KW_TRY(files::writeAtomically(folder / "template.cu", templateText));
  KW_TRY(files::writeAtomically(folder / "space.json", spaceText()));
  KW_TRY(files::writeAtomically(folder / "problem.json", problemText(name)));
  return loadProblem(folder);
}

Candidate nullCandidate(const LoadedProblem& problem, const std::string& fault, int64_t time,
                        int64_t index) {
  Candidate candidate;
  candidate.isTemplate = true;
  candidate.textHash = problem.templateHash;
  candidate.configuration = Configuration(
      {{"FAULT", fault}, {"TIME", time}, {"INDEX", index % 100}, {"ROUND", index / 100}});
  return candidate;
}

Candidate sourceCandidate(const LoadedProblem& problem) {
  Candidate candidate;
  candidate.textHash = problem.sourceHash;
  return candidate;
}

}  // namespace kw::test
