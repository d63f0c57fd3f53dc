// SPDX-License-Identifier: GPL-3.0-or-later
// kwr verify --thorough under compute-sanitizer. The tool needs a GPU, so a script stands in its
// place here: it writes a log that the real one wrote, and runs the runner.
#include <QTest>

#include "kwr_process.h"

using namespace kw;
using kw::test::Bench;
using kw::test::Outcome;

namespace {

// Writes the recorded logs of those tools that $WITH_FINDINGS names, and a clean one for others.
constexpr const char* script = R"(#!/bin/sh
[ "$1" = --tool ] || exit 9
tool=$2
while [ "$1" != --log-file ]; do shift; done
log=$(echo "$2" | sed "s/%p/$$/")
shift 2
case " $WITH_FINDINGS " in
  *" $tool "*) cp "$RECORDED/sanitizer_$tool.txt" "$log" ;;
  *) printf '========= COMPUTE-SANITIZER\n========= ERROR SUMMARY: 0 errors\n' >"$log" ;;
esac
exec "$@"
)";

}  // namespace

class TestCliSanitizers : public QObject {
  Q_OBJECT
 private slots:
  void aFindingIsTheVerdict();
  void cleanLogsLeaveItVerified();
  void aToolThatCannotRunIsSaid();

 private:
  Outcome verified(const Bench& bench, const std::string& tool, const std::string& findings) const {
    return bench.kwr({"verify", test::problemPath("symbols_options"), "--device", "host",
                      "--thorough", "--check-seed", "3", "--json"},
                     {{"KERNELWRIGHT_SANITIZER", tool},
                      {"WITH_FINDINGS", findings},
                      {"RECORDED", KW_TEST_DATA "/sanitizer"}});
  }
  static std::string standIn(const Bench& bench) {
    const auto path = bench.write("compute sanitizer", script);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path.string();
  }
};

void TestCliSanitizers::aFindingIsTheVerdict() {
  const Bench bench;
  const Outcome outcome = verified(bench, standIn(bench), "racecheck memcheck");
  QVERIFY2(outcome.status == 1, outcome.text().c_str());
  const json::Value& evaluation = outcome.last()["evaluation"];
  QCOMPARE(evaluation["verdict"].asString(), std::string("wrong"));
  QVERIFY2(evaluation["message"].asString().starts_with(
               "memcheck: Invalid __global__ write of size 4 bytes at k.cu:12"),
           outcome.text().c_str());
  const std::string& detail = evaluation["detail"].asString();
  QVERIFY(detail.find("racecheck: Race reported between Write access at k.cu:11") !=
          std::string::npos);
}

void TestCliSanitizers::cleanLogsLeaveItVerified() {
  const Bench bench;
  const Outcome outcome = verified(bench, standIn(bench), "");
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY2(outcome.last()["evaluation"]["unchecked"].isNull(), outcome.text().c_str());
}

void TestCliSanitizers::aToolThatCannotRunIsSaid() {
  const Bench bench;
  const Outcome outcome = verified(bench, bench.path("nothing here").string(), "");
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& unchecked = outcome.last()["evaluation"]["unchecked"];
  QVERIFY2(unchecked.isArray() && unchecked.asArray().size() == 4, outcome.text().c_str());
  QVERIFY(unchecked.asArray()[0].asString().starts_with("memcheck could not be run"));
}

QTEST_GUILESS_MAIN(TestCliSanitizers)
#include "test_cli_sanitizers.moc"
