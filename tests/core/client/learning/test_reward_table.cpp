// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>

#include "base/files/files.h"
#include "client/learning/configurations.h"
#include "client/learning/reward_table.h"
#include "core/client/learning/made_rewards.h"

using namespace kw;

namespace {

const std::string small = R"({
  "format": "kernelwright-rewards/1", "about": "two kernels",
  "sets": {"memory": ["l2_hit_rate", "dram_bytes"]},
  "groups": {"hit rates": ["l2_hit_rate", "l1_hit_rate"]},
  "kernels": [
    {"name": "softmax", "observed": {"dram_utilisation": 81.5, "sm_utilisation": 20},
     "rewards": [{"set": "none", "speedups": [1.1]},
                 {"set": "memory", "speedups": [1.5, 0, 0.7]}]},
    {"name": "gemm", "observed": {}, "rewards": [{"set": ["dram_bytes"], "speedups": [2]}]}
  ]})";

Result<RewardTable> read(const std::string& text) {
  return RewardTable::read(text, "rewards.json", catalogue());
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
  const size_t at = text.find(part);
  if (at == std::string::npos) qFatal("the text lacks %s", part.c_str());
  return text.replace(at, part.size(), by);
}

}  // namespace

class TestRewardTable : public QObject {
  Q_OBJECT

 private slots:
  void setsAreNamedOrListed() {
    auto table = read(small);
    QVERIFY2(table, table ? "" : table.error().text().c_str());
    QCOMPARE(table->kernels().size(), size_t(2));
    QCOMPARE(table->rewards(), size_t(3));
    QCOMPARE(table->kernels()[0].observed.at("dram_utilisation"), 81.5);
    const ProfiledKernel& softmax = table->kernels()[0];
    const auto memory = table->speedups(softmax, metricSet({"dram_bytes", "l2_hit_rate"}), 100, {});
    QCOMPARE(**memory, (std::vector<double>{1.5, 0, 0.7}));
    QCOMPARE(**table->speedups(softmax, metricSet({"dram_bytes", "l2_hit_rate"}), 2, {}),
             (std::vector<double>{1.5, 0}));
    QCOMPARE(**table->speedups(softmax, {}, 100, {}), (std::vector<double>{1.1}));
    QVERIFY(!table->speedups(softmax, metricSet({"dram_bytes"}), 100, {})->has_value());
    QCOMPARE(table->groups().size(), size_t(1));
    QCOMPARE(table->groups()[0].metrics, metricSet({"l1_hit_rate", "l2_hit_rate"}));
  }

  void whatIsSlowerOrWrongCountsAsTheOriginal() {
    const Reward reward = rewardOf({std::exp(0.6), 0, 0.5, 1});
    QVERIFY(std::abs(reward.logSpeedup - 0.15) < 1e-12);
    QCOMPARE(reward.successRate, 0.25);
  }

