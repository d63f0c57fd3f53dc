// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/json/text.h"
#include "runner/device/compiler.h"

using namespace kw;

namespace {

Problem problemWithTemplate() {
  Problem problem;
  problem.sourceFile = "kernel.cu";
  problem.sourceText = "source";
  problem.templateFile = "template.cu";
  problem.templateText = "template";
  problem.space = Space{};
  problem.space->parameters = {{"VEC", {int64_t{4}}, ""}, {"REGISTERS", {int64_t{64}}, ""}};
  Launch launch;
  launch.function = "norm<float, VEC>";
  Launch clear;
  clear.memset = "out";
  problem.launches = {clear, launch, launch};
  problem.compile.options = {"--use_fast_math", "--maxrregcount=REGISTERS"};
  problem.symbols.resize(1);
  problem.symbols[0].name = "table";
  return problem;
}

DeviceInfo hopper() {
  DeviceInfo device;
  device.architecture = "sm_90";
  return device;
}

}  // namespace

class TestCompileJobs : public QObject {
  Q_OBJECT
 private slots:
  void templateGetsItsConfiguration();
  void sourceGoesWithoutOptionsOfParameters();
  void jobsSurviveJson();
  void outcomesSurviveJson();
};

void TestCompileJobs::templateGetsItsConfiguration() {
  Candidate candidate;
  candidate.isTemplate = true;
  candidate.configuration = Configuration({{"VEC", int64_t{4}}, {"REGISTERS", int64_t{64}}});
  const CompileJob job = compileJob(problemWithTemplate(), candidate, "/folder", hopper());
  QCOMPARE(job.text, std::string("template"));
  QCOMPARE(job.functions, (std::vector<std::string>{"norm<float, 4>"}));
  QCOMPARE(job.symbols, (std::vector<std::string>{"table"}));
  QCOMPARE(job.options.options, (std::vector<std::string>{"--use_fast_math", "--maxrregcount=64"}));
  QCOMPARE(job.architecture, std::string("sm_90"));
}

void TestCompileJobs::sourceGoesWithoutOptionsOfParameters() {
  const CompileJob job = compileJob(problemWithTemplate(), Candidate{}, "/folder", hopper());
  QCOMPARE(job.fileName, std::string("kernel.cu"));
  QVERIFY(job.macros.empty());
  QCOMPARE(job.options.options, (std::vector<std::string>{"--use_fast_math"}));
}

void TestCompileJobs::jobsSurviveJson() {
  Candidate candidate;
  candidate.isTemplate = true;
  candidate.configuration = Configuration({{"VEC", int64_t{4}}});
  const CompileJob job = compileJob(problemWithTemplate(), candidate, "/folder", hopper());
  const std::string line = json::writeLine(toJson(job));
  const auto value = json::parse(line);
  QVERIFY(value);
  const auto read = compileJobFromJson(*value);
  QVERIFY(read);
  QCOMPARE(json::writeLine(toJson(*read)), line);
  QVERIFY(!compileJobFromJson(json::Value(3)));
}

void TestCompileJobs::outcomesSurviveJson() {
  CompileOutcome outcome;
  outcome.ok = true;
  outcome.log = "warning\n";
  outcome.artefact.path = "/cache/x.cubin";
  outcome.artefact.lowered["norm<float, 4>"] = "_Z4normIfLi4EEvPT_";
  KernelResources resources;
  resources.function = "norm<float, 4>";
  resources.registers = 40;
  resources.spillLoads = 8;
  outcome.artefact.resources = {resources};
  outcome.sanitized = outcome.artefact;
  outcome.sanitized->isSanitized = true;
  outcome.unsanitized = "reason";
  outcome.sanitizedMilliseconds = 12;
  const std::string line = json::writeLine(toJson(outcome));
  const auto read = compileOutcomeFromJson(*json::parse(line));
  QVERIFY(read);
  QCOMPARE(json::writeLine(toJson(*read)), line);
  QCOMPARE(read->artefact.resources.at(0).registers, 40);
  QVERIFY(!read->artefact.isSanitized && read->sanitized && read->sanitized->isSanitized);
}

QTEST_APPLESS_MAIN(TestCompileJobs)
#include "test_compiler.moc"
