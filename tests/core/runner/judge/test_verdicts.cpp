// SPDX-License-Identifier: GPL-3.0-or-later
// Every way for a candidate to be right or wrong, on a device of plain memory.
#include <QTest>
#include <cmath>

#include "bench.h"

using namespace kw;
using namespace kw::test;

namespace {

int sizeOf(const KernelCall& call) {
  return call.value<int32_t>("n");
}

// A right kernel, then `more` for cases of `onlyFor` elements (0: all).
Kernel twiceAnd(std::function<void(const KernelCall&, float* y, int n)> more, int onlyFor = 0) {
  return [more = std::move(more), onlyFor](const KernelCall& call) {
    twice(call);
    const int n = sizeOf(call);
    if (onlyFor == 0 || onlyFor == n) more(call, call.buffer<float>("y"), n);
  };
}

Kernel endsWith(LaunchOutcome::Kind kind, bool deviceLost = false) {
  return [=](const KernelCall& call) {
    twice(call);
    if (sizeOf(call) == 1001) call.outcome = {kind, "as the device says", deviceLost};
  };
}

}  // namespace

class TestVerdicts : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void init();
  void aRightKernelIsVerifiedAndTimed();
  void aFaultIsNamed_data();
  void aFaultIsNamed();
  void aFaultLeavesNothingBehind_data();
  void aFaultLeavesNothingBehind();
  void nothingIsTimedBeforeAllCasesAreVerified();
  void aKernelThatChangesAfterSomeLaunchesIsFound_data();
  void aKernelThatChangesAfterSomeLaunchesIsFound();
  void aKernelThatStopsWorkingInTimingIsFound();
  void twoRunsMustAgreeBytewise();
  void theCompilersErrorIsTheMessage();
  void limitsAreCheckedBeforeLoading();
  void aLostDeviceTakesNoMoreCandidates();
  void phasesNameTheirCase();
  void warmIsTimedTooWhenAskedFor();
  void stopIsNoVerdict();
  void aWrongOutputHasDistancesAndAMap();
  void aNewBestIsLookedAtInFull();
  void whatOtherInputsRevealIsNamed_data();
  void whatOtherInputsRevealIsNamed();
  void whatNoInputCanJudgeIsSaid();
  void nullKernelsMustFail_data();
  void nullKernelsMustFail();
  void policiesForNanAndInfinity_data();
  void policiesForNanAndInfinity();

 private:
  Evaluation evaluated(const Kernel& kernel) {
    return evaluatedJob(jobFor(m_device->program("candidate", {{"twice", kernel}})));
  }
  Evaluation evaluatedJob(const EvaluationJob& job) {
    auto evaluation = m_prepared->evaluate(job, {}, {});
    if (!evaluation) qFatal("%s", evaluation.error().text().c_str());
    return *std::move(evaluation);
  }
  std::optional<ProblemFolder> m_folder;
  std::unique_ptr<MemoryDevice> m_device;
  std::unique_ptr<PreparedProblem> m_prepared;
};

void TestVerdicts::initTestCase() {
  auto folder = ProblemFolder::make(twiceProblem());
  QVERIFY2(folder, errorText(folder).c_str());
  m_folder.emplace(*std::move(folder));
}

void TestVerdicts::init() {
  m_prepared.reset();
  m_device = std::make_unique<MemoryDevice>();
  auto prepared = PreparedProblem::prepare(*m_device, m_folder->problem(), {}, {});
  QVERIFY2(prepared, errorText(prepared).c_str());
  m_prepared = *std::move(prepared);
}

void TestVerdicts::aRightKernelIsVerifiedAndTimed() {
  const Evaluation evaluation = evaluated(twice);
  QCOMPARE(evaluation.verdict.message, std::string("verified on 3 of 3 cases"));
  QVERIFY(evaluation.verdict.ok());
  QCOMPARE(evaluation.verdict.oracle, std::string("independent (NumPy)"));
  QCOMPARE(evaluation.measurements.size(), size_t{1});
  QCOMPARE(evaluation.measurements[0].caseName, std::string("large"));
  QCOMPARE(evaluation.measurements[0].state, std::string("cold"));
  QCOMPARE(evaluation.measurements[0].samples.size(), size_t{7});
  QCOMPARE(evaluation.geomean, 1.0);
  QCOMPARE(evaluation.costs.kernel, 7.0);
  QCOMPARE(evaluation.occupancy.size(), size_t{1});
  QCOMPARE(evaluation.seed, uint64_t{1});
  QCOMPARE(evaluation.deviceId, std::string("memory-0"));
}

