// SPDX-License-Identifier: GPL-3.0-or-later
// Where wanted values come from: oracle.py, stored arrays, the source kernel; and what happens when
// they cannot be had.
#include <QTest>
#include <iterator>
#include <set>

#include "bench.h"
#include "runner/oracle/npy.h"

using namespace kw;
using namespace kw::test;

namespace {

constexpr const char* independent = "independent (NumPy)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) qFatal("no \"%s\" to replace", from.c_str());
  return text.replace(at, from.size(), to);
}

// twiceProblem() with a part of its problem.json replaced.
ProblemFolder::Files changed(const std::string& from, const std::string& to,
                             const std::string& oracle = twiceOracle) {
  ProblemFolder::Files texts = twiceProblem("", oracle);
  texts[2].second = replaced(texts[2].second, from, to);
  return texts;
}

std::string npyOf(const std::vector<double>& values) {
  HostArray array = HostArray::zeros(ElementType::float64, {static_cast<int64_t>(values.size())});
  std::memcpy(array.data.data(), values.data(), array.data.size());
  return npyText(array);
}

}  // namespace

class TestOracles : public QObject {
  Q_OBJECT
 private slots:
  void anIndependentOracleIsNamed();
  void faultsOfTheOracleNameTheCase_data();
  void faultsOfTheOracleNameTheCase();
  void anAnswerIsComputedOnce();
  void anotherSeedAsksAgain();
  void largeCasesAreJudgedByTheVerifiedSource();
  void aWrongSourceCannotStandIn();
  void aSourceThatDoesNotCompileCannotStandIn();
  void theSourceAloneIsSaidToBeWeak();
  void storedArraysServe();
  void storedArraysOfAnotherShapeAreRefused();
  void fillsComeFromFunctions();
  void fillsComeFromFiles();
  void fillsMustFitTheirType_data();
  void fillsMustFitTheirType();
  void theOraclesOwnCheckHasAWord();
  void aCheckThatFailsJudgesNobody();
  void casesThatDoNotFitAreRefusedBeforehand();
  void casesTakeTurnsWhereMemoryIsShort();

 private:
  void renewDevice() {
    m_prepared.reset();
    m_device = std::make_unique<MemoryDevice>();
  }
  // Opens the problem of the texts on a fresh device; the error's text, or "".
  std::string open(const ProblemFolder::Files& texts, const PrepareOptions& options = {}) {
    renewDevice();
    return reopen(texts, options);
  }
  std::string reopen(const ProblemFolder::Files& texts, const PrepareOptions& options = {}) {
    m_prepared.reset();
    auto folder = ProblemFolder::make(texts);
    if (!folder) return folder.error().text();
    m_folder.emplace(*std::move(folder));
    auto prepared = PreparedProblem::prepare(*m_device, m_folder->problem(), options, {});
    if (!prepared) return prepared.error().text();
    m_prepared = *std::move(prepared);
    return "";
  }
  Verdict verdictOf(const Kernel& kernel) {
    auto evaluation =
        m_prepared->evaluate(jobFor(m_device->program("candidate", {{"twice", kernel}})), {}, {});
    if (!evaluation) qFatal("%s", evaluation.error().text().c_str());
    return std::move(evaluation->verdict);
  }
  PrepareOptions withSource(const Kernel& kernel) {
    renewDevice();
    PrepareOptions options;
    options.source = m_device->program("source", {{"twice", kernel}});
    return options;
  }

  std::optional<ProblemFolder> m_folder;
  std::unique_ptr<MemoryDevice> m_device;
  std::unique_ptr<PreparedProblem> m_prepared;
};

void TestOracles::anIndependentOracleIsNamed() {
  QCOMPARE(open(twiceProblem()), std::string());
  QCOMPARE(m_prepared->cases().size(), size_t{3});
  for (const protocol::OpenedCase& one : m_prepared->cases()) {
    QCOMPARE(one.oracle, std::string(independent));
  }
  // x, y and the wanted doubles, each between canaries.
  QCOMPARE(m_prepared->cases()[1].bytes, int64_t{1001 * (4 + 4 + 8) + 3 * 2 * canaryBytes});
}

