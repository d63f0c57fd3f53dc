// SPDX-License-Identifier: GPL-3.0-or-later
// A problem folder made of texts, opened on a MemoryDevice, and the candidates of tests.
#pragma once

#include <QTest>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/files/files.h"
#include "model/problem/problem_file.h"
#include "runner/measure/prepared_problem.h"
#include "support/memory_device.h"
#include "support/printing.h"

namespace kw::test {

// Writes the files and reads the problem from them.
class ProblemFolder {
 public:
  using Files = std::vector<std::pair<std::string, std::string>>;

  static Result<ProblemFolder> make(const Files& texts) {
    KW_ASSIGN(auto folder, files::TemporaryFolder::make());
    for (const auto& [name, text] : texts) {
      KW_TRY(files::writeAtomically(folder.path() / name, text));
    }
    KW_ASSIGN(auto loaded, loadProblem(folder.path()));
    return ProblemFolder(std::move(folder), std::move(loaded));
  }
  const LoadedProblem& problem() const { return m_problem; }

 private:
  ProblemFolder(files::TemporaryFolder folder, LoadedProblem problem)
      : m_folder(std::move(folder)), m_problem(std::move(problem)) {}
  files::TemporaryFolder m_folder;
  LoadedProblem m_problem;
};

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Few launches: nothing here is about time.
inline Protocol shortProtocol() {
  Protocol protocol;
  protocol.warmups = 1;
  protocol.launches = 7;
  return protocol;
}

inline EvaluationJob jobFor(const CompileOutcome& compiled, bool isTemplate = false,
                            Configuration configuration = {}) {
  EvaluationJob job;
  job.candidate.isTemplate = isTemplate;
  job.candidate.configuration = std::move(configuration);
  job.key = "key";
  job.protocol = shortProtocol();
  job.compiled = compiled;
  return job;
}

inline constexpr const char* twiceOracle =
    "import numpy as np\n"
    "def reference(case, inputs):\n"
    "  return {'y': 2 * inputs['x'].astype(np.float64)}\n";

// y = 2 x, with a case that is timed and two that are not. `more` goes into problem.json before its
// last brace.
inline ProblemFolder::Files twiceProblem(const std::string& more = "",
                                         const std::string& oracle = twiceOracle) {
  const std::string problem = R"json({
    "format": "kernelwright-problem/1", "name": "twice", "source": {"file": "kernel.cu"},
    "sizes": ["n"],
    "arguments": [
      {"name": "x", "type": "float32", "shape": ["n"], "role": "input"},
      {"name": "y", "type": "float32", "shape": ["n"], "role": "output"},
      {"name": "n", "type": "int32", "role": "size"}],
    "launches": [{"function": "twice", "grid": ["ceil_div(n, 128)"], "block": [128]}],
    "cases": [
      {"name": "large", "role": "performance", "sizes": {"n": 4096}},
      {"name": "tail", "role": "correctness", "sizes": {"n": 1001}},
      {"name": "one", "role": "correctness", "sizes": {"n": 1}}],
    "oracle": {"python": "oracle.py"},
    "tolerance": {"relative": 1e-6, "rms": 1e-6})json";
  return {{"kernel.cu", "__global__ void twice(const float* x, float* y, int n) {}\n"},
          {"oracle.py", oracle},
          {"problem.json", problem + more + "}"}};
}

inline void twice(const KernelCall& call) {
  const auto* x = call.buffer<float>("x");
  auto* y = call.buffer<float>("y");
  for (int i = 0; i < call.value<int32_t>("n"); ++i)
    y[i] = 2 * x[i];
}

}  // namespace kw::test
