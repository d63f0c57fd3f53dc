// SPDX-License-Identifier: GPL-3.0-or-later
// kwr propose on the host device, with programs in a model's place that answer with what they are
// given, one reply after the other.
#include <QTest>

#include "kwr_process.h"
#include "kwr_terminal.h"

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
const std::string wrongOnSmall = "if (i < n && n > 100) y[i] = 2.0f * x[i];";

// The first edit makes no problem of it, the second one a right one.
constexpr const char* editor = R"(#!/bin/sh
if [ -e "$REPLIES/edited" ]; then
  sed -i 's/skale/scale/; s/2.0f/2.0f * 1.0f/' "$1"
else
  sed -i 's/scale/skale/' "$1"
  touch "$REPLIES/edited"
fi
)";

constexpr const char* analysis =
    R"({"summary": "it reads too much", "findings": [{"metric": "n", "value": 1, "says": "so"}]})";
constexpr const char* plan = R"json({"step": "read each element once", "why": "200 reads",
"expected": {"speedup": 5, "why": "one read"}})json";
constexpr const char* furtherCases = R"json({"cases": [
  {"name": "unknown", "sizes": [{"name": "n", "value": 5}], "why": "no such input",
   "inputs": [{"argument": "z", "kind": "constant", "first": 1, "second": 0}]},
  {"name": "tail", "sizes": [{"name": "n", "value": 257}], "why": "a tail", "inputs": []},
  {"name": "small", "sizes": [{"name": "n", "value": 64}], "why": "under a block",
   "inputs": [{"argument": "x", "kind": "uniform", "first": -1, "second": 1}]}], "seed": 7})json";

}  // namespace