void TestVerdicts::aFaultIsNamed_data() {
  QTest::addColumn<Kernel>("kernel");
  QTest::addColumn<QString>("verdict");
  QTest::addColumn<QString>("what");
  QTest::addColumn<QString>("message");
  const auto row = [](const char* name, Kernel kernel, const char* verdict, const char* what,
                      const char* message) {
    QTest::newRow(name) << std::move(kernel) << verdict << what << message;
  };
  const auto wrong = [&](const char* name, Kernel kernel, const char* what, const char* message) {
    row(name, std::move(kernel), "wrong", what, message);
  };
  wrong("one element, at the odd size only",
        twiceAnd([](const auto&, float* y, int) { y[700] += 1; }, 1001), "differs",
        "output y of case tail differs at [700]: got ");
  wrong("one element counts", twiceAnd([](const auto&, float* y, int) { y[4095] = 9; }, 4096),
        "differs", "; 1 of 4096 elements");
  wrong("not a number", twiceAnd([](const auto&, float* y, int) { y[0] = NAN; }, 1), "not a number",
        "output y of case one is not a number at [0]: expected ");
  wrong("an infinity", twiceAnd([](const auto&, float* y, int) { y[0] = INFINITY; }, 1), "differs",
        "got inf");
  wrong(
      "zeros",
      [](const KernelCall& call) { std::fill_n(call.buffer<float>("y"), sizeOf(call), 0.0F); },
      "differs", "of 4096 elements");
  wrong(
      "nothing written", [](const KernelCall&) {}, "unwritten",
      "output y of case large is not written at [0]: expected ");
  wrong(
      "one element unwritten",
      [](const KernelCall& call) {
        auto* y = call.buffer<float>("y");
        const float left = y[sizeOf(call) / 2];
        twice(call);
        if (sizeOf(call) == 1001) y[500] = left;
      },
      "unwritten", "output y of case tail is not written at [500]");
  wrong("past the end", twiceAnd([](const auto&, float* y, int n) { y[n] = 1; }, 1001),
        "outside its buffer",
        "case tail: the kernel writes outside buffer y, 0 bytes after its end");
  wrong("far past the end", twiceAnd([](const auto&, float* y, int n) { y[n + 3] = 1; }, 1001),
        "outside its buffer", "12 bytes after its end");
  wrong("before the start", twiceAnd([](const auto&, float* y, int) { y[-2] = 1; }, 1),
        "outside its buffer", "before its start");
  wrong("input changed",
        twiceAnd([](const KernelCall& call, float*, int) { call.buffer<float>("x")[3] = 0; }, 4096),
        "input changed", "case large: the kernel changes its input x");
  row("crash", endsWith(LaunchOutcome::Kind::crashed), "crashed", "",
      "crashed on case tail: as the device says");
  row("hang", endsWith(LaunchOutcome::Kind::hung), "hung", "", "hung on case tail");
  row("refusal", endsWith(LaunchOutcome::Kind::refused), "exceeds limits", "",
      "the device refuses to launch it on case tail");
}

void TestVerdicts::aFaultIsNamed() {
  QFETCH(Kernel, kernel);
  QFETCH(QString, verdict);
  QFETCH(QString, what);
  QFETCH(QString, message);
  const Evaluation evaluation = evaluated(kernel);
  QCOMPARE(std::string(name(evaluation.verdict.kind)), verdict.toStdString());
  QVERIFY2(contains(evaluation.verdict.message, message.toStdString()),
           evaluation.verdict.message.c_str());
  if (!what.isEmpty()) {
    QVERIFY(evaluation.verdict.difference);
    QCOMPARE(evaluation.verdict.difference->what, what.toStdString());
  }
  QVERIFY(evaluation.measurements.empty());
  QCOMPARE(m_device->timedLaunches(), 0);
}

