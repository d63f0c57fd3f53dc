// SPDX-License-Identifier: GPL-3.0-or-later
// The problems of tests/data on the host device: real kernels, compiled, judged and timed.
#include <QTest>

#include "model/problem/problem_file.h"
#include "model/space/valid_space.h"
#include "runner/device/host/host_device_kind.h"
#include "runner/measure/prepared_problem.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

Protocol shortProtocol() {
  Protocol protocol;
  protocol.warmups = 1;
  protocol.launches = 3;
  protocol.flush = false;
  return protocol;
}

}  // namespace

class TestHostProblems : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void sourceAndTemplateAreVerified_data();
  void sourceAndTemplateAreVerified();
  void whatAConfigurationDoesNotApplyToIsNamed();
  void everyFaultGetsItsVerdict_data();
  void everyFaultGetsItsVerdict();
  void aRightOneIsVerifiedAfterTheFaults();

 private:
  Result<LoadedProblem> loaded(const std::string& name) const {
    return loadProblem(std::filesystem::path(KW_TEST_DATA) / "problems" / name);
  }
  Result<CompileOutcome> compiled(const LoadedProblem& problem, const Candidate& candidate) {
    return m_compiler->compile(
        compileJob(problem.problem, candidate, problem.folder.string(), m_device->info()), {});
  }
  Result<std::unique_ptr<PreparedProblem>> prepared(const LoadedProblem& problem) {
    PrepareOptions options;
    KW_ASSIGN(options.source, compiled(problem, {}));
    return PreparedProblem::prepare(*m_device, problem, options, {});
  }
  Result<Evaluation> evaluated(PreparedProblem& opened, const LoadedProblem& problem,
                               const Candidate& candidate, double deadlineSeconds = 0,
                               Depth depth = Depth::quick) {
    EvaluationJob job{.candidate = candidate,
                      .key = {},
                      .protocol = shortProtocol(),
                      .deadlineSeconds = deadlineSeconds,
                      .compiled = {},
                      .scrutiny = {.depth = depth, .seed = 99}};
    KW_ASSIGN(job.compiled, compiled(problem, candidate));
    return opened.evaluate(job, {}, {});
  }

  std::unique_ptr<Device> m_device;
  std::unique_ptr<Compiler> m_compiler;
  // The problem with faults, which its tests share.
  LoadedProblem m_faults;
  std::unique_ptr<PreparedProblem> m_faulty;
};

void TestHostProblems::initTestCase() {
  const DeviceKind kind = hostDeviceKind(false);
  auto device = kind.open("host");
  QVERIFY2(device, errorText(device).c_str());
  m_device = *std::move(device);
  auto compiler = kind.makeCompiler();
  QVERIFY2(compiler, errorText(compiler).c_str());
  m_compiler = *std::move(compiler);
  auto faults = loaded("faults");
  QVERIFY2(faults, errorText(faults).c_str());
  m_faults = *std::move(faults);
  auto faulty = prepared(m_faults);
  QVERIFY2(faulty, errorText(faulty).c_str());
  m_faulty = *std::move(faulty);
}

void TestHostProblems::sourceAndTemplateAreVerified_data() {
  QTest::addColumn<QString>("folder");
  for (const char* folder :
       {"codes_fp8", "csr_rows", "inout_value_weights", "launches_workspace", "memset_exact",
        "set_compaction", "strides_alignment", "struct_argument", "symbols_options",
        "template_instance", "top_k", "trusted_source"}) {
    QTest::newRow(folder) << folder;
  }
}

void TestHostProblems::sourceAndTemplateAreVerified() {
  QFETCH(QString, folder);
  const auto problem = loaded(folder.toStdString());
  QVERIFY2(problem, errorText(problem).c_str());
  const auto opened = prepared(*problem);
  QVERIFY2(opened, errorText(opened).c_str());
  const auto space = ValidSpace::build(*problem->problem.space, deviceLookup(m_device->info()));
  QVERIFY2(space, errorText(space).c_str());
  std::vector<Candidate> candidates{{}};
  candidates.push_back({true, problem->templateHash, space->at(space->size() - 1)});
  for (const Candidate& candidate : candidates) {
    const auto evaluation = evaluated(**opened, *problem, candidate, 0, Depth::thorough);
    QVERIFY2(evaluation, errorText(evaluation).c_str());
    const Verdict& verdict = evaluation->verdict;
    QVERIFY2(verdict.ok(),
             (candidate.label() + ": " + verdict.message + "\n" + verdict.detail).c_str());
    QCOMPARE(verdict.verifiedCases, verdict.allCases);
    QVERIFY(evaluation->geomean > 0);
    QCOMPARE(evaluation->depth, Depth::thorough);
    QVERIFY(evaluation->costs.thorough > 0);
    for (const std::string& note : verdict.unchecked)
      qInfo("%s unchecked: %s", candidate.label().c_str(), note.c_str());
  }
}