void TestOracles::faultsOfTheOracleNameTheCase_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<QString>("message");
  QTest::newRow("exception at one case") << "if case.n == 1001: raise ValueError('odd')\n  return "
                                            "{'y': inputs['x']}"
                                         << "oracle.py, case tail: line 3: ValueError: odd";
  QTest::newRow("wrong shape") << "return {'y': inputs['x'][:-1]}"
                               << "case large, output y: expected shape [4096], got [4095]";
  QTest::newRow("missing output") << "return {}"
                                  << "case large: reference() gave no y (it gave: nothing)";
  QTest::newRow("another name") << "return {'out': inputs['x']}"
                                << "gave out, which is no output (outputs: y)";
  QTest::newRow("texts") << "return {'y': np.array(['a'] * case.n)}"
                         << "y is an array of <U1, expected numbers";
  QTest::newRow("no such input") << "return {'y': inputs['z']}"
                                 << "KeyError: 'z'";
}

void TestOracles::faultsOfTheOracleNameTheCase() {
  QFETCH(QString, body);
  QFETCH(QString, message);
  const std::string oracle =
      "import numpy as np\ndef reference(case, inputs):\n  " + body.toStdString() + "\n";
  const std::string error = open(twiceProblem("", oracle));
  QVERIFY2(contains(error, message.toStdString()), error.c_str());
  QCOMPARE(m_device->allocated(), int64_t{0});
}

void TestOracles::anAnswerIsComputedOnce() {
  // A text that no run before had, so that nothing is cached yet.
  auto unique = files::TemporaryFolder::make();
  QVERIFY(unique);
  const std::string oracle = std::string(twiceOracle) + "# " + unique->path().string() + "\n";
  const auto entries = [] {
    const auto cache = files::cacheFolder();
    std::error_code none;
    const std::filesystem::directory_iterator all(cache.value() / "oracle", none);
    return std::distance(begin(all), end(all));
  };
  const auto before = entries();
  QCOMPARE(open(twiceProblem("", oracle)), std::string());
  QCOMPARE(entries(), before + 3);
  QCOMPARE(open(twiceProblem("", oracle)), std::string());
  QCOMPARE(entries(), before + 3);
  QVERIFY(verdictOf(twice).ok());
}

void TestOracles::anotherSeedAsksAgain() {
  std::set<float> firsts;
  for (const uint64_t seed : {uint64_t{1}, uint64_t{2}, uint64_t{1} << 62}) {
    PrepareOptions options;
    options.seed = seed;
    QCOMPARE(open(twiceProblem(), options), std::string());
    float first = 0;
    const Verdict verdict = verdictOf([&first](const KernelCall& call) {
      first = call.buffer<float>("x")[0];
      twice(call);
    });
    QVERIFY2(verdict.ok(), verdict.message.c_str());
    firsts.insert(first);
  }
  QCOMPARE(firsts.size(), size_t{3});
}

void TestOracles::largeCasesAreJudgedByTheVerifiedSource() {
  const auto texts =
      changed(R"("python": "oracle.py")", R"("python": "oracle.py", "python_elements": 2000)");
  QCOMPARE(reopen(texts, withSource(twice)), std::string());
  QCOMPARE(m_prepared->cases()[0].oracle,
           std::string("trusted kernel (source, verified against NumPy on 2 cases)"));
  QCOMPARE(m_prepared->cases()[1].oracle, std::string(independent));
  const Verdict right = verdictOf(twice);
  QVERIFY2(right.ok(), right.message.c_str());
  QCOMPARE(right.oracle,
           std::string("trusted kernel (source, verified against NumPy on 2 cases) on 1 case, "
                       "independent (NumPy) on 2 cases"));
  const Verdict wrong = verdictOf([](const KernelCall& call) {
    twice(call);
    if (call.value<int32_t>("n") == 4096) call.buffer<float>("y")[9] = 5;
  });
  QVERIFY2(wrong.message.starts_with("output y of case large differs at [9]: got 5"),
           wrong.message.c_str());
}

void TestOracles::aWrongSourceCannotStandIn() {
  const auto texts =
      changed(R"("python": "oracle.py")", R"("python": "oracle.py", "python_elements": 2000)");
  const std::string error = reopen(texts, withSource([](const KernelCall& call) {
                                     twice(call);
                                     if (call.value<int32_t>("n") == 1001) {
                                       call.buffer<float>("y")[17] = 0;
                                     }
                                   }));
  QVERIFY2(contains(error, "the source kernel has to stand in as oracle"), error.c_str());
  QVERIFY2(contains(error, "output y of case tail differs at [17]"), error.c_str());
  QVERIFY2(contains(error, "python_elements"), error.c_str());
}