void TestVerdicts::aFaultLeavesNothingBehind_data() {
  aFaultIsNamed_data();
}

void TestVerdicts::aFaultLeavesNothingBehind() {
  QFETCH(Kernel, kernel);
  const std::string before = evaluated(kernel).verdict.message;
  const Evaluation right = evaluated(twice);
  QVERIFY2(right.verdict.ok(), right.verdict.message.c_str());
  QCOMPARE(evaluated(kernel).verdict.message, before);
}

void TestVerdicts::nothingIsTimedBeforeAllCasesAreVerified() {
  std::vector<int> sizes;
  evaluated([&](const KernelCall& call) {
    twice(call);
    sizes.push_back(sizeOf(call));
  });
  // Two launches a case, then the timed case's: warm-up, samples, and one more to look at.
  std::vector<int> expected{4096, 4096, 1001, 1001, 1, 1};
  expected.insert(expected.end(), 1 + 7 + 1, 4096);
  QCOMPARE(sizes, expected);
}

void TestVerdicts::aKernelThatChangesAfterSomeLaunchesIsFound_data() {
  QTest::addColumn<bool>("writes");
  QTest::newRow("writes something else") << true;
  QTest::newRow("writes nothing any more") << false;
}

void TestVerdicts::aKernelThatChangesAfterSomeLaunchesIsFound() {
  QFETCH(bool, writes);
  int launches = 0;
  const Evaluation evaluation = evaluated([&](const KernelCall& call) {
    if (++launches <= 9) return twice(call);
    if (writes) std::fill_n(call.buffer<float>("y"), sizeOf(call), 7.0F);
  });
  QCOMPARE(evaluation.verdict.kind, VerdictKind::wrong);
  QVERIFY(evaluation.verdict.difference);
  QCOMPARE(evaluation.verdict.difference->what, std::string("differs after timed launches"));
  QVERIFY2(contains(evaluation.verdict.message, "after timed launches; before them it was right"),
           evaluation.verdict.message.c_str());
  QVERIFY(evaluation.measurements.empty());
  QCOMPARE(evaluation.geomean, 0.0);
}

void TestVerdicts::aKernelThatStopsWorkingInTimingIsFound() {
  int launches = 0;
  const Evaluation evaluation = evaluated([&](const KernelCall& call) {
    twice(call);
    if (++launches == 10) call.outcome = {LaunchOutcome::Kind::hung, "no end within 2 s", false};
  });
  QCOMPARE(evaluation.verdict.kind, VerdictKind::hung);
  QCOMPARE(evaluation.verdict.verifiedCases, 3);
}

void TestVerdicts::twoRunsMustAgreeBytewise() {
  int launches = 0;
  const auto wavering = [&](const KernelCall& call) {
    twice(call);
    auto* y = call.buffer<float>("y");
    if (++launches % 2 == 0) y[0] = std::nextafter(y[0], 10.0F);
  };
  const Evaluation evaluation = evaluated(wavering);
  QCOMPARE(evaluation.verdict.kind, VerdictKind::wrong);
  QCOMPARE(evaluation.verdict.difference->what, std::string("not repeatable"));

  auto folder = ProblemFolder::make(twiceProblem(R"(, "deterministic": false)"));
  QVERIFY2(folder, errorText(folder).c_str());
  auto prepared = PreparedProblem::prepare(*m_device, folder->problem(), {}, {});
  QVERIFY2(prepared, errorText(prepared).c_str());
  launches = 0;
  const auto allowed =
      (*prepared)->evaluate(jobFor(m_device->program("wavering", {{"twice", wavering}})), {}, {});
  QVERIFY(allowed);
  QVERIFY2(allowed->verdict.ok(), allowed->verdict.message.c_str());
}

void TestVerdicts::theCompilersErrorIsTheMessage() {
  CompileOutcome outcome;
  outcome.log = "kernel.cu(3): warning: unused\nkernel.cu(7): error: expected a \";\"\n1 error\n";
  const Evaluation evaluation = evaluatedJob(jobFor(outcome));
  QCOMPARE(evaluation.verdict.kind, VerdictKind::failedToCompile);
  QCOMPARE(evaluation.verdict.message, std::string("kernel.cu(7): error: expected a \";\""));
  QCOMPARE(evaluation.verdict.detail, outcome.log);
}

