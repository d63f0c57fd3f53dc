// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/python.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "base/json/text.h"
#include "base/process/child.h"

namespace kw {

namespace {

constexpr const char* question = R"(
import json, os, sys
import numpy
def real(path): return os.path.realpath(path)
package = os.path.dirname(os.path.dirname(os.path.abspath(numpy.__file__)))
print(json.dumps({
    "program": os.path.abspath(sys.executable),
    "version": "Python %d.%d.%d, NumPy %s" % (sys.version_info[:3] + (numpy.__version__,)),
    "packages": package,
    "folders": sorted({package, real(package), sys.prefix, sys.base_prefix,
                       real(sys.base_prefix), os.path.dirname(real(sys.executable))})}))
)";

// NumPy brings libraries in a folder beside its own, so the folder above both has to be readable.
std::optional<Python> ask(const std::string& program) {
  process::ChildOptions options;
  options.arguments = {program, "-E", "-c", question};
  options.pipeErrors = true;
  const auto output = process::run(std::move(options), {}, std::chrono::seconds(30));
  if (!output || output->exit.signalled || output->exit.code != 0) return std::nullopt;
  const auto answer = json::parse(output->output);
  if (!answer) return std::nullopt;
  Python python{.program = (*answer)["program"].asString(),
                .version = (*answer)["version"].asString(),
                .packages = (*answer)["packages"].asString(),
                .folders = {}};
  for (const json::Value& folder : (*answer)["folders"].asArray()) {
    python.folders.push_back(folder.asString());
  }
  return python;
}

std::vector<std::string> programsToTry() {
  if (const char* chosen = std::getenv("KERNELWRIGHT_PYTHON"); chosen != nullptr && *chosen != 0) {
    return {chosen};
  }
  return {process::findProgram("python3"), "/usr/bin/python3", "/usr/local/bin/python3"};
}

}  // namespace

Result<Python> findPythonAmong(const std::vector<std::string>& programs) {
  std::vector<std::string> tried;
  for (const std::string& program : programs) {
    if (program.empty() || std::find(tried.begin(), tried.end(), program) != tried.end()) continue;
    if (auto python = ask(program)) return *std::move(python);
    tried.push_back(program);
  }
  std::string text;
  for (const std::string& program : tried)
    text += (text.empty() ? "" : ", ") + program;
  return failMissing("the oracle needs a Python with NumPy, and none was found (tried " +
                         (text.empty() ? "nothing: there is no python3" : text) + ")",
                     "install it, for example with \"apt install python3-numpy\", or name one in "
                     "KERNELWRIGHT_PYTHON");
}

const Result<Python>& findPython() {
  static const Result<Python> found = findPythonAmong(programsToTry());
  return found;
}

}  // namespace kw