void TestHostProblems::whatAConfigurationDoesNotApplyToIsNamed() {
  const auto problem = loaded("requires_multiple");
  QVERIFY2(problem, errorText(problem).c_str());
  const auto opened = prepared(*problem);
  QVERIFY2(opened, errorText(opened).c_str());
  const Candidate fourAtOnce{true, problem->templateHash,
                             Configuration({{"BLOCK", 64}, {"VEC", 4}})};
  const auto evaluation = evaluated(**opened, *problem, fourAtOnce);
  QVERIFY2(evaluation, errorText(evaluation).c_str());
  QVERIFY2(evaluation->verdict.ok(), evaluation->verdict.message.c_str());
  QCOMPARE(evaluation->verdict.message, std::string("verified on 1 of 2 cases"));
  QCOMPARE(evaluation->verdict.notApplicableTo, std::vector<std::string>{"odd"});
}

void TestHostProblems::everyFaultGetsItsVerdict_data() {
  QTest::addColumn<int>("fault");
  QTest::addColumn<QString>("verdict");
  QTest::addColumn<QString>("message");
  QTest::newRow("wrong element") << 1 << "wrong"
                                 << "output out of case large differs at [700]";
  QTest::newRow("past the end") << 2 << "wrong"
                                << "writes outside buffer out, 0 bytes after";
  QTest::newRow("spins for ever") << 3 << "hung"
                                  << "hung on case large";
  QTest::newRow("does not compile") << 4 << "failed to compile"
                                    << "error";
  QTest::newRow("too much shared memory") << 5 << "exceeds limits"
                                          << "";
  QTest::newRow("input changed") << 6 << "wrong"
                                 << "the kernel changes its input in";
  QTest::newRow("outside every buffer") << 7 << "crashed"
                                        << "crashed on case large";
  QTest::newRow("unwritten") << 8 << "wrong"
                             << "output out of case large is not written at [100]";
  QTest::newRow("before the start") << 9 << "wrong"
                                    << "writes outside buffer out, 5 bytes before";
  QTest::newRow("not repeatable") << 10 << "wrong"
                                  << "not the same in two launches";
}

void TestHostProblems::everyFaultGetsItsVerdict() {
  QFETCH(int, fault);
  QFETCH(QString, verdict);
  QFETCH(QString, message);
  const Candidate candidate{true, m_faults.templateHash,
                            Configuration({{"BLOCK", 128}, {"FAULT", fault}})};
  const auto evaluation = evaluated(*m_faulty, m_faults, candidate, 0.5);
  QVERIFY2(evaluation, errorText(evaluation).c_str());
  const std::string text = evaluation->verdict.message;
  QVERIFY2(name(evaluation->verdict.kind) == verdict.toStdString(),
           (std::string(name(evaluation->verdict.kind)) + ": " + text).c_str());
  QVERIFY2(text.find(message.toStdString()) != std::string::npos, text.c_str());
  QVERIFY(!m_faulty->deviceLost());
}

void TestHostProblems::aRightOneIsVerifiedAfterTheFaults() {
  const Candidate candidate{true, m_faults.templateHash,
                            Configuration({{"BLOCK", 128}, {"FAULT", 0}})};
  const auto evaluation = evaluated(*m_faulty, m_faults, candidate);
  QVERIFY2(evaluation, errorText(evaluation).c_str());
  QVERIFY2(evaluation->verdict.ok(), evaluation->verdict.message.c_str());
}

QTEST_GUILESS_MAIN(TestHostProblems)
#include "test_host_problems.moc"