void TestVerdicts::limitsAreCheckedBeforeLoading() {
  CompileOutcome outcome = m_device->program("greedy", {{"twice", twice}});
  outcome.artefact.resources[0].staticShared = 100000;
  const Evaluation evaluation = evaluatedJob(jobFor(outcome));
  QCOMPARE(evaluation.verdict.kind, VerdictKind::exceedsLimits);
  QVERIFY2(contains(evaluation.verdict.message, "100000"), evaluation.verdict.message.c_str());
  QVERIFY2(contains(evaluation.verdict.message, "case large"), evaluation.verdict.message.c_str());
  QCOMPARE(m_device->loads(), 0);
}

void TestVerdicts::aLostDeviceTakesNoMoreCandidates() {
  QVERIFY(!m_prepared->deviceLost());
  const Evaluation evaluation = evaluated(endsWith(LaunchOutcome::Kind::crashed, true));
  QCOMPARE(evaluation.verdict.kind, VerdictKind::crashed);
  QVERIFY(m_prepared->deviceLost());
  QVERIFY(!m_prepared->evaluate(jobFor(m_device->program("right", {{"twice", twice}})), {}, {}));
}

void TestVerdicts::phasesNameTheirCase() {
  std::vector<std::string> phases;
  const auto evaluation =
      m_prepared->evaluate(jobFor(m_device->program("right", {{"twice", twice}})),
                           [&](const std::string& phase) { phases.push_back(phase); }, {});
  QVERIFY(evaluation);
  QCOMPARE(phases, (std::vector<std::string>{"verifying large", "verifying tail", "verifying one",
                                             "timing large"}));
}

void TestVerdicts::warmIsTimedTooWhenAskedFor() {
  EvaluationJob job = jobFor(m_device->program("right", {{"twice", twice}}));
  job.protocol.warm = true;
  const Evaluation evaluation = evaluatedJob(job);
  QCOMPARE(evaluation.measurements.size(), size_t{2});
  QCOMPARE(evaluation.measurements[1].state, std::string("warm"));
  QCOMPARE(evaluation.measurements[1].median, 0.5);
  QCOMPARE(evaluation.geomean, 1.0);
}

void TestVerdicts::stopIsNoVerdict() {
  std::stop_source stop;
  stop.request_stop();
  const auto cancelled = m_prepared->evaluate(
      jobFor(m_device->program("right", {{"twice", twice}})), {}, stop.get_token());
  QVERIFY(!cancelled);
  QCOMPARE(cancelled.error().kind, ErrorKind::cancelled);
  QVERIFY(evaluated(twice).verdict.ok());
}

void TestVerdicts::aWrongOutputHasDistancesAndAMap() {
  const Evaluation evaluation = evaluated(twiceAnd(
      [](const auto&, float* y, int n) {
        y[1] = std::nextafter(y[1], 100.0F);  // within the tolerance
        for (int i = n / 2; i < n / 2 + 64; ++i)
          y[i] += 1;
      },
      4096));
  const Verdict& verdict = evaluation.verdict;
  QVERIFY(verdict.difference);
  QCOMPARE(verdict.difference->map.rows, 64);
  QCOMPARE(verdict.difference->map.columns, 64);
  int64_t wrong = 0;
  for (const int64_t cell : verdict.difference->map.wrong)
    wrong += cell;
  QCOMPARE(wrong, int64_t{64});
  QCOMPARE(verdict.difference->map.wrong[32 * 64], int64_t{1});
  QVERIFY(verdict.difference->ulps > 100);
  QCOMPARE(verdict.errors.size(), size_t{1});
  QCOMPARE(verdict.errors[0].argument, std::string("y"));
  QCOMPARE(verdict.errors[0].counts[0], int64_t{4096 - 65});
  QCOMPARE(verdict.errors[0].counts[1], int64_t{1});
  QVERIFY(verdict.errors[0].worst >= verdict.difference->ulps);
}

