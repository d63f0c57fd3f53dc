// SPDX-License-Identifier: GPL-3.0-or-later
#include <sched.h>

#include <QTest>

#include "support/null_problem.h"
#include "support/printing.h"
#include "support/runner_client.h"

using namespace kw;
using namespace kw::test;

class TestRunnerOpenings : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    auto folder = files::TemporaryFolder::make();
    KW_VERIFY_OK(folder);
    m_folder.emplace(std::move(*folder));
    auto problem = makeNullProblem(m_folder->path() / "problem");
    KW_VERIFY_OK(problem);
    m_problem = std::move(*problem);
    m_faults = m_folder->path() / "faults";
    qputenv("KERNELWRIGHT_NULL_FAULTS", QByteArray::fromStdString(m_faults.string()));
  }

  void cleanup() {
    for (const char* name :
         {"KERNELWRIGHT_NULL_FAULTS", "KERNELWRIGHT_NULL_UUID", "KERNELWRIGHT_NULL_KIND"})
      qunsetenv(name);
  }

  void anOpenProblemSaysWhatIsThere() {
    const auto client = startClient();
    const auto opened = client->open(m_problem);
    KW_VERIFY_OK(opened);
    QCOMPARE(opened->device.id, "null");
    QCOMPARE(opened->device.compiler, "null compiler 1");
    QCOMPARE(opened->appetite, 4);
    QCOMPARE(client->runner().appetite(), size_t{512});
    QCOMPARE(client->runner().caseNames(), (std::vector<std::string>{"timed", "one"}));
    QVERIFY(!client->notes().empty());
    QVERIFY(opened->device.measuredPeaks.contains("dram_copy_bytes_per_second"));
  }

  void devicesAreListedWithAndWithoutPeaks() {
    const auto client = startClient();
    QCOMPARE(client->runner().hello().devices, std::vector<std::string>{"null"});
    const auto plain = client->devices();
    KW_VERIFY_OK(plain);
    QCOMPARE(plain->devices.size(), size_t{1});
    QVERIFY(plain->devices[0].measuredPeaks.empty());
    const auto measured = client->devices(true);
    KW_VERIFY_OK(measured);
    QCOMPARE(measured->devices[0].measuredPeaks.size(), size_t{1});
  }

  void aSecondOpenReplacesTheFirst() {
    const auto client = startClient();
    auto other = makeNullProblem(m_folder->path() / "other", "other");
    KW_VERIFY_OK(other);
    KW_VERIFY_OK(client->open(m_problem));
    const auto inFlight = client->ask(nullCandidate(m_problem, "none"));
    KW_VERIFY_OK(client->open(*other));
    QVERIFY(inFlight->answer.has_value());  // it was finished first
    KW_VERIFY_OK(*inFlight->answer);
    KW_VERIFY_OK(client->evaluate(nullCandidate(*other, "none")));
  }

  void aDeviceThatIsNotThereIsNamed() {
    const auto client = startClient();
    const auto opened = client->open(m_problem, "cuda:3");
    QVERIFY(!opened);
    QCOMPARE(opened.error().kind, ErrorKind::missing);
    KW_VERIFY_CONTAINS(opened.error().message, "'cuda:3' here; there is: null");
  }

  void aFaultyOpeningIsToldAndTheNextOneWorks_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<QString>("text");
    QTest::newRow("the device worker crashes")
        << "open_crash"
        << "signal 11 (SIGSEGV) while the problem was opened";
    QTest::newRow("the device cannot be opened") << "open_fail"
                                                 << "asked not to open";
    QTest::newRow("the driver hangs") << "open_hang"
                                      << "did not move for too long";
    QTest::newRow("the compiler crashes at its start") << "compiler_crash"
                                                       << "3 times at its start";
  }

  void aFaultyOpeningIsToldAndTheNextOneWorks() {
    QFETCH(QString, fault);
    QFETCH(QString, text);
    const auto client = startClient(fault == "open_hang" ? "--deadline 0.2" : "");
    setFaults(utf8(fault));
    KW_VERIFY_CONTAINS(errorText(client->open(m_problem)), utf8(text));
    setFaults("");
    KW_VERIFY_OK(client->open(m_problem));
    KW_VERIFY_OK(client->evaluate(nullCandidate(m_problem, "none")));
  }

  // Nobody waits for ever for a device that cannot be opened again.
  void aDeviceThatStaysLostFailsWhatWaits() {
    const auto client = startClient();
    KW_VERIFY_OK(client->open(m_problem));
    setFaults("open_crash");
    const auto verdict = client->evaluate(nullCandidate(m_problem, "crash"));
    KW_VERIFY_OK(verdict);
    QCOMPARE(test::quoted(name(verdict->verdict.kind)), "crashed");
    const auto first = client->ask(nullCandidate(m_problem, "none"));
    const auto second = client->ask(nullCandidate(m_problem, "none"));
    KW_VERIFY_CONTAINS(errorText(client->finish(first)), "tried 3 times");
    KW_VERIFY_CONTAINS(errorText(client->finish(second)), "tried 3 times");
    KW_VERIFY_CONTAINS(errorText(client->evaluate(nullCandidate(m_problem, "none"))),
                       "tried 3 times");
    setFaults("");
    KW_VERIFY_OK(client->open(m_problem));
    KW_VERIFY_OK(client->evaluate(nullCandidate(m_problem, "none")));
  }

  void driversThatCrashLeaveARunnerWithoutDevices() {
    setFaults("list_crash");
    const auto client = startClient();
    QVERIFY(client->runner().hello().devices.empty());
    const auto devices = client->devices();
    KW_VERIFY_OK(devices);
    KW_VERIFY_CONTAINS(devices->missing.at(0), "signal 11 (SIGSEGV)");
  }

  // A new runner of the same device waits a few seconds, then names who has it.
  void oneRunnerToADevice() {
    qputenv("KERNELWRIGHT_NULL_UUID", "NULL-0001");
    const auto first = startClient();
    const auto second = startClient();
    KW_VERIFY_OK(first->open(m_problem));
    const auto refused = second->open(m_problem);
    KW_VERIFY_CONTAINS(errorText(refused),
                       "process " + std::to_string(first->runner().hello().process));
    first->drop();
    KW_VERIFY_OK(second->open(m_problem));
  }

  void hostRunnersOnDifferentCpusWorkSideBySide() {
    cpu_set_t set;
    CPU_ZERO(&set);
    QCOMPARE(sched_getaffinity(0, sizeof set, &set), 0);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    if (cpus.size() < 2) QSKIP("needs two CPUs");
    qputenv("KERNELWRIGHT_NULL_KIND", "host");
    const auto pinned = [](int cpu) {
      return "taskset -c " + std::to_string(cpu) + " " + nullRunner();
    };
    auto first = RunnerClient::start(pinned(cpus[0]));
    auto second = RunnerClient::start(pinned(cpus[1]));
    auto third = RunnerClient::start(pinned(cpus[1]));
    KW_VERIFY_OK(first);
    KW_VERIFY_OK(second);
    KW_VERIFY_OK(third);
    KW_VERIFY_OK((*first)->open(m_problem, "host"));
    KW_VERIFY_OK((*second)->open(m_problem, "host"));
    KW_VERIFY_CONTAINS(errorText((*third)->open(m_problem, "host")), "taskset");
    KW_VERIFY_OK((*first)->evaluate(nullCandidate(m_problem, "none")));
    KW_VERIFY_OK((*second)->evaluate(nullCandidate(m_problem, "none")));
  }

  // The far side has nothing of this one: no folder, no environment, no cache.
  void aRunnerBehindAPrefixNeedsNoSharedFolder() {
    const std::string cache = (m_folder->path() / "far side").string();
    auto client = RunnerClient::start("env -i PATH=/usr/bin:/bin 'KERNELWRIGHT_CACHE=" + cache +
                                      "' sh -c 'cd / && exec " + nullRunner() + "'");
    KW_VERIFY_OK(client);
    KW_VERIFY_OK((*client)->open(m_problem));
    KW_VERIFY_OK((*client)->evaluate(nullCandidate(m_problem, "none")));
    const files::Path blobs = files::Path(cache) / "blobs";
    QCOMPARE(std::distance(std::filesystem::directory_iterator(blobs), {}),
             std::ptrdiff_t(m_problem.parts.size()));
  }

  void largeFilesArriveWhole() {
    const auto client = startClient();
    std::string large(size_t{9} << 20, 'x');
    for (size_t i = 0; i < large.size(); i += 977)
      large[i] = static_cast<char>(i);
    m_problem.parts.push_back({"data/large.bin", large});
    m_problem.parts.push_back({"data/empty.bin", ""});
    KW_VERIFY_OK(client->open(m_problem));
    KW_VERIFY_OK(client->evaluate(nullCandidate(m_problem, "none")));
  }

 private:
  std::unique_ptr<RunnerClient> startClient(const std::string& options = {}) {
    auto client = RunnerClient::start(nullRunner(options));
    if (!client) qFatal("%s", client.error().text().c_str());
    return std::move(*client);
  }

  void setFaults(const std::string& text) { KW_VERIFY_OK(files::writeAtomically(m_faults, text)); }

  std::optional<files::TemporaryFolder> m_folder;
  files::Path m_faults;
  LoadedProblem m_problem;
};

QTEST_GUILESS_MAIN(TestRunnerOpenings)
#include "test_runner_openings.moc"
