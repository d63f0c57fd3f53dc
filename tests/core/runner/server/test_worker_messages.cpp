// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "runner/server/worker_messages.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::test;

namespace {

template <class Message>
Message sent(const Message& order) {
  const auto read = worker::decodeOrder(worker::encode(worker::Order(order)));
  if (!read || !std::holds_alternative<Message>(*read)) qFatal("the order does not come back");
  return std::get<Message>(*read);
}

Candidate someCandidate() {
  Candidate candidate;
  candidate.isTemplate = true;
  candidate.textHash = "abc";
  candidate.configuration =
      Configuration({{"BLOCK", int64_t{256}}, {"TYPE", std::string("float")}});
  return candidate;
}

}  // namespace

// What goes into a pipe comes out of it.
class TestWorkerMessages : public QObject {
  Q_OBJECT

 private slots:
  void ordersToTheCompileWorker() {
    DeviceInfo device;
    device.id = "cuda:0";
    device.architecture = "sm_90";
    const auto use = sent(worker::UseProblem{worker::firstOwnId, "/a folder", device});
    QCOMPARE(use.id, worker::firstOwnId);
    QCOMPARE(use.folder, "/a folder");
    QCOMPARE(use.device.architecture, "sm_90");
    const auto compile = sent(worker::Compile{7, someCandidate(), true});
    QCOMPARE(compile.id, 7);
    QVERIFY(compile.sanitized);
    QCOMPARE(compile.candidate.label(), "BLOCK=256,TYPE=float");
    QVERIFY(sent(worker::Pause{true}).paused);
    QVERIFY(!sent(worker::Pause{false}).paused);
    QCOMPARE(sent(worker::Stop{9}).id, 9);
  }

  void ordersToTheDeviceWorker() {
    CompileOutcome outcome;
    outcome.ok = true;
    outcome.artefact.path = "/cache/a.cubin";
    outcome.artefact.lowered["norm<float>"] = "_Z4normIfE";
    const auto list = sent(worker::ListDevices{1, {"cuda:0", "host"}, "GH100"});
    QCOMPARE(list.peaksOf, (std::vector<std::string>{"cuda:0", "host"}));
    QCOMPARE(list.counters, "GH100");
    const auto open = sent(worker::OpenDevice{2, "cuda:1", "/folder", ~uint64_t{0} - 5, outcome});
    QCOMPARE(open.device, "cuda:1");
    QCOMPARE(open.seed, ~uint64_t{0} - 5);
    QCOMPARE(open.source.artefact.lowered.at("norm<float>"), "_Z4normIfE");
    const auto judge = sent(worker::Judge{3,
                                          someCandidate(),
                                          "key",
                                          Protocol{.launches = 17},
                                          outcome,
                                          Scrutiny{Depth::thorough, ~uint64_t{0} - 7, true},
                                          {{"decode cold", 0.25}}});
    QCOMPARE(judge.protocol.launches, 17);
    QCOMPARE(judge.compiled.artefact.path, "/cache/a.cubin");
    QCOMPARE(judge.scrutiny.depth, Depth::thorough);
    QCOMPARE(judge.scrutiny.seed, ~uint64_t{0} - 7);
    QVERIFY(judge.scrutiny.deepenBest);
    QCOMPARE(judge.rival.at("decode cold"), 0.25);
    CompileOutcome other;
    other.log = "no";
    const auto duel = sent(worker::Duel{4, someCandidate(), Candidate(), Protocol{.launches = 17},
                                        DuelSettings{.mostBlocks = 12}, outcome, other});
    QCOMPARE(duel.first.label(), "BLOCK=256,TYPE=float");
    QCOMPARE(duel.second.label(), "source");
    QCOMPARE(duel.settings.mostBlocks, 12);
    QCOMPARE(duel.compiledFirst.artefact.path, "/cache/a.cubin");
    QCOMPARE(duel.compiledSecond.log, "no");
    const auto profile = sent(
        worker::Profile{5, someCandidate(), "decode", {"duration", "instructions"}, 3, outcome});
    QCOMPARE(profile.caseName, "decode");
    QCOMPARE(profile.metrics, (std::vector<std::string>{"duration", "instructions"}));
    QCOMPARE(profile.mostPasses, 3);
    QCOMPARE(profile.compiled.artefact.path, "/cache/a.cubin");
    sent(worker::Proceed{});
  }

  void reportsOfTheirOwnAndOfTheProtocol() {
    const auto ready = worker::decodeReport(
        worker::encode(worker::Report(worker::CompilerReady{4, "NVRTC 13.0", 6})));
    KW_VERIFY_OK(ready);
    QCOMPARE(std::get<worker::CompilerReady>(*ready).parallelism, 6);
    const auto started = worker::decodeReport(
        worker::encode(worker::Report(protocol::Reply(protocol::Started{5, "timing a case"}))));
    KW_VERIFY_OK(started);
    QCOMPARE(std::get<protocol::Started>(std::get<protocol::Reply>(*started)).phase,
             "timing a case");
  }

  void whatIsNoMessageIsAnError() {
    for (const char* line :
         {"", "x", "{}", R"({"type":"worker:explode"})", R"({"type":"compile","id":1})"}) {
      QVERIFY(!worker::decodeOrder(line));
      QVERIFY(!worker::decodeReport(line));
    }
  }
};

QTEST_GUILESS_MAIN(TestWorkerMessages)
#include "test_worker_messages.moc"
