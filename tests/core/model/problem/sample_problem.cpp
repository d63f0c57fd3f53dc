// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/problem/sample_problem.h"

#include <QtGlobal>

PartsByName samplePartsByName() {
  return {
      {"problem.json", R"json({
  "format": "kernelwright-problem/1",
  "name": "double",
  "source": { "file": "kernel.cu" },
  "sizes": ["n"],
  "arguments": [
    { "name": "y", "type": "float32", "shape": ["n"], "role": "output" },
    { "name": "x", "type": "float32", "shape": ["n"], "role": "input" },
    { "name": "n", "type": "int32", "role": "size" }
  ],
  "launches": [ { "function": "twice", "grid": ["ceil_div(n, 128)"], "block": [128] } ],
  "cases": [
    { "name": "large", "role": "performance", "sizes": { "n": 1048576 } },
    { "name": "odd", "role": "correctness", "sizes": { "n": 1001 } }
  ],
  "oracle": { "python": "oracle.py" },
  "tolerance": { "relative": 1e-6 },
  "work": { "bytes": "8 * n" },
  "template": { "file": "template.cu", "space": "space.json" }
})json"},
      {"kernel.cu", R"(__global__ void twice(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = 2 * x[i];
}
)"},
      {"template.cu",
       R"(__global__ void __launch_bounds__(BLOCK) twice(float* y, const float* x, int n) {
  for (int i = (blockIdx.x * BLOCK + threadIdx.x) * EACH, k = 0; k < EACH && i < n; ++i, ++k) y[i] = 2 * x[i];
}
)"},
      {"space.json", R"json({
  "format": "kernelwright-space/1",
  "parameters": [ { "name": "BLOCK", "values": [64, 128] }, { "name": "EACH", "values": [1, 2] } ],
  "constraints": ["BLOCK * EACH <= 256"],
  "launches": [ { "function": "twice", "grid": ["ceil_div(n, BLOCK * EACH)"], "block": ["BLOCK"] } ]
})json"},
      {"oracle.py", "def reference(case, inputs):\n    return {'y': 2 * inputs['x']}\n"},
  };
}

std::vector<kw::ProblemPart> asParts(const PartsByName& parts) {
  std::vector<kw::ProblemPart> all;
  for (const auto& [path, content] : parts)
    all.push_back({path, content});
  return all;
}

void replaceIn(std::string& text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) qFatal("\"%s\" is not in the text to change", from.c_str());
  text.replace(at, from.size(), to);
}

void SampleFolder::write(const PartsByName& parts) const {
  for (const auto& [path, content] : parts)
    writeFile(path, content);
}

void SampleFolder::writeFile(const std::string& name, const std::string& content) const {
  std::filesystem::create_directories((path() / name).parent_path());
  const auto written = kw::files::writeAtomically(path() / name, content);
  if (!written) qFatal("%s", written.error().text().c_str());
}