void TestVerdicts::aNewBestIsLookedAtInFull() {
  const auto taking = [&](double milliseconds, bool isTemplate) {
    const auto kernel = [milliseconds](const KernelCall& call) {
      twice(call);
      call.milliseconds = milliseconds;
    };
    EvaluationJob job = jobFor(m_device->program("program", {{"twice", kernel}}), isTemplate);
    job.scrutiny = {.depth = Depth::quick, .seed = 5, .deepenBest = true};
    return evaluatedJob(job);
  };
  const Evaluation source = taking(2, false);
  QVERIFY2(source.verdict.ok(), source.verdict.message.c_str());
  QCOMPARE(source.depth, Depth::full);
  QCOMPARE(source.checkSeed, uint64_t{5});
  QVERIFY(source.costs.full > 0);
  QCOMPARE(source.verdict.errors.size(), size_t{3});
  QCOMPARE(source.verdict.errors[0].counts, std::vector<int64_t>{4096});
  QCOMPARE(taking(3, true).depth, Depth::quick);
  QCOMPARE(taking(1, true).depth, Depth::full);
  QCOMPARE(taking(1.5, true).depth, Depth::quick);
}

void TestVerdicts::whatOtherInputsRevealIsNamed_data() {
  QTest::addColumn<QString>("fault");
  QTest::addColumn<QString>("what");
  QTest::newRow("the same whatever it is given") << "constant"
                                                 << "ignores its input";
  QTest::newRow("wrong for large numbers") << "large"
                                           << "differs";
}

void TestVerdicts::whatOtherInputsRevealIsNamed() {
  QFETCH(QString, fault);
  QFETCH(QString, what);
  std::map<int, std::vector<float>> learnt;
  const bool isConstant = fault == "constant";
  const Evaluation evaluation = [&] {
    EvaluationJob job = jobFor(
        m_device->program("made for these inputs", {{"twice", [&](const KernelCall& call) {
                                                       twice(call);
                                                       auto* y = call.buffer<float>("y");
                                                       const int n = sizeOf(call);
                                                       auto& known = learnt[n];
                                                       if (known.empty()) known.assign(y, y + n);
                                                       if (isConstant)
                                                         std::copy_n(known.begin(), n, y);
                                                       for (int i = 0; i < n && !isConstant; ++i)
                                                         y[i] = std::min(y[i], 12.0F);
                                                     }}}));
    job.scrutiny = {.depth = Depth::full, .seed = 11};
    return evaluatedJob(job);
  }();
  QCOMPARE(evaluation.verdict.kind, VerdictKind::wrong);
  QCOMPARE(evaluation.verdict.difference->what, what.toStdString());
  QVERIFY(!evaluation.verdict.difference->inputs.empty());
  QVERIFY2(contains(evaluation.verdict.message, "on other inputs"),
           evaluation.verdict.message.c_str());
  QVERIFY(evaluation.measurements.empty());
  QCOMPARE(evaluation.geomean, 0.0);
}

// The oracle knows nothing of large numbers: then nobody is judged by them, and it is said.
void TestVerdicts::whatNoInputCanJudgeIsSaid() {
  auto folder =
      ProblemFolder::make(twiceProblem("",
                                       "import numpy as np\n"
                                       "def reference(case, inputs):\n"
                                       "  x = inputs['x'].astype(np.float64)\n"
                                       "  if np.abs(x).max() > 8: raise ValueError('too large')\n"
                                       "  return {'y': 2 * x}\n"));
  QVERIFY2(folder, errorText(folder).c_str());
  auto prepared = PreparedProblem::prepare(*m_device, folder->problem(), {}, {});
  QVERIFY2(prepared, errorText(prepared).c_str());
  EvaluationJob job = jobFor(m_device->program("right", {{"twice", twice}}));
  job.scrutiny = {.depth = Depth::full, .seed = 3};
  const auto evaluation = (*prepared)->evaluate(job, {}, {});
  QVERIFY2(evaluation, errorText(evaluation).c_str());
  QVERIFY2(evaluation->verdict.ok(), evaluation->verdict.message.c_str());
  QVERIFY(!evaluation->verdict.unchecked.empty());
  QVERIFY2(contains(evaluation->verdict.unchecked[0], "case large: inputs \"wide\" judge nobody"),
           evaluation->verdict.unchecked[0].c_str());
}

