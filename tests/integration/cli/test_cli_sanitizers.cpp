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
  void aTuningRunEndsWithItsBestUnderThem();
  void aBestOneWithAFindingIsNotTheBest();

 private:
  Outcome tuned(const Bench& bench, const std::string& tool, const std::string& findings) const {
    return bench.kwr(
        {"tune", test::problemPath("slow_source"), "--device", "host", "--budget", "2",
         "--strategy", "exhaustive", "--session", bench.path("s.kwr").string(), "--json"},
        {{"KERNELWRIGHT_SANITIZER", tool},
         {"WITH_FINDINGS", findings},
         {"RECORDED", KW_TEST_DATA "/sanitizer"}});
  }
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
  const json::Value& evaluation = outcome.last()["evaluation"];
  QVERIFY2(evaluation["unchecked"].isNull(), outcome.text().c_str());
  QCOMPARE(evaluation["sanitizers"].asArray().size(), size_t{4});
}

void TestCliSanitizers::aToolThatCannotRunIsSaid() {
  const Bench bench;
  const Outcome outcome = verified(bench, bench.path("nothing here").string(), "");
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  const json::Value& unchecked = outcome.last()["evaluation"]["unchecked"];
  QVERIFY2(unchecked.isArray() && unchecked.asArray().size() == 4, outcome.text().c_str());
  QVERIFY(unchecked.asArray()[0].asString().starts_with("memcheck could not be run"));
}

// The runner of the run has the device meanwhile.
void TestCliSanitizers::aTuningRunEndsWithItsBestUnderThem() {
  const Bench bench;
  const Outcome outcome = tuned(bench, standIn(bench), "");
  QVERIFY2(outcome.status == 0, outcome.text().c_str());
  QVERIFY2(outcome.text().find("Running under synccheck") != std::string::npos,
           outcome.text().c_str());
  const Outcome report =
      bench.kwr({"export", bench.path("s.kwr").string(), "report", bench.path("r.html").string()});
  QVERIFY2(report.status == 0, report.text().c_str());
  const auto html = files::readText(bench.path("r.html"));
  QVERIFY(
      html->find("compute-sanitizer found nothing: memcheck, racecheck, initcheck, synccheck") !=
      std::string::npos);
}

void TestCliSanitizers::aBestOneWithAFindingIsNotTheBest() {
  const Bench bench;
  const Outcome outcome = tuned(bench, standIn(bench), "racecheck");
  // All of them have it, so that none is left.
  QVERIFY2(outcome.status == 1, outcome.text().c_str());
  QCOMPARE(outcome.last()["verified"].asInteger(), int64_t{0});
  QVERIFY2(outcome.text().find("Out: ") != std::string::npos, outcome.text().c_str());
  QVERIFY2(outcome.text().find("racecheck: Race reported") != std::string::npos,
           outcome.text().c_str());
}

QTEST_GUILESS_MAIN(TestCliSanitizers)
#include "test_cli_sanitizers.moc"