class TestCliPropose : public QObject {
  Q_OBJECT
 private slots:
  void aKernelGetsItsFirstTemplate();
  void faultsGoBackWithWhatIsWrong();
  void whatNeverFitsEndsTheRound();
  void repliesAreRecordedAndReplayed();
  void aReviewThatWasStoppedIsGoneOnWith();
  void rolesHaveCallsOfTheirOwn();
  void whatCannotWorkIsRefusedAtOnce_data();
  void whatCannotWorkIsRefusedAtOnce();
  void aTimeThatIsOverEndsIt();

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
  static Outcome reviewed(const Bench& bench, const std::string& problem,
                          const std::string& typed) {
    std::vector<std::string> arguments{
        "propose", problem,    "--device", "host",      "--budget",
        "1",       "--rounds", "1",        "--session", bench.path("s.kwr").string()};
    for (const std::string& each : asProgram(bench))
      arguments.push_back(each);
    return kw::test::kwrAtTerminal(bench, arguments,
                                   {{"REPLIES", bench.path("replies").string()},
                                    {"VISUAL", "'" + bench.path("editor").string() + "'"}},
                                   typed);
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
  std::vector<std::string> once = asProgram(bench);
  once.insert(once.end(), {"--most-calls", "1"});
  const Outcome spent = proposed(bench, problem, once);
  QVERIFY2(spent.status == 1, spent.text().c_str());
  QCOMPARE(spent.last()["ended"].asString(), std::string("the budget of 1 call is spent"));
  QCOMPARE(lastRound(spent)["ending"].asString(), std::string("open"));
  // The same round is gone on with: what is wrong with its first reply goes back now.
  const Outcome outcome = proposed(bench, problem, asProgram(bench));
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value round = lastRound(outcome);
  QCOMPARE(round["id"].asInteger(), lastRound(spent)["id"].asInteger());
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
  QVERIFY2(outcome.status == 1, outcome.text().c_str());
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

void TestCliPropose::aReviewThatWasStoppedIsGoneOnWith() {
  const Bench bench;
  const std::string problem = problemWith(bench, {reply(right)});
  std::filesystem::permissions(bench.write("editor", editor), std::filesystem::perms::owner_all);
  const Outcome stopped = reviewed(bench, problem, "y\ns\n");
  QVERIFY2(stopped.status == 130, stopped.text().c_str());
  const Outcome gone = reviewed(bench, problem, "e\ne\na\n");
  QVERIFY2(gone.status == 0, gone.text().c_str());
  QVERIFY2(gone.output.find("Round 1: gained") != std::string::npos, gone.text().c_str());
  QVERIFY2(gone.errors.find("It cannot be used so") != std::string::npos, gone.text().c_str());
  QVERIFY2(
      gone.output.find("+__global__ void scale(float* y, const float* x, int n) { const int i = "
                       "blockIdx.x * WIDTH + threadIdx.x; if (i < n) y[i] = 2.0f * 1.0f") !=
          std::string::npos,
      gone.text().c_str());
  // From the problem as it was, the next one is on a branch of its own. (No reply is left: one that
  // was there was not asked for anew.)
  std::vector<std::string> branching = asProgram(bench);
  branching.insert(branching.end(), {"--from", "0"});
  const json::Value branch = lastRound(proposed(bench, problem, branching));
  QCOMPARE(branch["parent"].asInteger(), int64_t{0});
  QCOMPARE(branch["number"].asInteger(), int64_t{2});
  const std::string prompt = branch["calls"].asArray().at(0)["prompt"].asString();
  QVERIFY2(prompt.find("Nothing yet.") != std::string::npos, prompt.c_str());
}

void TestCliPropose::rolesHaveCallsOfTheirOwn() {
  const Bench bench;
  const std::string problem =
      problemWith(bench, {analysis, plan, reply(wrongOnSmall), furtherCases});
  std::vector<std::string> split = asProgram(bench);
  split.insert(split.end(), {"--roles", "split", "--repairs", "0"});
  const Outcome outcome = proposed(bench, problem, split);
  QVERIFY2(outcome.status == 1, outcome.text().c_str());
  const json::Value round = lastRound(outcome);
  QCOMPARE(round["ending"].asString(), std::string("unfit"));
  std::string roles;
  for (const json::Value& call : round["calls"].asArray())
    roles += call["role"].asString() + " ";
  QCOMPARE(roles, std::string("analysis planning templating testing "));
  const auto prompt = [&](const char* number) {
    return *files::readText(bench.path("replies") / (std::string(number) + ".prompt"));
  };
  QVERIFY(prompt("2").find("it reads too much") != std::string::npos);
  QVERIFY(prompt("3").find("read each element once") != std::string::npos);
  QVERIFY(prompt("4").find("n > 100") != std::string::npos);
  // The fault is the template's.
  const std::string fault = round["calls"].asArray()[2]["fault"].asString();
  QVERIFY2(fault.find("the further case small (n=64, x: {\"uniform\":[-1,1]}): wrong") !=
               std::string::npos,
           fault.c_str());
  const std::string remark = round["calls"].asArray()[3]["remark"].asString();
  for (const char* part : {"left out the further case unknown", "right on the further case tail",
                           "wrong on the further case small"})
    QVERIFY2(remark.find(part) != std::string::npos, remark.c_str());
}

void TestCliPropose::whatCannotWorkIsRefusedAtOnce_data() {
  QTest::addColumn<QStringList>("more");
  QTest::addColumn<int>("status");
  QTest::addColumn<QString>("part");
  const QStringList program{"--command", "true"};
  QTest::newRow("no calls") << program + QStringList{"--most-calls", "0"} << 2
                            << "leaves no room for any call";
  QTest::newRow("money without prices")
      << program + QStringList{"--most-money", "1"} << 2 << "prices are not known";
  QTest::newRow("budget") << program + QStringList{"--budget", "much"} << 2 << "is no budget";
  QTest::newRow("time") << program + QStringList{"--most-time", "24"} << 2 << "is no time";
  QTest::newRow("roles") << program + QStringList{"--roles", "many"} << 2 << "one or split";
  QTest::newRow("prompts") << program + QStringList{"--prompts", "/nowhere"} << 2
                           << "expected a folder of prompts";
  QTest::newRow("round") << program + QStringList{"--from", "3"} << 2
                         << "the session has no round 3";
  QTest::newRow("provider") << QStringList{"--provider", "nobody"} << 2
                            << "no provider called \"nobody\"";
  QTest::newRow("command") << QStringList{"--provider", "command"} << 2 << "needs a command";
  QTest::newRow("program") << QStringList{"--command", "no-such-program-anywhere"} << 3
                           << "was not found";
  QTest::newRow("key") << QStringList{"--provider", "openai", "--model", "any"} << 3
                       << "needs a key";
}

// Before a device is opened: this runner would never answer.
void TestCliPropose::whatCannotWorkIsRefusedAtOnce() {
  QFETCH(const QStringList, more);
  QFETCH(const int, status);
  QFETCH(const QString, part);
  const Bench bench;
  std::vector<std::string> arguments{
      "propose",  "silu_and_mul",    "--runner",  "sleep 1000",
      "--review", "accept-verified", "--session", bench.path("s.kwr").string()};
  for (const QString& each : more)
    arguments.push_back(each.toStdString());
  const Outcome outcome = bench.kwr(arguments, {{"OPENAI_API_KEY", ""}});
  QVERIFY2(outcome.status == status, outcome.text().c_str());
  QVERIFY2(outcome.text().find(part.toStdString()) != std::string::npos, outcome.text().c_str());
}

void TestCliPropose::aTimeThatIsOverEndsIt() {
  const Bench bench;
  const std::string problem = problemWith(bench, {reply(right)});
  std::vector<std::string> brief = asProgram(bench);
  brief.insert(brief.end(), {"--most-time", "1ms"});
  const Outcome outcome = proposed(bench, problem, brief);
  QVERIFY2(outcome.status == 1, outcome.text().c_str());
  QCOMPARE(outcome.last()["ended"].asString(), std::string("the time of 1 ms is over"));
  QVERIFY(!std::filesystem::exists(bench.path("replies/1.prompt")));
}

QTEST_GUILESS_MAIN(TestCliPropose)
#include "test_cli_propose.moc"
