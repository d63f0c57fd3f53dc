// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <set>

#include "base/json/text.h"
#include "model/profile/policy.h"

using namespace kw;

namespace {

constexpr const char* leaf =
    R"({"id": "end", "leaf": "memory-bound", "title": "t", "metrics": ["dram_bytes"], "reason": "r"})";

std::string test(const std::string& id, const std::string& yes, const std::string& no,
                 const std::string& metric = "dram_utilisation") {
  return R"({"id": ")" + id + R"(", "test": {"metric": ")" + metric +
         R"(", "at_least": 60}, "yes": ")" + yes + R"(", "no": ")" + no +
         R"(", "unknown": "no", "reason": "r"})";
}

std::string tree(const std::string& root, const std::string& nodes) {
  return R"({"format": "kernelwright-policy/1", "name": "n", "origin": "hand-set", "root": ")" +
         root + R"(", "nodes": [)" + nodes + "]}";
}

QString faultOf(const std::string& text) {
  const auto read = Policy::read(text, "tree.json", catalogue());
  return read ? QString() : QString::fromStdString(read.error().text());
}

}  // namespace

class TestPolicy : public QObject {
  Q_OBJECT

 private slots:
  void theDefaultTreeHasTheFourRegimesAndSaysWhy() {
    std::set<std::string> found;
    QCOMPARE(defaultPolicy().name(), std::string("default"));
    QCOMPARE(defaultPolicy().origin(), std::string("hand-set"));
    for (const PolicyNode& node : defaultPolicy().nodes()) {
      QVERIFY2(node.reason.size() > 20, node.id.c_str());
      if (const auto* end = std::get_if<PolicyLeaf>(&node.what)) found.insert(end->regime);
    }
    QCOMPARE(found, std::set<std::string>(regimes.begin(), regimes.end()));
    QVERIFY(defaultPolicy().paths().size() >= found.size());
  }

  void writtenAndReadAgainItIsTheSame() {
    const std::string text = json::writePretty(defaultPolicy().toJson());
    const auto again = Policy::read(text, "again.json", catalogue());
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->toJson() == defaultPolicy().toJson());
  }

  void aTreeOfOneLeafIsEnough() { QCOMPARE(faultOf(tree("end", leaf)), QString()); }

  void whatDoesNotHangTogetherIsAFault_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fault");
    const auto row = [](const char* name, const std::string& text, const char* fault) {
      QTest::newRow(name) << QString::fromStdString(text) << fault;
    };
    row("no root", tree("nowhere", leaf), "no node");
    row("a follower that is not there", tree("a", test("a", "end", "gone") + "," + leaf),
        "\"gone\", which is no node");
    row("a follower nearly named", tree("a", test("a", "end", "ends") + "," + leaf),
        "did you mean \"end\"?");
    row("the place of a fault", tree("a", test("a", "end", "gone") + "," + leaf), "nodes[0]");
    row("a circle", tree("a", test("a", "end", "b") + "," + test("b", "a", "end") + "," + leaf),
        "comes back");
    row("never reached", tree("end", test("a", "end", "end") + "," + leaf), "no path leads");
    row("twice", tree("end", std::string(leaf) + "," + leaf), "twice");
    row("an unknown metric", tree("a", test("a", "end", "end", "dram") + "," + leaf),
        "the metric \"dram\"");
    row("another regime",
        tree("end", R"({"id": "end", "leaf": "slow", "title": "t", "metrics": [], "reason": "r"})"),
        "leaf");
    row("neither test nor leaf", tree("end", R"({"id": "end", "reason": "r"})"),
        "one of \"test\", \"acquire\" and \"leaf\"");
    row("an unknown member",
        tree("end", R"({"id": "end", "leaf": "memory-bound", "title": "t", "metrics": [],
                        "reason": "r", "colour": 1})"),
        "colour");
    row("another format", R"({"format": "kernelwright-policy/2"})", "format");
    row("no JSON", "{", "tree.json");
  }
  void whatDoesNotHangTogetherIsAFault() {
    QFETCH(QString, text);
    QFETCH(QString, fault);
    const QString found = faultOf(text.toStdString());
    QVERIFY2(found.contains(fault), qPrintable(found));
  }

  // Far more would be a stack too deep to follow.
  void moreNodesThanAnybodyReadsAreRefused() {
    std::string nodes;
    for (int i = 0; i < 50'000; ++i)
      nodes += test("n" + std::to_string(i), "n" + std::to_string(i + 1), "end") + ",";
    const QString found = faultOf(tree("n0", nodes + leaf));
    QVERIFY2(found.contains("expected at most 1000 nodes, found 50001"), qPrintable(found));
  }

  void aNodeIsExchangedInACopy() {
    PolicyNode node = *defaultPolicy().find("dram");
    std::get<PolicyTest>(node.what).threshold = 72.5;
    const auto edited = defaultPolicy().withNode(node, "mine", catalogue());
    QVERIFY2(edited, edited ? "" : edited.error().text().c_str());
    QCOMPARE(edited->name(), std::string("mine"));
    QCOMPARE(std::get<PolicyTest>(edited->find("dram")->what).threshold, 72.5);
    QCOMPARE(std::get<PolicyTest>(defaultPolicy().find("dram")->what).threshold, 60.0);
    std::get<PolicyTest>(node.what).threshold = 60;
    const auto back = edited->withNode(node, "default", catalogue());
    QVERIFY(back && back->toJson() == defaultPolicy().toJson());
  }

  void aChangeIsCheckedAsReadingIs() {
    const auto faultWith = [](PolicyNode node) {
      const auto edited = defaultPolicy().withNode(node, "mine", catalogue());
      return edited ? QString() : QString::fromStdString(edited.error().text());
    };
    PolicyNode leafNode = *defaultPolicy().find("streaming");
    std::get<PolicyLeaf>(leafNode.what).metrics.push_back("no_such_metric");
    QVERIFY(faultWith(leafNode).contains(QStringLiteral("no_such_metric")));
    PolicyNode back = *defaultPolicy().find("dram");
    std::get<PolicyTest>(back.what).yes = "roof";
    QVERIFY(faultWith(back).contains(QStringLiteral("comes back")));
    PolicyNode infinite = *defaultPolicy().find("dram");
    std::get<PolicyTest>(infinite.what).threshold = std::numeric_limits<double>::infinity();
    QVERIFY(faultWith(infinite).contains(QStringLiteral("not a number")));
    PolicyNode unknown = leafNode;
    unknown.id = "nowhere";
    QVERIFY(faultWith(unknown).contains(QStringLiteral("nowhere")));
  }
};

QTEST_GUILESS_MAIN(TestPolicy)
#include "test_policy.moc"
