// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/client/session/samples.h"

#include <cstdio>
#include <cstdlib>

#include "base/files/files.h"
#include "base/files/hash.h"

namespace kw::test {
namespace {

[[noreturn]] void giveUp(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

}  // namespace

Candidate candidate(int n) {
  Candidate made;
  made.isTemplate = true;
  made.textHash = "template";
  made.configuration = Configuration({{"NUMBER", int64_t{n}}, {"KIND", std::string("fast")}});
  return made;
}

std::string keyOf(int n) {
  return files::contentHash("evaluation " + std::to_string(n));
}

Evaluation evaluation(int n) {
  Evaluation made;
  made.key = keyOf(n);
  made.candidate = candidate(n);
  made.deviceId = "GPU-1";
  made.deviceModel = "Model A";
  made.protocol = Protocol().text();
  made.verdict.kind = n % 10 == 9 ? VerdictKind::wrong : VerdictKind::verified;
  made.verdict.allCases = made.verdict.verifiedCases = 3;
  made.verdict.oracle = "independent (NumPy)";
  Measurement measurement;
  measurement.caseName = "large";
  measurement.state = "cold";
  for (int i = 0; i < 100; ++i)
    measurement.samples.push_back(1.0 + 0.001 * i + n);
  measurement.median = measurement.samples[50];
  made.measurements.push_back(measurement);
  made.geomean = measurement.median;
  made.started = "2026-01-02T03:04:05.678Z";
  made.seed = 0xFFFF'FFFF'0000'0001u % (uint64_t{1} << 53);
  return made;
}

LoadedProblem problemIn(const std::filesystem::path& folder, const std::string& name) {
  const auto write = [&](const char* file, const std::string& content) {
    const Status written = files::writeAtomically(folder / file, content);
    if (!written) giveUp(written.error().text());
  };
  const std::string kernel =
      "extern \"C\" __global__ void copy(float* out, const float* in, int n) {\n"
      "  const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) out[i] = in[i];\n"
      "}\n";
  std::filesystem::create_directories(folder);
  write("kernel.cu", kernel);
  write("template.cu",
        "// BLOCK and VEC are tuned.\n" + kernel + "constexpr int used = BLOCK + VEC;\n");
  write("space.json", R"json({
  "format": "kernelwright-space/1",
  "parameters": [
    { "name": "BLOCK", "values": [32, 64, 128, 256, 512, 1024] },
    { "name": "VEC", "values": [1, 2, 4, 8] }
  ],
  "constraints": ["BLOCK * VEC <= 4096"]
})json");
  write("problem.json",
        "{\n  \"format\": \"kernelwright-problem/1\",\n  \"name\": \"" + name + "\"," + R"json(
  "source": { "file": "kernel.cu" },
  "sizes": ["n"],
  "arguments": [
    { "name": "out", "type": "float32", "shape": ["n"], "role": "output" },
    { "name": "in", "type": "float32", "shape": ["n"], "role": "input" },
    { "name": "n", "type": "int32", "role": "size" }
  ],
  "launches": [ { "function": "copy", "grid": ["ceil_div(n, 32)"], "block": [32] } ],
  "cases": [
    { "name": "large", "role": "performance", "sizes": { "n": 1000 } },
    { "name": "one", "role": "correctness", "sizes": { "n": 1 } }
  ],
  "oracle": { "trusted": "source" },
  "tolerance": { "exact": true },
  "template": { "file": "template.cu", "space": "space.json" }
})json");
  auto problem = loadProblem(folder);
  if (!problem) giveUp(problem.error().text());
  return std::move(*problem);
}

std::unique_ptr<Session> opened(const std::filesystem::path& path, Session::Mode mode) {
  auto session = Session::open(path, mode);
  if (!session) giveUp(session.error().text());
  return std::move(*session);
}

Error openingFault(const std::filesystem::path& path, Session::Mode mode) {
  auto session = Session::open(path, mode);
  return session ? Error{} : session.error();
}

Status storeWhole(Session& session, int n) {
  AttemptRecord attempt;
  attempt.key = keyOf(n);
  attempt.candidate = candidate(n);
  const int64_t id = session.beginAttempt(0, attempt, {});
  session.markStarted(id, "GPU-1");
  session.storeEvaluation(id, evaluation(n), {});
  return session.flush();
}

process::ChildOptions actor(std::vector<std::string> arguments, std::vector<std::string> before) {
  const char* program = std::getenv("KW_ACTOR");
  if (!program) giveUp("KW_ACTOR names no kw-session-actor");
  process::ChildOptions options;
  options.arguments = std::move(before);
  options.arguments.push_back(program);
  options.arguments.insert(options.arguments.end(), arguments.begin(), arguments.end());
  return options;
}

std::string ran(process::ChildOptions options) {
  options.pipeErrors = true;
  const auto output = process::run(std::move(options), "", std::chrono::minutes(1));
  if (!output) return output.error().text();
  if (output->exit.signalled || output->exit.code != 0)
    return output->exit.text() + ": " + output->output + output->errors;
  return output->output;
}

std::string noSandbox() {
  if (process::findProgram("bwrap").empty()) return "bwrap is not installed";
  process::ChildOptions options;
  options.arguments = {"bwrap", "--bind", "/", "/", "--size", "65536", "--tmpfs", "/mnt", "true"};
  options.pipeErrors = true;
  const auto output = process::run(std::move(options), "", std::chrono::minutes(1));
  if (!output) return output.error().text();
  return output->exit.code == 0 ? "" : "bwrap does not work here: " + output->errors;
}

}  // namespace kw::test