void TestVerdicts::nullKernelsMustFail_data() {
  QTest::addColumn<QString>("oracle");
  QTest::addColumn<QString>("tolerance");
  QTest::addColumn<QString>("accepted");
  QTest::newRow("a sound problem") << "2 * x"
                                   << "1e-6"
                                   << "";
  QTest::newRow("zeros") << "0 * x"
                         << "1e-6"
                         << "writes zeros";
  QTest::newRow("a copy") << "x"
                          << "1e-6"
                          << "copies its input";
  QTest::newRow("a mean, since the tolerance is wide") << "100 + x"
                                                       << "0.2"
                                                       << "writes the mean";
}

void TestVerdicts::nullKernelsMustFail() {
  QFETCH(QString, oracle);
  QFETCH(QString, tolerance);
  QFETCH(QString, accepted);
  auto files = twiceProblem("",
                            "import numpy as np\n"
                            "def reference(case, inputs):\n"
                            "  x = inputs['x'].astype(np.float64)\n"
                            "  return {'y': " +
                                oracle.toStdString() + "}\n");
  std::string& text = files.back().second;
  text.replace(text.find("\"relative\": 1e-6"), 16, "\"relative\": " + tolerance.toStdString());
  auto folder = ProblemFolder::make(files);
  QVERIFY2(folder, errorText(folder).c_str());
  auto prepared = PreparedProblem::prepare(*m_device, folder->problem(), {}, {});
  QVERIFY2(prepared, errorText(prepared).c_str());
  const std::vector<std::string>& warnings = (*prepared)->warnings();
  if (accepted.isEmpty()) {
    QVERIFY2(warnings.empty(), warnings.empty() ? "" : warnings[0].c_str());
    return;
  }
  QVERIFY(!warnings.empty());
  QVERIFY2(contains(warnings[0], "a kernel that " + accepted.toStdString()), warnings[0].c_str());
  QVERIFY2(contains(warnings[0], "cannot tell right from wrong"), warnings[0].c_str());
  QVERIFY(contains((*prepared)->cases()[0].oracle, "which also accepts a kernel that"));
}

void TestVerdicts::policiesForNanAndInfinity_data() {
  QTest::addColumn<QString>("policy");
  QTest::addColumn<QString>("got");
  QTest::addColumn<QString>("verdict");
  QTest::newRow("a number for NaN") << ""
                                    << "number"
                                    << "wrong";
  QTest::newRow("a number for NaN, where anything is right") << R"("nan": "any", )"
                                                             << "number"
                                                             << "verified";
  QTest::newRow("NaN for NaN") << R"("nan": "match", )"
                               << "nan"
                               << "verified";
  QTest::newRow("NaN where a number is wanted") << R"("nan": "any", )"
                                                << "more"
                                                << "wrong";
}

// The oracle wants a NaN in the first place.
void TestVerdicts::policiesForNanAndInfinity() {
  QFETCH(QString, policy);
  QFETCH(QString, got);
  QFETCH(QString, verdict);
  auto files = twiceProblem("",
                            "import numpy as np\n"
                            "def reference(case, inputs):\n"
                            "  y = 2 * inputs['x'].astype(np.float64)\n"
                            "  y[0] = np.nan\n"
                            "  return {'y': y}\n");
  std::string& text = files.back().second;
  text.replace(text.find("\"relative\""), 0, policy.toStdString());
  auto folder = ProblemFolder::make(files);
  QVERIFY2(folder, errorText(folder).c_str());
  auto prepared = PreparedProblem::prepare(*m_device, folder->problem(), {}, {});
  QVERIFY2(prepared, errorText(prepared).c_str());
  const Kernel kernel = [got](const KernelCall& call) {
    twice(call);
    auto* y = call.buffer<float>("y");
    if (got != "number") y[0] = NAN;
    if (got == "more" && sizeOf(call) > 1) y[1] = NAN;
  };
  const auto evaluation =
      (*prepared)->evaluate(jobFor(m_device->program("one", {{"twice", kernel}})), {}, {});
  QVERIFY2(evaluation, errorText(evaluation).c_str());
  QVERIFY2(name(evaluation->verdict.kind) == verdict.toStdString(),
           evaluation->verdict.message.c_str());
}

QTEST_GUILESS_MAIN(TestVerdicts)
#include "test_verdicts.moc"
