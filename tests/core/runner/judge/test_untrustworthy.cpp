// SPDX-License-Identifier: GPL-3.0-or-later
// The planted kernels of tests/data/untrustworthy on the host device: each fault gets the verdict
// that names it, and nothing that is odd but right is accused.
#include <QTest>
#include <algorithm>
#include <map>

#include "base/files/files.h"
#include "base/json/text.h"
#include "model/problem/problem_file.h"
#include "runner/device/host/host_device_kind.h"
#include "runner/measure/prepared_problem.h"
#include "runner/measure/unusual_runs.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

const std::filesystem::path folder = std::filesystem::path(KW_TEST_DATA) / "untrustworthy";

Protocol shortProtocol() {
  Protocol protocol;
  protocol.warmups = 1;
  protocol.launches = 4;
  protocol.flush = false;
  return protocol;
}

bool holds(const json::Value& list, const std::string& text) {
  for (const json::Value& item : list.asArray())
    if (item.asString() == text) return true;
  return false;
}

bool hasPart(const std::vector<std::string>& texts, const std::string& part) {
  return std::ranges::any_of(
      texts, [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

// A problem of the folder, opened.
struct Opened {
  LoadedProblem problem;
  std::unique_ptr<PreparedProblem> prepared;
};

}  // namespace

class TestUntrustworthy : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void kernelGetsItsVerdict_data();
  void kernelGetsItsVerdict();
  void unusualLaunchesEndBeforeTheWatchdog();
  void theListIsLongEnough();

 private:
  Result<CompileOutcome> compiled(const LoadedProblem& problem, const Candidate& candidate,
                                  bool sanitized = false) {
    CompileJob job =
        compileJob(problem.problem, candidate, problem.folder.string(), m_device->info());
    job.sanitized = sanitized;
    return m_compiler->compile(job, {});
  }
  Result<Opened*> opened(const std::string& name) {
    auto& one = m_opened[name];
    if (one) return one.get();
    auto made = std::make_unique<Opened>();
    KW_ASSIGN(made->problem, loadProblem(folder / name));
    PrepareOptions options;
    KW_ASSIGN(options.source, compiled(made->problem, {}));
    KW_ASSIGN(made->prepared, PreparedProblem::prepare(*m_device, made->problem, options, {}));
    one = std::move(made);
    return one.get();
  }
  Result<Evaluation> evaluated(const std::string& problem, int64_t kernel, Depth depth,
                               double deadlineSeconds) {
    KW_ASSIGN(Opened* const one, opened(problem));
    EvaluationJob job{
        .candidate = {true, one->problem.templateHash, Configuration({{"KERNEL", kernel}})},
        .key = {},
        .protocol = shortProtocol(),
        .deadlineSeconds = deadlineSeconds,
        .compiled = {},
        .scrutiny = {.depth = depth, .seed = 20261130}};
    KW_ASSIGN(job.compiled, compiled(one->problem, job.candidate, depth == Depth::thorough));
    return one->prepared->evaluate(job, {}, {});
  }

  json::Value m_expected;
  std::unique_ptr<Device> m_device;
  std::unique_ptr<Compiler> m_compiler;
  std::map<std::string, std::unique_ptr<Opened>> m_opened;  // goes before its device
};

void TestUntrustworthy::initTestCase() {
  const DeviceKind kind = hostDeviceKind(false);
  auto device = kind.open("host");
  QVERIFY2(device, errorText(device).c_str());
  m_device = *std::move(device);
  auto compiler = kind.makeCompiler();
  QVERIFY2(compiler, errorText(compiler).c_str());
  m_compiler = *std::move(compiler);
}

void TestUntrustworthy::kernelGetsItsVerdict_data() {
  QTest::addColumn<int>("at");
  const auto text = files::readText(folder / "expected.json");
  QVERIFY2(text, errorText(text).c_str());
  auto list = json::parse(*text);
  QVERIFY2(list, errorText(list).c_str());
  m_expected = *std::move(list);
  int at = 0;
  for (const json::Value& one : m_expected.asArray()) {
    const std::string name =
        "row " + std::to_string(one["row"].asInteger()) + ": " + one["problem"].asString() + " " +
        std::to_string(one["kernel"].asInteger()) + ", " + one["name"].asString();
    if (holds(one["devices"], "host")) QTest::newRow(name.c_str()) << at;
    ++at;
  }
}

void TestUntrustworthy::kernelGetsItsVerdict() {
  QFETCH(int, at);
  const json::Value& expected = m_expected.asArray()[static_cast<size_t>(at)];
  const Depth wanted = *depth(expected["depth"].asString());
  const double deadline = expected["deadline"].asReal(2);
  const auto evaluation =
      evaluated(expected["problem"].asString(), expected["kernel"].asInteger(), wanted, deadline);
  QVERIFY2(evaluation, errorText(evaluation).c_str());
  const Verdict& verdict = evaluation->verdict;
  const std::string said = std::string(name(verdict.kind)) + ": " + verdict.message +
                           (verdict.difference ? " [" + verdict.difference->what + "]" : "");
  qInfo("%s", said.c_str());
  for (const std::string& note : verdict.unchecked)
    qInfo("unchecked: %s", note.c_str());
  if (const json::Value& message = expected["message"]; message.isString())
    QVERIFY2(verdict.message.find(message.asString()) != std::string::npos, said.c_str());
  QVERIFY2(name(verdict.kind) == expected["verdict"].asString(), said.c_str());
  if (const json::Value& note = expected["unchecked"]; note.isString())
    QVERIFY2(hasPart(verdict.unchecked, note.asString()), said.c_str());
  if (expected["what"].asArray().empty()) return;
  QVERIFY2(verdict.difference, said.c_str());
  QVERIFY2(holds(expected["what"], verdict.difference->what), said.c_str());
}

// A runner kills a device that says nothing for a minute, and calls its candidate hung.
void TestUntrustworthy::unusualLaunchesEndBeforeTheWatchdog() {
  QCOMPARE(UnusualRuns::patientSeconds(0.25), 2.5);
  for (const double usual : {2.0, 10.0, 100.0})
    QVERIFY(UnusualRuns::patientSeconds(usual) <= 20);
}

// 20 rows, of which two are of time and stand elsewhere; 15 kernels at least that are odd but
// right.
void TestUntrustworthy::theListIsLongEnough() {
  std::map<int64_t, int> faults;
  int right = 0;
  for (const json::Value& one : m_expected.asArray()) {
    if (one["verdict"].asString() == "verified")
      ++right;
    else
      ++faults[one["row"].asInteger()];
  }
  QVERIFY(right >= 15);
  for (int row = 1; row <= 20; ++row)
    if (row != 10 && row != 11) QVERIFY2(faults[row] > 0, std::to_string(row).c_str());
}

QTEST_GUILESS_MAIN(TestUntrustworthy)
#include "test_untrustworthy.moc"
