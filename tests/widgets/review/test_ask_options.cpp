// SPDX-License-Identifier: GPL-3.0-or-later
// What can be chosen besides when a model is asked: what is wrong is refused, and what is right
// does what it says.
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>

#include "review_bench.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/fold_button.h"
#include "widgets/theme/theme.h"

using namespace kw;
using test::patience;
using test::reply;
using Bench = test::ReviewBench;

namespace {

constexpr const char* right = "  if (i < n) out[i] = *(in + i);";
constexpr const char* analysis = R"({"summary": "it reads too much", "findings": []})";
constexpr const char* plan = R"json({"step": "read each element once", "why": "200 reads",
 "expected": {"speedup": 5, "why": "one read"}})json";
constexpr const char* furtherCases = R"json({"cases": [], "seed": 7})json";

// Of a template that computes something else.
std::string wrongReply() {
  const std::string list = "\"parameters\": [";
  std::string text = reply("// FAULT", right);
  return text.insert(text.find(list) + list.size(),
                     R"({"name": "FAULT", "values": ["wrong"], "meaning": "what goes wrong"}, )");
}

QVariantMap with(const char* field, const QVariant& value) {
  return {{QLatin1String("review.") + QLatin1String(field), value}};
}

}  // namespace

class TestAskOptions : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { Theme::instance().apply(); }

  void theyFoldOpenByKeyAndAreRemembered() {
    Bench bench({});
    bench.open();
    auto* more = bench.find<FoldButton>("more");
    auto* calls = bench.find<QLineEdit>("mostCalls");
    QVERIFY(!calls->isVisible());
    QVERIFY(more->summary().isEmpty());
    more->setFocus();
    QTest::keyClick(more, Qt::Key_Return);
    QVERIFY(calls->isVisible());
    for (const char* name :
         {"reviewer", "roles", "notes", "mostCalls", "mostTokens", "mostMoney", "mostTime"})
      QVERIFY2(!bench.find<QWidget>(name)->accessibleName().isEmpty(), name);
    auto* warning = bench.find<QLabel>("unattended");
    QVERIFY(!warning->isVisible());
    QTest::keyClick(bench.find<ChoiceBox>("reviewer"), Qt::Key_Down);
    QVERIFY(warning->isVisible());
    QTest::keyClick(bench.find<ChoiceBox>("roles"), Qt::Key_Down);
    QTest::keyClicks(calls, QStringLiteral("20"));
    QTest::keyClicks(bench.find<QLineEdit>("mostTokens"), QStringLiteral("200000"));
    QTest::keyClicks(bench.find<QLineEdit>("mostMoney"), QStringLiteral("0.50"));
    QTest::keyClicks(bench.find<QLineEdit>("mostTime"), QStringLiteral("20m"));
    bench.find<QPlainTextEdit>("noteFolders")->setPlainText(QStringLiteral("/a\n\n /b \n"));
    QTest::keyClick(more, Qt::Key_Space);
    QVERIFY(!calls->isVisible());
    QCOMPARE(more->summary(),
             QStringLiteral("without asking; split roles; 2 folders of notes; at most 20 calls, "
                            "200000 tokens, 0.50 of money, 20m"));

    Bench other({});
    other.panel->restoreState(bench.panel->saveState());
    const AgentRequest request = other.panel->form().request();
    QVERIFY(request.isUnattended);
    QVERIFY(request.roles == AgentRoles::split);
    QVERIFY((request.notes == std::vector<std::string>{"/a", "/b"}));
    QVERIFY(request.provider.budget.calls == int64_t{20});
    QVERIFY(request.provider.budget.tokens == int64_t{200000});
    QVERIFY(request.provider.budget.money == 0.5);
    QVERIFY(request.time == std::chrono::minutes(20));
  }

  void whatIsWrongIsRefusedBeforeAnythingIsAsked_data() {
    QTest::addColumn<QVariantMap>("more");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const QVariantMap& more, const char* part) {
      QTest::newRow(name) << more << QString::fromLatin1(part);
    };
    row("no calls", with("mostCalls", "0"), "Most calls: 0 leaves no room");
    row("no tokens", with("mostTokens", "0"), "Most tokens: 0 leaves no room");
    row("no money", with("mostMoney", "0.0"), "Most money: 0 leaves no room");
    row("no time", with("mostTime", "0m"), "Most time: 0m is no time");
    row("words", with("mostCalls", "many"), "\"many\" is no whole number");
    row("fewer than none", with("mostTokens", "-3"), "\"-3\" is no whole number");
    row("too many", with("mostCalls", "99999999999999999999"), "more than can be limited");
    row("a comma", with("mostMoney", "0,5"), "\"0,5\" is no amount");
    row("a time without a unit", with("mostTime", "20"), "20 is no time");
    row("a folder that is missing", with("notes", QStringList{"/no/such/folder"}),
        "there is no folder /no/such/folder");
    row("no folder", with("notes", QStringList{"/dev/null"}), "/dev/null is a file");
    row("half a path", with("notes", QStringList{"notes"}), "the whole path of notes");
  }

  void whatIsWrongIsRefusedBeforeAnythingIsAsked() {
    QFETCH(const QVariantMap, more);
    QFETCH(const QString, part);
    Bench bench({});
    bench.open();
    QSignalSpy wanted(bench.panel, &ReviewPanel::proposeWanted);
    bench.choose(QStringLiteral("command"), 1, more);
    bench.action("begin")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(bench.panel->settled(), patience);
    const auto* fault = bench.find<QLabel>("optionsFault");
    QVERIFY2(fault->isVisible() && fault->text().contains(part), qPrintable(fault->text()));
    QVERIFY(wanted.isEmpty());
    QVERIFY(!bench.workbench.agent().busy());
  }

  // It is only known once the provider is: then the form is there again, with what is wrong.
  void whatTheProviderCannotKeepBringsTheFormBack() {
    Bench bench({});
    bench.open();
    bench.choose(QStringLiteral("command"), 1, with("mostMoney", "5"));
    bench.action("begin")->trigger();
    bench.waitForEnd();
    QCOMPARE(bench.faults.size(), 1);
    const auto* fault = bench.find<QLabel>("formFault");
    QVERIFY2(fault->isVisible() && fault->text().contains(QStringLiteral("prices are not known")),
             qPrintable(fault->text()));
    QVERIFY2(ended(bench).endsWith(QStringLiteral("Spent: nothing.")), qPrintable(ended(bench)));
    QVERIFY(bench.promptOf(1).empty());
  }

  // The one that computes something else is found out and dropped, the other is kept.
  void unattendedWhatVerifiesIsTaken() {
    Bench bench({wrongReply(), reply("// second", right)});
    QVERIFY(std::filesystem::create_directory(bench.path("notes")));
    bench.write("notes/own.md", note());
    bench.open();
    QVariantMap more = with("reviewer", true);
    more.insert(with("notes", QStringList{QString::fromStdString(bench.path("notes").string())}));
    more.insert(with("mostCalls", "2"));
    bench.begin(3, more);
    bench.waitForEnd();
    QVERIFY2(bench.faults.isEmpty(), qPrintable(bench.faults.join(u'\n')));
    QVERIFY2(bench.promptOf(1).find("of our own hand") != std::string::npos,
             bench.promptOf(1).c_str());
    QCOMPARE(bench.content.rounds().size(), size_t{1});
    const Round round = bench.content.rounds().front();
    QVERIFY(round.decision == ReviewDecision::accepted);
    QCOMPARE(round.calls.size(), size_t{2});
    QVERIFY2(round.calls.front().fault.find("wrong") != std::string::npos,
             round.calls.front().fault.c_str());
    QVERIFY2(round.measuredSpeedup > 0, round.message.c_str());
    QVERIFY2(ended(bench).startsWith(QStringLiteral("Ended: the budget of 2 calls is spent. "
                                                    "Spent: 2 calls, ")),
             qPrintable(ended(bench)));
    bench.workbench.close();
    QVERIFY(!bench.find<QLabel>("ended")->isVisible());
  }

  void rolesHaveCallsOfTheirOwn() {
    Bench bench({analysis, plan, reply("// new", right), furtherCases});
    bench.open();
    QVariantMap more = with("roles", 1);
    more.insert(with("reviewer", true));
    bench.begin(1, more);
    bench.waitForEnd();
    QVERIFY2(bench.faults.isEmpty(), qPrintable(bench.faults.join(u'\n')));
    std::vector<CallRole> roles;
    for (const ProposalCall& call : bench.content.rounds().front().calls)
      roles.push_back(call.role);
    QVERIFY((roles == std::vector{CallRole::analysis, CallRole::planning, CallRole::templating,
                                  CallRole::testing}));
    QVERIFY(bench.promptOf(3).find("read each element once") != std::string::npos);
  }

  void aTimeThatIsOverEndsIt() {
    Bench bench({});
    bench.open();
    bench.begin(1, with("mostTime", "1ms"));
    bench.waitForEnd();
    QCOMPARE(ended(bench), QStringLiteral("Ended: the time of 1 ms is over. Spent: nothing."));
  }

 private:
  static QString ended(const Bench& bench) { return bench.find<QLabel>("ended")->text(); }

  // Near to whatever the profile says.
  static std::string note() {
    return "# Latency, memory and compute bound launches\n\nOf launch, latency, memory, compute, "
           "bandwidth, occupancy, instructions and time: of our own hand.\n";
  }
};

QTEST_MAIN(TestAskOptions)
#include "test_ask_options.moc"
