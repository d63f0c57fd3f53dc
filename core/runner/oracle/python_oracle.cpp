// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/python_oracle.h"

#include <utility>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "embedded/oracle.h"
#include "runner/oracle/answer_cache.h"
#include "runner/oracle/npy.h"
#include "runner/oracle/python.h"

namespace kw {

namespace {

json::Value caseMembers(const char* request, const std::string& caseName, const Sizes& sizes,
                        const ScalarValues& values) {
  json::Value numbers{json::Object{}}, scalars{json::Object{}};
  for (const auto& [name, size] : sizes)
    numbers.set(name, size);
  for (const auto& [name, value] : values)
    scalars.set(name, value);
  return json::Value::object({{"do", request},
                              {"case", caseName},
                              {"sizes", std::move(numbers)},
                              {"values", std::move(scalars)}});
}

json::Value caseMembers(const char* request, const OracleQuestion& question) {
  return caseMembers(request, question.caseName, question.sizes, question.values);
}

// Files are written for one request and removed after it, so that the folder stays small.
class ExchangedFiles {
 public:
  explicit ExchangedFiles(std::filesystem::path folder) : m_folder(std::move(folder)) {}
  ~ExchangedFiles() {
    std::error_code ignored;
    for (const auto& path : m_paths)
      std::filesystem::remove(path, ignored);
  }
  ExchangedFiles(const ExchangedFiles&) = delete;
  ExchangedFiles& operator=(const ExchangedFiles&) = delete;

  std::filesystem::path path(const std::string& name) {
    return m_paths.emplace_back(m_folder / (name + ".npy"));
  }
  Result<std::string> write(const std::string& name, const HostArray& array) {
    const std::filesystem::path file = path(name);
    KW_TRY(writeNpy(file, toNumpyType(array)));
    return file.string();
  }

 private:
  std::filesystem::path m_folder;
  std::vector<std::filesystem::path> m_paths;
};

Result<json::Value> writeInputs(const OracleQuestion& question, CaseInputs& inputs,
                                ExchangedFiles& exchanged) {
  json::Value written{json::Object{}};
  for (const Filled& filled : question.inputs) {
    KW_ASSIGN(const HostArray array, inputs.values(filled));
    KW_ASSIGN(std::string file, exchanged.write("in-" + filled.name, array));
    written.set(filled.name, std::move(file));
  }
  return written;
}

}  // namespace

PythonOracle::PythonOracle(std::filesystem::path file, std::vector<std::filesystem::path> modules,
                           OracleLimits limits, bool consentToNoSandbox)
    : m_file(std::move(file)),
      m_modules(std::move(modules)),
      m_limits(std::move(limits)),
      m_consent(consentToNoSandbox) {}

std::string PythonOracle::what(const std::string& caseName) const {
  return m_file.filename().string() + ", case " + caseName;
}

Result<OracleProcess*> PythonOracle::process(std::stop_token stop) {
  if (m_process == nullptr || !m_process->alive()) {
    KW_ASSIGN(m_process, OracleProcess::start(m_file, m_limits, m_consent, stop));
    m_hasCheck = m_process->hasCheck();
  }
  return m_process.get();
}

Result<std::string> PythonOracle::cacheKey(const OracleQuestion& question) const {
  KW_ASSIGN(std::string text, files::readText(m_file));
  for (const std::filesystem::path& module : m_modules) {
    KW_ASSIGN(const std::string imported, files::readText(module));
    text += "\n" + module.filename().string() + "\n" + files::contentHash(imported);
  }
  const Result<Python>& python = findPython();
  if (!python) return fail(python.error());
  return files::contentHash(files::contentHash(text) + files::contentHash(oracle::driver_py) +
                            python->version + "\n" + question.identity);
}

Result<Arrays> PythonOracle::reference(const OracleQuestion& question, CaseInputs& inputs,
                                       std::stop_token stop) {
  KW_ASSIGN(const std::string key, cacheKey(question));
  if (auto known = AnswerCache::find(key)) {
    m_hasCheck = known->hasCheck;
    return std::move(known->arrays);
  }
  KW_ASSIGN(Arrays arrays, compute(question, inputs, stop));
  CachedAnswer answer{std::move(arrays), m_hasCheck};
  AnswerCache::keep(key, answer);
  return std::move(answer.arrays);
}

Result<Arrays> PythonOracle::compute(const OracleQuestion& question, CaseInputs& inputs,
                                     std::stop_token stop) {
  KW_ASSIGN(OracleProcess* const python, process(stop));
  ExchangedFiles exchanged(python->folder());
  json::Value request = caseMembers("reference", question);
  KW_ASSIGN(json::Value written, writeInputs(question, inputs, exchanged));
  request.set("inputs", std::move(written));
  json::Value wanted{json::Object{}};
  std::map<std::string, std::filesystem::path> paths;
  for (const auto& output : question.outputs) {
    paths[output.name] = exchanged.path("out-" + output.name);
    wanted.set(output.name,
               json::Value::object({{"file", paths[output.name].string()},
                                    {"type", std::string(name(answerType(output.type)))}}));
  }
  request.set("outputs", std::move(wanted));
  KW_ASSIGN(const json::Value reply, python->ask(request, what(question.caseName), stop));
  Arrays arrays;
  for (const auto& output : question.outputs) {
    bool given = false;
    for (const json::Value& name : reply["given"].asArray())
      given |= name.asString() == output.name;
    if (!given) continue;
    KW_ASSIGN(const HostArray array, readNpy(paths[output.name]));
    KW_ASSIGN(arrays[output.name],
              fitted(array, answerType(output.type), output.shape, "reference()",
                     what(question.caseName) + ", output " + output.name));
  }
  return arrays;
}

Result<HostArray> PythonOracle::fill(const std::string& function, const Filled& filled,
                                     const CaseScope& scope, std::stop_token stop) {
  KW_ASSIGN(OracleProcess* const python, process(stop));
  ExchangedFiles exchanged(python->folder());
  const std::filesystem::path file = exchanged.path("fill-" + filled.name);
  KW_ASSIGN(const ScalarValues values, scalarValues(scope));
  json::Value request = caseMembers("fill", scope.name(), scope.sizes(), values);
  request.set("function", function);
  request.set("type", std::string(name(answerType(filled.type))));
  request.set("file", file.string());
  KW_TRY(python->ask(request, what(scope.name()) + ", fill of " + filled.name, stop));
  return readNpy(file);
}

Result<PythonOracle::Checked> PythonOracle::check(const OracleQuestion& question,
                                                  CaseInputs& inputs, const Arrays& got,
                                                  std::stop_token stop) {
  KW_ASSIGN(OracleProcess* const python, process(stop));
  ExchangedFiles exchanged(python->folder());
  json::Value request = caseMembers("check", question);
  KW_ASSIGN(json::Value written, writeInputs(question, inputs, exchanged));
  request.set("inputs", std::move(written));
  json::Value results{json::Object{}};
  for (const auto& [name, array] : got) {
    KW_ASSIGN(std::string file, exchanged.write("got-" + name, array));
    results.set(name, std::move(file));
  }
  request.set("got", std::move(results));
  KW_ASSIGN(const json::Value reply,
            python->ask(request, what(question.caseName) + ", check()", stop));
  return Checked{reply["right"].asBool(), reply["why"].asString()};
}

}  // namespace kw