void TestOracles::aSourceThatDoesNotCompileCannotStandIn() {
  const auto texts =
      changed(R"("python": "oracle.py")", R"("python": "oracle.py", "python_elements": 2000)");
  QVERIFY(contains(open(texts), "it was not compiled"));
  PrepareOptions options;
  options.source.emplace();
  options.source->log = "kernel.cu(2): error: no such thing\nmore";
  const std::string error = open(texts, options);
  QVERIFY2(contains(error, "does not compile: kernel.cu(2): error: no such thing"), error.c_str());
  // Nothing that could be raised where there is no other oracle.
  const auto alone = changed(R"("python": "oracle.py")", R"("trusted": "source")");
  const std::string advice = open(alone, options);
  QVERIFY2(contains(advice, "no such thing") && !contains(advice, "python_elements"),
           advice.c_str());
  QVERIFY2(contains(advice, "give an oracle of your own"), advice.c_str());
}

void TestOracles::theSourceAloneIsSaidToBeWeak() {
  const auto texts = changed(R"("python": "oracle.py")", R"("trusted": "source")");
  QCOMPARE(reopen(texts, withSource(twice)), std::string());
  QCOMPARE(m_prepared->warnings().size(), size_t{3});
  const Verdict verdict = verdictOf(twice);
  QVERIFY(verdict.ok());
  QCOMPARE(verdict.oracle, std::string("the source itself (nothing independent)"));
  // A source that leaves an element unwritten is found even so.
  const std::string error = reopen(texts, withSource([](const KernelCall& call) {
                                     const float left = call.buffer<float>("y")[0];
                                     twice(call);
                                     call.buffer<float>("y")[0] = left;
                                   }));
  QVERIFY2(contains(error, "is not written at [0]"), error.c_str());
}

void TestOracles::storedArraysServe() {
  auto texts = changed(R"("python": "oracle.py")", R"("stored": {"y": "want_{case}.npy"})");
  texts[2].second = replaced(texts[2].second, R"("role": "input")",
                             R"("role": "input", "fill": {"constant": 3})");
  texts.emplace_back("want_large.npy", npyOf(std::vector<double>(4096, 6)));
  texts.emplace_back("want_tail.npy", npyOf(std::vector<double>(1001, 6)));
  texts.emplace_back("want_one.npy", npyOf({6}));
  QCOMPARE(open(texts), std::string());
  const Verdict verdict = verdictOf(twice);
  QVERIFY2(verdict.ok(), verdict.message.c_str());
  // The same number everywhere: that a mean is right too is said.
  QCOMPARE(verdict.oracle, std::string("stored arrays, which also accepts a kernel that writes the "
                                       "mean of what is wanted"));
}

void TestOracles::storedArraysOfAnotherShapeAreRefused() {
  auto texts = changed(R"("python": "oracle.py")", R"("stored": {"y": "want_{case}.npy"})");
  texts.emplace_back("want_large.npy", npyOf({6, 6}));
  texts.emplace_back("want_tail.npy", npyOf({6}));
  texts.emplace_back("want_one.npy", npyOf({6}));
  const std::string error = open(texts);
  QVERIFY2(contains(error,
                    "stored result of y, case large: expected shape [4096], got [2] from "
                    "want_large.npy"),
           error.c_str());
}

void TestOracles::fillsComeFromFunctions() {
  const std::string oracle =
      std::string(twiceOracle) + "def ramp(case):\n  return np.arange(case.n) / 2\n";
  QCOMPARE(open(changed(R"("role": "input")", R"("role": "input", "fill": {"function": "ramp"})",
                        oracle)),
           std::string());
  float third = 0;
  const Verdict verdict = verdictOf([&](const KernelCall& call) {
    if (call.value<int32_t>("n") > 3) third = call.buffer<float>("x")[3];
    twice(call);
  });
  QVERIFY2(verdict.ok(), verdict.message.c_str());
  QCOMPARE(third, 1.5F);
}

void TestOracles::fillsComeFromFiles() {
  auto texts = changed(R"("n": 4096)", R"("n": 3)");
  texts[2].second =
      replaced(texts[2].second, R"({"n": 1001})", R"({"n": 3}, "fill": {"x": {"npy": "x.npy"}})");
  texts.emplace_back("x.npy", npyOf({1, 2.5, -3}));
  QCOMPARE(open(texts), std::string());
  std::vector<float> seen;
  const Verdict verdict = verdictOf([&](const KernelCall& call) {
    seen.push_back(call.buffer<float>("x")[0]);
    twice(call);
  });
  QVERIFY2(verdict.ok(), verdict.message.c_str());
  QCOMPARE(seen[2], 1.0F);
  QVERIFY(seen[0] != 1.0F);
}

