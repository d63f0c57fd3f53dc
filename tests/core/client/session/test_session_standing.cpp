// SPDX-License-Identifier: GPL-3.0-or-later
// Of a session with several devices, the one that was searched speaks for it.
#include <QTest>

#include "base/files/files.h"
#include "client/session/session_standing.h"
#include "core/client/session/samples.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

struct Place {
  const char* deviceId;
  const char* deviceModel;
};
constexpr Place gpu{"GPU-1", "NVIDIA H200"}, cpu{"host-1", "host: a CPU, 2 threads"};

class Measured {
 public:
  Measured()
      : m_folder(*files::TemporaryFolder::make()),
        m_problem(problemIn(m_folder.path() / "copy", "copy")),
        m_session(opened(m_folder.path() / "s.kwr", Session::Mode::create)) {
    m_session->storeProblem(m_problem, {});
    for (const Place& place : {gpu, cpu}) {
      DeviceInfo device;
      device.uuid = place.deviceId;
      device.model = place.deviceModel;
      m_session->storeDevice(device, {});
    }
    if (!m_session->flush()) qFatal("not stored");
  }

  Session& session() { return *m_session; }
  const LoadedProblem& problem() const { return m_problem; }

  void search(const Place& place, int count) {
    const int64_t run = m_session->beginRun({.strategy = "random", .budget = "9"}, {});
    for (int i = 0; i < count; ++i)
      add(place, run);
    m_session->endRun(run, "finished", {});
  }

  // A candidate, verified or profiled by itself where `run` is 0.
  void add(const Place& place, int64_t run, const std::string& protocol = Protocol().text()) {
    Evaluation one = evaluation(10 * ++m_number);  // every tenth is wrong but one
    one.candidate.textHash = m_problem.templateHash;
    one.deviceId = place.deviceId;
    one.deviceModel = place.deviceModel;
    one.protocol = protocol;
    const int64_t attempt =
        m_session->beginAttempt(run, {.key = one.key, .candidate = one.candidate}, {});
    m_session->markStarted(attempt, one.deviceId);
    m_session->storeEvaluation(attempt, one, {});
    if (!m_session->flush()) qFatal("not stored");
  }

  std::string shown(std::string_view deviceId = {}) {
    const auto standing = standingIn(*m_session, m_problem, deviceId);
    if (!standing) qFatal("%s", standing.error().text().c_str());
    return standing->deviceModel + ": " + std::to_string(standing->evaluations.size());
  }

 private:
  files::TemporaryFolder m_folder;
  LoadedProblem m_problem;
  std::unique_ptr<Session> m_session;
  int m_number = 0;
};

}  // namespace

class TestSessionStanding : public QObject {
  Q_OBJECT

 private slots:
  void aCandidateMeasuredByItselfDoesNotSpeak() {
    Measured measured;
    measured.search(gpu, 3);
    measured.add(cpu, 0);
    QCOMPARE(measured.shown(), std::string("NVIDIA H200: 3"));
    QCOMPARE(measured.shown(cpu.deviceId), std::string(cpu.deviceModel) + ": 1");
  }

  void theLastSearchSpeaks() {
    Measured measured;
    measured.search(cpu, 5);
    measured.search(gpu, 1);
    QCOMPARE(measured.shown(), std::string("NVIDIA H200: 1"));
    const auto all = measured.session().searchedOn(measured.problem().templateHash);
    KW_VERIFY_OK(all);
    QCOMPARE(all->size(), size_t{2});
    QCOMPARE(all->front().deviceId, std::string(gpu.deviceId));
    QVERIFY(measured.session().searchedOn("another template")->empty());
  }

  void finalFiguresAreNoSearch() {
    Measured measured;
    measured.search(gpu, 2);
    const int64_t run = measured.session().beginRun({.strategy = "random", .budget = "9"}, {});
    measured.add(cpu, run, finalProtocol(DeviceInfo()).text());
    QCOMPARE(measured.shown(), std::string("NVIDIA H200: 2"));
  }

  void withoutASearchTheLatestSpeaks() {
    Measured measured;
    measured.add(gpu, 0);
    measured.add(cpu, 0);
    QCOMPARE(measured.shown(), std::string(cpu.deviceModel) + ": 1");
  }

  void aDeviceIsNamedByPartOfItsModel() {
    Measured measured;
    for (const auto& [name, uuid] :
         {std::pair("h200", gpu.deviceId), std::pair("host-1", cpu.deviceId), std::pair("", "")}) {
      const auto found = deviceNamed(measured.session(), name);
      KW_VERIFY_OK(found);
      QCOMPARE(*found, std::string(uuid));
    }
    KW_VERIFY_CONTAINS(test::errorText(deviceNamed(measured.session(), "A100")),
                       "it holds NVIDIA H200 (GPU-1); host: a CPU, 2 threads (host-1)");
    KW_VERIFY_CONTAINS(test::errorText(deviceNamed(measured.session(), "h")), "several devices");
  }
};

QTEST_GUILESS_MAIN(TestSessionStanding)
#include "test_session_standing.moc"
