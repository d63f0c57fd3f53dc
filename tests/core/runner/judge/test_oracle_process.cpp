// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "base/files/files.h"
#include "runner/oracle/oracle_process.h"
#include "runner/oracle/python.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

struct Oracle {
  files::TemporaryFolder folder;
  std::unique_ptr<OracleProcess> process;
};

Result<Oracle> started(const std::string& text, OracleLimits limits = {}) {
  KW_ASSIGN(auto folder, files::TemporaryFolder::make());
  KW_TRY(files::writeAtomically(folder.path() / "oracle.py", text));
  KW_ASSIGN(auto process, OracleProcess::start(folder.path() / "oracle.py", limits, false, {}));
  return Oracle{std::move(folder), std::move(process)};
}

// A call of reference() without arrays.
Result<json::Value> asked(Oracle& oracle, std::stop_token stop = {}) {
  const json::Value request = json::Value::object({{"do", "reference"},
                                                   {"case", "tail"},
                                                   {"sizes", json::Value::object({{"n", 3}})},
                                                   {"values", json::Object{}},
                                                   {"inputs", json::Object{}},
                                                   {"outputs", json::Object{}}});
  return oracle.process->ask(request, "oracle.py, case tail", stop);
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestOracleProcess : public QObject {
  Q_OBJECT
 private slots:
  void answersSeveralRequests();
  void showsTheCaseItsSizes();
  void printingDoesNotDisturbTheProtocol();
  void namesFaultsWithTheirLine_data();
  void namesFaultsWithTheirLine();
  void refusesAFileThatDoesNotLoad_data();
  void refusesAFileThatDoesNotLoad();
  void endsAnOracleThatTakesTooLong();
  void saysWhatIsWaitedFor();
  void tellsWhatADyingOraclePrinted();
  void keepsAnOracleFromTheSystem_data();
  void keepsAnOracleFromTheSystem();
  void limitsMemory();
  void stopsWhenAsked();
  void sayWhatToInstallWithoutNumPy();
};

void TestOracleProcess::answersSeveralRequests() {
  auto oracle = started(
      "count = 0\ndef reference(case, inputs):\n  global count\n  count += 1\n  return {}\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  for (int i = 0; i < 3; ++i) {
    const auto reply = asked(*oracle);
    QVERIFY2(reply, errorText(reply).c_str());
  }
  QVERIFY(!oracle->process->hasCheck());
}

void TestOracleProcess::showsTheCaseItsSizes() {
  auto oracle = started(
      "def check(case, inputs, got): pass\n"
      "def reference(case, inputs):\n  assert (case.n, case.name, case.values) == (3, 'tail', {})\n"
      "  return {}\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  const auto reply = asked(*oracle);
  QVERIFY2(reply, errorText(reply).c_str());
  QVERIFY(oracle->process->hasCheck());
}

void TestOracleProcess::printingDoesNotDisturbTheProtocol() {
  auto oracle = started(
      "import os\nprint('loading')\n"
      "def reference(case, inputs):\n  print('{\"ok\": false}' * 5000)\n  os.write(1, b'x\\n')\n  "
      "return {}\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  const auto reply = asked(*oracle);
  QVERIFY2(reply, errorText(reply).c_str());
}

void TestOracleProcess::namesFaultsWithTheirLine_data() {
  QTest::addColumn<QString>("body");
  QTest::addColumn<QString>("message");
  QTest::newRow("exception") << "return 1 / 0"
                             << "oracle.py, case tail: line 2: ZeroDivisionError";
  QTest::newRow("exit") << "raise SystemExit(3)"
                        << "line 2: SystemExit";
  QTest::newRow("no dictionary") << "return 5"
                                 << "reference() gave int, expected a dictionary";
  QTest::newRow("unknown output") << "return {'z': 1}"
                                  << "gave z, which is no output";
  QTest::newRow("unknown size") << "return case.m"
                                << "no attribute 'm'";
}

void TestOracleProcess::namesFaultsWithTheirLine() {
  QFETCH(QString, body);
  QFETCH(QString, message);
  auto oracle = started("def reference(case, inputs):\n  " + body.toStdString() + "\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  const auto reply = asked(*oracle);
  QVERIFY(!reply);
  QCOMPARE(reply.error().kind, ErrorKind::badInput);
  QVERIFY2(contains(errorText(reply), message.toUtf8()), errorText(reply).c_str());
  // The process lives on.
  QVERIFY(oracle->process->alive());
  QVERIFY(!asked(*oracle));
}

void TestOracleProcess::refusesAFileThatDoesNotLoad_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("message");
  QTest::newRow("syntax") << "\ndef reference(case inputs):\n"
                          << "line 2: SyntaxError";
  QTest::newRow("import") << "import nosuchmodule\n"
                          << "line 1: ModuleNotFoundError";
}

void TestOracleProcess::refusesAFileThatDoesNotLoad() {
  QFETCH(QString, text);
  QFETCH(QString, message);
  const auto oracle = started(text.toStdString());
  QVERIFY(!oracle);
  QCOMPARE(oracle.error().kind, ErrorKind::badInput);
  QVERIFY2(contains(errorText(oracle), message.toUtf8()), errorText(oracle).c_str());
}

void TestOracleProcess::endsAnOracleThatTakesTooLong() {
  auto oracle = started("def reference(case, inputs):\n  while True: pass\n", {.seconds = 0.3});
  QVERIFY2(oracle, errorText(oracle).c_str());
  const auto reply = asked(*oracle);
  QVERIFY(!reply);
  QVERIFY2(contains(errorText(reply), "case tail: no answer within 0.3 s"),
           errorText(reply).c_str());
  QVERIFY(!oracle->process->alive());
}

void TestOracleProcess::saysWhatIsWaitedFor() {
  std::vector<std::string> notes;
  OracleLimits limits{.seconds = 0.3, .noticeSeconds = 0};
  limits.note = [&notes](const std::string& text) { notes.push_back(text); };
  auto oracle = started("def reference(case, inputs):\n  while True: pass\n", limits);
  QVERIFY2(oracle, errorText(oracle).c_str());
  notes.clear();
  const auto reply = asked(*oracle);
  QVERIFY(!reply);
  QVERIFY(!notes.empty());
  QVERIFY2(contains(notes.front(), "waiting for oracle.py, case tail"), notes.front().c_str());
  QVERIFY2(contains(notes.front(), "at most 0.3 s"), notes.front().c_str());
  QVERIFY2(contains(errorText(reply), "the limit for one request"), errorText(reply).c_str());
}

void TestOracleProcess::tellsWhatADyingOraclePrinted() {
  auto oracle = started(
      "import os, sys\ndef reference(case, inputs):\n"
      "  print('first\\nlast words', file=sys.stderr, flush=True)\n  os._exit(7)\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  const auto reply = asked(*oracle);
  QVERIFY(!reply);
  QVERIFY2(contains(errorText(reply), "exit status 7"), errorText(reply).c_str());
  QVERIFY2(contains(errorText(reply), "last words"), errorText(reply).c_str());
}

void TestOracleProcess::keepsAnOracleFromTheSystem_data() {
  QTest::addColumn<QString>("attempt");
  QTest::newRow("network") << "import socket; socket.create_connection(('127.0.0.1', 22), 1)";
  QTest::newRow("processes") << "import subprocess; subprocess.run(['/bin/true'])";
  QTest::newRow("its own folder") << "open(__file__, 'a')";
}

void TestOracleProcess::keepsAnOracleFromTheSystem() {
  QFETCH(QString, attempt);
  auto oracle =
      started("def reference(case, inputs):\n  " + attempt.toStdString() + "\n  return {}\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  QVERIFY(!asked(*oracle));
}

void TestOracleProcess::limitsMemory() {
  auto oracle =
      started("import numpy as np\ndef reference(case, inputs):\n  np.ones(1 << 29)\n  return {}\n",
              {.memoryBytes = int64_t{1} << 30});
  QVERIFY2(oracle, errorText(oracle).c_str());
  const auto reply = asked(*oracle);
  QVERIFY(!reply);
  QVERIFY2(contains(errorText(reply), "not enough memory"), errorText(reply).c_str());
  QVERIFY2(contains(errorText(reply), "it may use 1024 MiB"), errorText(reply).c_str());
}

void TestOracleProcess::stopsWhenAsked() {
  auto oracle = started("def reference(case, inputs):\n  while True: pass\n");
  QVERIFY2(oracle, errorText(oracle).c_str());
  std::stop_source stop;
  stop.request_stop();
  const auto reply = asked(*oracle, stop.get_token());
  QVERIFY(!reply);
  QCOMPARE(reply.error().kind, ErrorKind::cancelled);
}

void TestOracleProcess::sayWhatToInstallWithoutNumPy() {
  const auto python = findPythonAmong({"/bin/true", "/no/such/python3", ""});
  QVERIFY(!python);
  QCOMPARE(python.error().kind, ErrorKind::missing);
  QVERIFY2(contains(errorText(python), "apt install python3-numpy"), errorText(python).c_str());
  QVERIFY2(contains(errorText(python), "/no/such/python3"), errorText(python).c_str());
}

QTEST_GUILESS_MAIN(TestOracleProcess)
#include "test_oracle_process.moc"