void TestOracles::fillsMustFitTheirType_data() {
  QTest::addColumn<QString>("type");
  QTest::addColumn<QString>("fill");
  QTest::addColumn<QString>("message");
  QTest::newRow("integers")
      << "uint8"
      << R"({"integers": [0, 300]})"
      << "fill of x, case large: the fill gives 0 to 300, but uint8 holds 0 to 255";
  QTest::newRow("permutation") << "int8"
                               << R"({"permutation": true})"
                               << "gives 0 to 4095, but int8 holds -128 to 127";
  QTest::newRow("csr") << "int16"
                       << R"({"csr_offsets": "n * 100"})"
                       << "gives 0 to 409600";
  QTest::newRow("constant") << "uint16"
                            << R"({"constant": -1})"
                            << "uint16 holds 0 to 65535";
  QTest::newRow("reversed") << "int32"
                            << R"({"integers": [5, "-n"]})"
                            << "fill of x, case large";
  QTest::newRow("no such function") << "float32"
                                    << R"({"function": "ramp"})"
                                    << "oracle.py has no function ramp (it has: reference)";
  QTest::newRow("a function's shape")
      << "float32"
      << R"({"function": "short"})"
      << "expected shape [4096], got [2] from function short of oracle.py";
}

void TestOracles::fillsMustFitTheirType() {
  QFETCH(QString, type);
  QFETCH(QString, fill);
  QFETCH(QString, message);
  std::string oracle = twiceOracle;
  if (fill.contains("short")) oracle += "def short(case):\n  return np.zeros(2)\n";
  const std::string error =
      open(changed(R"("type": "float32", "shape": ["n"], "role": "input")",
                   R"("type": ")" + type.toStdString() +
                       R"(", "shape": ["n"], "role": "input", "fill": )" + fill.toStdString(),
                   oracle));
  QVERIFY2(contains(error, message.toStdString()), error.c_str());
}

void TestOracles::theOraclesOwnCheckHasAWord() {
  const std::string oracle =
      "import numpy as np\n"
      "def reference(case, inputs):\n  return {}\n"
      "def check(case, inputs, got):\n"
      "  if not np.array_equal(got['y'], 2 * inputs['x']): return 'y is not twice x'\n";
  QCOMPARE(open(twiceProblem("", oracle)), std::string());
  QVERIFY(verdictOf(twice).ok());
  const Verdict wrong = verdictOf([](const KernelCall& call) {
    twice(call);
    call.buffer<float>("y")[0] += 1;
  });
  QCOMPARE(wrong.kind, VerdictKind::wrong);
  QCOMPARE(wrong.message,
           std::string("case large: the oracle's check() refuses the outputs: y is not twice x"));
  // The answer is cached by now, and check() is asked all the same.
  QCOMPARE(open(twiceProblem("", oracle)), std::string());
  QVERIFY(!verdictOf([](const KernelCall&) {}).ok());
}

void TestOracles::aCheckThatFailsJudgesNobody() {
  const std::string oracle =
      std::string(twiceOracle) + "def check(case, inputs, got):\n  return got['z']\n";
  QCOMPARE(open(twiceProblem("", oracle)), std::string());
  const Verdict verdict = verdictOf(twice);
  QCOMPARE(verdict.kind, VerdictKind::couldNotJudge);
  QVERIFY2(contains(verdict.message, "oracle.py, case large, check(): line 5: KeyError: 'z'"),
           verdict.message.c_str());
}

void TestOracles::casesThatDoNotFitAreRefusedBeforehand() {
  renewDevice();
  m_device->setMemory(80000);
  const std::string error = reopen(twiceProblem());
  QVERIFY2(contains(error, "the cases need 0.1 MiB on memory (case large alone 0.1 MiB)"),
           error.c_str());
  QVERIFY2(contains(error, "are free"), error.c_str());
}

void TestOracles::casesTakeTurnsWhereMemoryIsShort() {
  renewDevice();
  m_device->setMemory(150000);
  QCOMPARE(reopen(twiceProblem()), std::string());
  const int64_t lasting = m_device->allocated();
  const Verdict verdict = verdictOf(twice);
  QVERIFY2(verdict.ok(), verdict.message.c_str());
  QCOMPARE(m_device->allocated(), lasting);
}

QTEST_GUILESS_MAIN(TestOracles)
#include "test_oracles.moc"
