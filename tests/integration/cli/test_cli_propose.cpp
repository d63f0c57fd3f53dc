// SPDX-License-Identifier: GPL-3.0-or-later
// kwr propose on the host device, with programs in a model's place that answer with what they are
// given, one reply after the other.
#include <QTest>

#include "kwr_process.h"

using namespace kw;
using kw::test::Bench;
using kw::test::Outcome;

namespace {

// Prints the first of $REPLIES/1, 2, … that was not printed yet, and keeps the prompt.
constexpr const char* program = R"(#!/bin/sh
for number in 1 2 3 4 5 6; do
  if [ -e "$REPLIES/$number" ] && [ ! -e "$REPLIES/$number.prompt" ]; then
    cat > "$REPLIES/$number.prompt"
    exec cat "$REPLIES/$number"
  fi
done
exit 3
)";

std::string reply(const std::string& body) {
  return R"json(Here it is:
```json
{"reasons": "each element is read 200 times", "evidence": [],
 "expected": {"speedup": 5.0, "why": "one read"},
 "template": "__global__ void scale(float* y, const float* x, int n) { const int i = blockIdx.x * WIDTH + threadIdx.x; )json" +
         body + R"json( }",
 "space": {"parameters": [{"name": "WIDTH", "values": [128], "meaning": "threads"}],
           "constraints": [],
           "launches": [{"function": "scale", "arguments": ["y", "x", "n"],
                         "grid": ["ceil_div(n, WIDTH)"], "block": ["WIDTH"], "shared_memory": "0"}]}}
```)json";
}

const std::string right = "if (i < n) y[i] = 2.0f * x[i];";

}  // namespace

class TestCliPropose : public QObject {
  Q_OBJECT
 private slots:
  void aKernelGetsItsFirstTemplate();
  void faultsGoBackWithWhatIsWrong();
  void whatNeverFitsEndsTheRound();
  void repliesAreRecordedAndReplayed();

 private:
  // A problem without a template, and the replies in order.
  static std::string problemWith(const Bench& bench, const std::vector<std::string>& replies) {
    const std::filesystem::path folder = bench.copyProblem("slow_source");
    std::filesystem::remove(folder / "template.cu");
    std::filesystem::remove(folder / "space.json");
    std::string text = *files::readText(folder / "problem.json");
    text = text.substr(0, text.find(",\n  \"template\"")) + "\n}\n";
    bench.write("slow_source/problem.json", text);
    for (size_t i = 0; i < replies.size(); ++i)
      bench.write("replies/" + std::to_string(i + 1), replies[i]);
    const auto file = bench.write("model", program);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return folder.string();
  }
  static Outcome proposed(const Bench& bench, const std::string& problem,
                          std::vector<std::string> more) {
    std::vector<std::string> arguments{
        "propose",  problem, "--device", "host", "--review",  "accept-verified",
        "--budget", "1",     "--rounds", "1",    "--session", bench.path("s.kwr").string(),
        "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return bench.kwr(arguments, {{"REPLIES", bench.path("replies").string()}});
  }
  static std::vector<std::string> asProgram(const Bench& bench) {
    return {"--provider", "command", "--command", "'" + bench.path("model").string() + "'"};
  }
  static json::Value lastRound(const Outcome& outcome) {
    const auto rounds = outcome.events("round");
    return rounds.empty() ? json::Value() : rounds.back();
  }
};

void TestCliPropose::aKernelGetsItsFirstTemplate() {
  const Bench bench;
  const std::string problem = problemWith(bench, {reply(right)});
  const Outcome outcome = proposed(bench, problem, asProgram(bench));
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value round = lastRound(outcome);
  QCOMPARE(round["ending"].asString(), std::string("gained"));
  QVERIFY(round["low"].asReal() > 1);
  QVERIFY(outcome.last()["speedup"].asReal() > 1);
  const std::string prompt = *files::readText(bench.path("replies/1.prompt"));
  QVERIFY(prompt.find("again[i]") != std::string::npos);  // the source
  QVERIFY2(outcome.text().find("The prompt goes to ") != std::string::npos, outcome.text().c_str());
  // Another run goes on from there.
  const Outcome more = proposed(bench, problem, asProgram(bench));
  QVERIFY2(more.text().find("Going on from the template of round 1") != std::string::npos,
           more.text().c_str());
  // The folder of the problem is as it was; the session has the template.
  QVERIFY(!std::filesystem::exists(bench.path("slow_source/template.cu")));
  const Outcome exported =
      bench.kwr({"export", bench.path("s.kwr").string(), "kernel", bench.path("best.cu").string()});
  QVERIFY2(exported.status == 0, exported.text().c_str());
}

void TestCliPropose::faultsGoBackWithWhatIsWrong() {
  const Bench bench;
  const std::string problem = problemWith(
      bench, {"I cannot do that.", reply("y[i] = 3.0f * x[i < n ? i : 0];"), reply(right)});
  const Outcome outcome = proposed(bench, problem, asProgram(bench));
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value round = lastRound(outcome);
  QCOMPARE(round["calls"].asArray().size(), size_t{3});
  QVERIFY(!round["calls"].asArray()[0]["fault"].asString().empty());
  QCOMPARE(round["ending"].asString(), std::string("gained"));
  const std::string prompt = *files::readText(bench.path("replies/3.prompt"));
  QVERIFY2(prompt.find("With WIDTH=128: wrong") != std::string::npos, prompt.c_str());
}

void TestCliPropose::whatNeverFitsEndsTheRound() {
  const Bench bench;
  const std::string problem = problemWith(bench, {"no", "no", "{\"reasons\": 1}"});
  const Outcome outcome = proposed(bench, problem, asProgram(bench));
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value round = lastRound(outcome);
  QCOMPARE(round["ending"].asString(), std::string("unfit"));
  QVERIFY(round["message"].asString().find("reasons") != std::string::npos);
}

void TestCliPropose::repliesAreRecordedAndReplayed() {
  const Bench bench;
  const std::string problem = problemWith(bench, {reply(right)});
  std::vector<std::string> recording = asProgram(bench);
  recording.insert(recording.end(), {"--record", bench.path("kept").string()});
  const Outcome first = proposed(bench, problem, recording);
  QVERIFY2(first.status == 0, first.text().c_str());
  std::filesystem::remove(bench.path("s.kwr"));
  const std::vector<std::string> replaying{"--provider", "recorded", "--replies",
                                           bench.path("kept").string()};
  const Outcome again = proposed(bench, problem, replaying);
  QVERIFY2(again.status == 0, again.text().c_str());
  QCOMPARE(lastRound(again)["ending"].asString(), std::string("gained"));
  // Another source is another prompt.
  std::filesystem::remove(bench.path("s.kwr"));
  const std::string source = *files::readText(bench.path("slow_source/kernel.cu"));
  bench.write("slow_source/kernel.cu", source + "// changed\n");
  const Outcome changed = proposed(bench, problem, replaying);
  QVERIFY2(changed.status == 1, changed.text().c_str());
  QVERIFY2(changed.text().find("the prompt has changed since replies were recorded") !=
               std::string::npos,
           changed.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliPropose)
#include "test_cli_propose.moc"
