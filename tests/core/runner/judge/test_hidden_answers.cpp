// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates that look for the oracle's answers in the device's memory.
#include "bench.h"

using namespace kw;
using namespace kw::test;

namespace {

// The doubles that some block begins with, where they are what the outputs should be; else null.
const double* answersIn(const MemoryDevice& device, const float* x, int n) {
  for (const std::span<const std::byte> block : device.everything()) {
    if (block.size() != sizeof(double) * static_cast<size_t>(n)) continue;
    const auto* const doubles = reinterpret_cast<const double*>(block.data());
    if (doubles[0] == 2.0 * x[0] && doubles[n - 1] == 2.0 * x[n - 1]) return doubles;
  }
  return nullptr;
}

Evaluation judged(MemoryDevice& device, const Kernel& kernel, Depth depth) {
  auto folder = ProblemFolder::make(twiceProblem());
  if (!folder) qFatal("%s", folder.error().text().c_str());
  auto prepared = PreparedProblem::prepare(device, folder->problem(), {}, {});
  if (!prepared) qFatal("%s", prepared.error().text().c_str());
  EvaluationJob job = jobFor(device.program("candidate", {{"twice", kernel}}));
  job.scrutiny = {.depth = depth, .seed = 7};
  auto evaluation = (*prepared)->evaluate(job, {}, {});
  if (!evaluation) qFatal("%s", evaluation.error().text().c_str());
  return std::move(*evaluation);
}

}  // namespace

class TestHiddenAnswers : public QObject {
  Q_OBJECT

 private slots:
  void whoReadsThemIsRightAtFirstAndFoundInFull_data() {
    QTest::addColumn<bool>("remembers");
    QTest::newRow("from where they lie") << false;
    QTest::newRow("and keeps them") << true;
  }
  void whoReadsThemIsRightAtFirstAndFoundInFull() {
    QFETCH(bool, remembers);
    MemoryDevice device;
    // What it kept goes with its module, as __device__ variables do.
    std::map<int, std::vector<double>> kept;
    int loads = 0;
    const Kernel thief = [&](const KernelCall& call) {
      if (loads != device.loads()) kept.clear();
      loads = device.loads();
      const int n = call.value<int32_t>("n");
      const auto* const x = call.buffer<float>("x");
      auto* const y = call.buffer<float>("y");
      const double* found = answersIn(device, x, n);
      if (found != nullptr && remembers) kept[n].assign(found, found + n);
      if (found == nullptr && kept.contains(n)) found = kept[n].data();
      for (int i = 0; i < n; ++i)
        y[i] = found != nullptr ? static_cast<float>(found[i]) : 0.0F;
    };
    const Evaluation quick = judged(device, thief, Depth::quick);
    QVERIFY2(quick.verdict.ok(), quick.verdict.message.c_str());
    const Evaluation full = judged(device, thief, Depth::full);
    QCOMPARE(full.verdict.kind, VerdictKind::wrong);
    QVERIFY(full.verdict.difference);
    QCOMPARE(full.verdict.difference->what, std::string("reads the answers"));
    QVERIFY2(contains(full.verdict.message, "it is right while they are there"),
             full.verdict.message.c_str());
  }

  // Who breaks off where it finds none leaves them to the next candidate all the same.
  void afterOneThatBreaksOffTheNextIsJudged() {
    MemoryDevice device;
    auto folder = ProblemFolder::make(twiceProblem());
    QVERIFY(folder);
    auto prepared = PreparedProblem::prepare(device, folder->problem(), {}, {});
    QVERIFY(prepared);
    const auto verdictOf = [&](const char* name, const Kernel& kernel) {
      EvaluationJob job = jobFor(device.program(name, {{"twice", kernel}}));
      job.scrutiny = {.depth = Depth::full, .seed = 7};
      auto evaluation = (*prepared)->evaluate(job, {}, {});
      if (!evaluation) qFatal("%s", evaluation.error().text().c_str());
      return evaluation->verdict.kind;
    };
    const auto breaksOff = [&](const KernelCall& call) {
      twice(call);
      const int n = call.value<int32_t>("n");
      if (answersIn(device, call.buffer<float>("x"), n) == nullptr)
        call.outcome = {LaunchOutcome::Kind::crashed, "as the device says"};
    };
    QCOMPARE(verdictOf("breaks off", breaksOff), VerdictKind::crashed);
    QCOMPARE(verdictOf("right", twice), VerdictKind::verified);
    QCOMPARE(verdictOf("wrong", [](const KernelCall&) {}), VerdictKind::wrong);
  }

  void theHonestLoseNothing() {
    MemoryDevice device;
    const int64_t before = device.allocated();
    for (const Depth depth : {Depth::full, Depth::thorough}) {
      const Evaluation evaluation = judged(device, twice, depth);
      QVERIFY2(evaluation.verdict.ok(), evaluation.verdict.message.c_str());
      QCOMPARE(device.allocated(), before);
    }
  }
};

QTEST_APPLESS_MAIN(TestHiddenAnswers)
#include "test_hidden_answers.moc"