  void faultsNameTheirPlace_data() {
    QTest::addColumn<QString>("part");
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("message");
    QTest::newRow("format") << "rewards/1"
                            << "rewards/2"
                            << "kernelwright-rewards/1";
    QTest::newRow("unknown metric") << "\"sm_utilisation\""
                                    << "\"sm_utilization\""
                                    << "did you mean \"sm_utilisation\"?";
    QTest::newRow("unknown set") << "\"set\": \"memory\""
                                 << "\"set\": \"memori\""
                                 << "kernels[0].rewards[1].set";
    QTest::newRow("no speed-up") << "[1.5, 0, 0.7]"
                                 << "[]"
                                 << "at least one speed-up expected";
    QTest::newRow("below zero") << "[1.5, 0, 0.7]"
                                << "[1.5, -1]"
                                << "kernels[0].rewards[1].speedups[1]";
    QTest::newRow("a text") << "[1.5, 0, 0.7]"
                            << "[\"1.5\"]"
                            << "found \"1.5\"";
    QTest::newRow("not finite") << "[1.5, 0, 0.7]"
                                << "[\"inf\"]"
                                << "found \"inf\"";
    QTest::newRow("a kernel twice") << "\"gemm\""
                                    << "\"softmax\""
                                    << "there twice";
    QTest::newRow("a set twice") << "\"set\": \"memory\""
                                 << "\"set\": []"
                                 << "has rewards with these metrics already";
    QTest::newRow("no name") << "\"gemm\""
                             << "\"\""
                             << "a name expected";
    QTest::newRow("unknown key") << "\"observed\": {}"
                                 << "\"observed\": {}, \"speed\": 1"
                                 << "speed";
    QTest::newRow("observed is a list") << "\"observed\": {}"
                                        << "\"observed\": []"
                                        << "kernels[1].observed";
    QTest::newRow("observed is a text") << "81.5"
                                        << "\"81.5\""
                                        << "kernels[0].observed.dram_utilisation";
    QTest::newRow("a set of numbers") << "[\"l2_hit_rate\", \"dram_bytes\"]"
                                      << "[1]"
                                      << "sets.memory[0]";
    QTest::newRow("none is not empty") << "\"memory\": ["
                                       << "\"none\": ["
                                       << "empty set";
    QTest::newRow("an empty group") << "[\"l2_hit_rate\", \"l1_hit_rate\"]"
                                    << "[]"
                                    << "groups.hit rates";
  }
  void faultsNameTheirPlace() {
    QFETCH(QString, part);
    QFETCH(QString, by);
    QFETCH(QString, message);
    const auto table = read(replaced(small, part.toStdString(), by.toStdString()));
    QVERIFY(!table);
    QCOMPARE(table.error().kind, ErrorKind::badInput);
    const QString text = QString::fromStdString(table.error().text());
    QVERIFY2(text.contains(message), qPrintable(text));
    QVERIFY2(text.contains("rewards.json:"), qPrintable(text));
  }

  void allFaultsAreTold() {
    const auto table = read(replaced(replaced(small, "[1.1]", "[-1]"), "\"gemm\"", "7"));
    QVERIFY(!table);
    QVERIFY(table.error().further.size() >= 1);
  }

  // Every beginning of a file is refused in words, and so is every file with one byte changed or
  // else read.
  void brokenFilesAreRefusedInWords() {
    for (size_t size = 0; size < small.size(); ++size) {
      const auto table = read(small.substr(0, size));
      QVERIFY(!table);
      QVERIFY(!table.error().message.empty());
    }
    for (size_t at = 0; at < small.size(); ++at)
      for (const char other : {'\0', '"', '}', '[', '9', '-', '\xff'}) {
        std::string text = small;
        text[at] = other;
        const auto table = read(text);
        if (!table) QCOMPARE(table.error().kind, ErrorKind::badInput);
      }
  }

  void kernelsAreNeeded() {
    const auto table = read(R"({"format": "kernelwright-rewards/1", "kernels": []})");
    QVERIFY(!table);
    QVERIFY(table.error().message.find("at least one kernel") != std::string::npos);
  }

  void madeTablesAreReadAsTheyAre() {
    test::MadeRewards made({.truth = test::Truth::rewrite, .effect = 0.1, .kernels = 8});
    auto table = read(made.text(2));
    QVERIFY2(table, table ? "" : table.error().text().c_str());
    QCOMPARE(table->kernels().size(), size_t(8));
    QCOMPARE(table->rewards(), size_t(8 * (1 + 5 + 10)));
    const MetricSet base = metricSet({"dram_utilisation", "sm_utilisation"});
    for (const ProfiledKernel& kernel : made.kernels())
      for (const MetricGroup& group : made.groups()) {
        const MetricSet set = united(base, group.metrics);
        QCOMPARE(**table->speedups(kernel, set, 10, {}), **made.speedups(kernel, set, 10, {}));
      }
  }

  void theProgramsConfigurationsAreFourOfFour() {
    const auto text =
        files::readText(std::string(KW_SOURCE_FOLDER) + "/resources/profiling/configurations.json");
    QVERIFY(text);
    const auto read = readConfigurations(*text, "configurations.json", catalogue());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(fixedConfigurations().size(), size_t(4));
    for (const MetricGroup& group : fixedConfigurations())
      QCOMPARE(group.metrics.size(), size_t(4));
    QVERIFY(!readConfigurations("{}", "c", catalogue()));
  }
};

QTEST_APPLESS_MAIN(TestRewardTable)
#include "test_reward_table.moc"
