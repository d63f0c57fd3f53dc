// SPDX-License-Identifier: GPL-3.0-or-later
// kwr new and kwr lift: from a .cu file to a problem that is checked and tuned.
#include <QTest>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

std::string data(const std::string& name) {
  return std::string(KW_TEST_DATA) + "/new_problem/" + name;
}

std::vector<std::string> scale(const Bench& bench, const std::string& folder) {
  return {"new",      data("scale.cu"),
          "--size",   "n=3000",
          "--shape",  "y=n",
          "--shape",  "x=n",
          "--value",  "factor=2.5",
          "--folder", bench.path(folder).string(),
          "--json"};
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestCliNew : public QObject {
  Q_OBJECT

 private slots:
  void aKernelBecomesAProblemThatIsTuned() {
    const Bench bench;
    const Outcome made = bench.kwr(scale(bench, "scale"));
    QVERIFY2(made.status == 0, made.text().c_str());
    QCOMPARE(made.last()["parameters"].asInteger(), int64_t{1});
    QCOMPARE(made.last()["files"].asArray().size(), size_t{4});
    const std::string folder = bench.path("scale").string();
    const Outcome checked = bench.kwr({"check", folder, "--json"});
    QVERIFY2(checked.status == 0, checked.text().c_str());
    QVERIFY(checked.last()["warnings"].asArray().empty());
    const Outcome tuned = bench.kwr({"tune", folder, "--device", "host", "--budget", "3",
                                     "--no-finals", "--launches", "3", "--strategy", "random",
                                     "--session", bench.path("s.kwr").string(), "--json"});
    QVERIFY2(tuned.status == 0, tuned.text().c_str());
    QVERIFY2(tuned.last()["verified"].asInteger() >= 3, tuned.text().c_str());
  }

  void whatIsMissingIsListedWhereNobodyCanBeAsked() {
    const Bench bench;
    const Outcome refused =
        bench.kwr({"new", data("scale.cu"), "--folder", bench.path("p").string(), "--json"});
    QCOMPARE(refused.status, 2);
    QCOMPARE(refused.last()["faults"].asArray().size(), size_t{5});
    for (const char* option :
         {"--shape y=n", "--shape x=n", "--value factor=1", "--size n=1024", "--grid"})
      QVERIFY2(contains(refused.errors, option), option);
    QVERIFY(!std::filesystem::exists(bench.path("p")));
  }

  void aFolderThatIsThereStays() {
    const Bench bench;
    bench.write("scale/mine.txt", "mine");
    const Outcome refused = bench.kwr(scale(bench, "scale"));
    QCOMPARE(refused.status, 2);
    QVERIFY(contains(refused.errors, "is there already"));
    QVERIFY(!std::filesystem::exists(bench.path("scale/problem.json")));
  }

  void liftingGivesAProblemItsTemplate() {
    const Bench bench;
    QCOMPARE(bench.kwr(scale(bench, "scale")).status, 0);
    const std::string folder = bench.path("scale").string();
    const Outcome again = bench.kwr({"lift", folder, "--json"});
    QCOMPARE(again.status, 2);
    QVERIFY(contains(again.errors, "has a template already"));
    for (const char* file : {"scale/template.cu", "scale/space.json"})
      std::filesystem::remove(bench.path(file));
    std::string problem = files::readText(bench.path("scale/problem.json")).value();
    problem = problem.substr(0, problem.find(",\n  \"template\"")) + "\n}\n";
    bench.write("scale/problem.json", problem);
    const Outcome lifted = bench.kwr({"lift", folder});
    QVERIFY2(lifted.status == 0, lifted.text().c_str());
    QVERIFY2(contains(lifted.output, "BLOCK: the block's size = 256"), lifted.output.c_str());
    QCOMPARE(bench.kwr({"check", folder}).status, 0);
  }

  void noFileAndNoKernelAreSaid() {
    const Bench bench;
    QCOMPARE(bench.kwr({"new", bench.path("none.cu").string()}).status, 2);
    const auto empty = bench.write("empty.cu", "");
    const Outcome refused = bench.kwr({"new", empty.string()});
    QCOMPARE(refused.status, 2);
    QVERIFY(contains(refused.errors, "expected a __global__ function, found none"));
  }
};

QTEST_GUILESS_MAIN(TestCliNew)
#include "test_cli_new.moc"
