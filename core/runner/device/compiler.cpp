// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/compiler.h"

#include <algorithm>

#include "base/expression/expression.h"
#include "model/kernel/source_scan.h"
#include "model/records/records_json.h"
#include "model/space/space.h"

namespace kw {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

json::Value listOf(const std::vector<std::string>& items) {
  json::Array array(items.begin(), items.end());
  return array;
}

std::vector<std::string> stringsOf(const json::Value& value) {
  std::vector<std::string> items;
  for (const json::Value& item : value.asArray())
    items.push_back(item.asString());
  return items;
}

json::Value pairsOf(const Pairs& pairs) {
  json::Array array;
  for (const auto& [name, value] : pairs)
    array.push_back(json::Value::array({name, value}));
  return array;
}

Pairs pairsOf(const json::Value& value) {
  Pairs pairs;
  for (const json::Value& pair : value.asArray())
    if (pair.asArray().size() == 2)
      pairs.emplace_back(pair.asArray()[0].asString(), pair.asArray()[1].asString());
  return pairs;
}

json::Value optionsToJson(const CompileOptions& options) {
  return json::Value::object({{"standard", options.standard},
                              {"defines", listOf(options.defines)},
                              {"include", listOf(options.includeFolders)},
                              {"options", listOf(options.options)},
                              {"compiler", options.compiler}});
}

CompileOptions optionsFromJson(const json::Value& value) {
  CompileOptions options;
  options.standard = value["standard"].asString();
  options.defines = stringsOf(value["defines"]);
  options.includeFolders = stringsOf(value["include"]);
  options.options = stringsOf(value["options"]);
  options.compiler = value["compiler"].asString();
  return options;
}

Status expectObject(const json::Value& value, const char* what) {
  if (value.isObject()) return {};
  return failInput(std::string(what) + ": expected an object, found " +
                   std::string(value.kindName()));
}

// An option that depends on a parameter says nothing for the source kernel, which has none.
bool namesParameter(const std::string& option, const Problem& problem) {
  if (!problem.space) return false;
  const auto used = identifiersIn(option);
  return std::any_of(problem.space->parameters.begin(), problem.space->parameters.end(),
                     [&](const Parameter& parameter) { return used.count(parameter.name) > 0; });
}

void addOnce(std::vector<std::string>& list, const std::string& item) {
  if (std::find(list.begin(), list.end(), item) == list.end()) list.push_back(item);
}

}  // namespace

json::Value toJson(const CompileJob& job) {
  return json::Value::object({{"fileName", job.fileName},
                              {"text", job.text},
                              {"folder", job.folder},
                              {"macros", pairsOf(job.macros)},
                              {"functions", listOf(job.functions)},
                              {"symbols", listOf(job.symbols)},
                              {"options", optionsToJson(job.options)},
                              {"architecture", job.architecture},
                              {"sanitized", job.sanitized}});
}

Result<CompileJob> compileJobFromJson(const json::Value& value) {
  KW_TRY(expectObject(value, "a compile job"));
  CompileJob job;
  job.fileName = value["fileName"].asString();
  job.text = value["text"].asString();
  job.folder = value["folder"].asString();
  job.macros = pairsOf(value["macros"]);
  job.functions = stringsOf(value["functions"]);
  job.symbols = stringsOf(value["symbols"]);
  job.options = optionsFromJson(value["options"]);
  job.architecture = value["architecture"].asString();
  job.sanitized = value["sanitized"].asBool();
  return job;
}

json::Value toJson(const Artefact& artefact) {
  json::Array resources;
  for (const KernelResources& item : artefact.resources)
    resources.push_back(toJson(item));
  return json::Value::object(
      {{"path", artefact.path},
       {"lowered", pairsOf(Pairs(artefact.lowered.begin(), artefact.lowered.end()))},
       {"resources", std::move(resources)},
       {"sanitized", artefact.isSanitized}});
}

Result<Artefact> artefactFromJson(const json::Value& value) {
  KW_TRY(expectObject(value, "an artefact"));
  Artefact artefact;
  artefact.path = value["path"].asString();
  artefact.isSanitized = value["sanitized"].asBool();
  for (auto& [name, lowered] : pairsOf(value["lowered"]))
    artefact.lowered[name] = lowered;
  for (const json::Value& item : value["resources"].asArray()) {
    KW_ASSIGN(KernelResources resources, kernelResourcesFromJson(item));
    artefact.resources.push_back(std::move(resources));
  }
  return artefact;
}

json::Value toJson(const CompileOutcome& outcome) {
  return json::Value::object(
      {{"ok", outcome.ok},
       {"artefact", toJson(outcome.artefact)},
       {"log", outcome.log},
       {"exceeded_limit", outcome.exceededLimit},
       {"milliseconds", outcome.milliseconds},
       {"cached", outcome.cached},
       {"sanitized", outcome.sanitized ? toJson(*outcome.sanitized) : json::Value()},
       {"unsanitized", outcome.unsanitized},
       {"sanitized_milliseconds", outcome.sanitizedMilliseconds}});
}

Result<CompileOutcome> compileOutcomeFromJson(const json::Value& value) {
  KW_TRY(expectObject(value, "a compile outcome"));
  CompileOutcome outcome;
  outcome.ok = value["ok"].asBool();
  KW_ASSIGN(outcome.artefact, artefactFromJson(value["artefact"]));
  outcome.log = value["log"].asString();
  outcome.exceededLimit = value["exceeded_limit"].asString();
  outcome.milliseconds = value["milliseconds"].asReal();
  outcome.cached = value["cached"].asBool();
  if (const json::Value& sanitized = value["sanitized"]; sanitized.isObject()) {
    KW_ASSIGN(outcome.sanitized, artefactFromJson(sanitized));
  }
  outcome.unsanitized = value["unsanitized"].asString();
  outcome.sanitizedMilliseconds = value["sanitized_milliseconds"].asReal();
  return outcome;
}

Result<CodeListing> Compiler::list(const CompileJob&, const std::string&, std::stop_token) {
  return failMissing("devices of this kind list no code");
}

CompileJob compileJob(const Problem& problem, const Candidate& candidate, const std::string& folder,
                      const DeviceInfo& device) {
  CompileJob job;
  job.fileName = candidate.isTemplate ? problem.templateFile : problem.sourceFile;
  job.text = candidate.isTemplate ? problem.templateText : problem.sourceText;
  job.folder = folder;
  for (const auto& [name, value] : candidate.configuration.values())
    job.macros.emplace_back(name, expression::toPlainText(value));
  for (const Launch& launch : launchesOf(problem, candidate.isTemplate))
    if (launch.memset.empty())
      addOnce(job.functions, replaceIdentifiers(launch.function, job.macros));
  for (const Symbol& symbol : problem.symbols)
    addOnce(job.symbols, symbol.name);
  job.options = problem.compile;
  if (!candidate.isTemplate)
    std::erase_if(job.options.options,
                  [&](const std::string& option) { return namesParameter(option, problem); });
  for (std::string& option : job.options.options)
    option = replaceIdentifiers(option, job.macros);
  job.architecture = device.architecture;
  return job;
}

}  // namespace kw
