// SPDX-License-Identifier: GPL-3.0-or-later
// kwr listing by the real compilers, on a machine that needs no GPU.
#include <QTest>

#include "integration/cli/kwr_process.h"

using namespace kw;
using test::Bench;
using test::Outcome;

namespace {

constexpr const char* problem = "inout_value_weights";

bool hasNvrtc(const Outcome& outcome) {
  return outcome.status != 3 || outcome.text().find("NVRTC") == std::string::npos;
}

bool contains(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestCliListing : public QObject {
  Q_OBJECT

 private slots:
  void ptxOfTheSourceNeedsNoGpu() {
    const Outcome outcome =
        Bench().kwr({"listing", test::problemPath(problem), "--arch", "sm_80", "--json"});
    if (!hasNvrtc(outcome)) QSKIP("no NVRTC here");
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    const json::Value& last = outcome.last();
    QCOMPARE(last["format"].asString(), std::string("ptx"));
    QCOMPARE(last["architecture"].asString(), std::string("sm_80"));
    QVERIFY(contains(last["text"].asString(), ".target sm_80"));
    // Source lines, in the candidate's own file by its own name.
    QVERIFY(contains(last["text"].asString(), ".loc"));
    QVERIFY(contains(last["text"].asString(), ("\"" + last["file"].asString() + "\"").c_str()));
  }

  void aConfigurationChangesTheCode() {
    const Bench bench;
    const auto listed = [&](const char* configuration) {
      return bench.kwr({"listing", test::problemPath(problem), "--config", configuration, "--arch",
                        "sm_90", "--json"});
    };
    const Outcome one = listed("BLOCK=64,ITEMS=1"), four = listed("BLOCK=64,ITEMS=4");
    if (!hasNvrtc(one)) QSKIP("no NVRTC here");
    QVERIFY2(one.status == 0 && four.status == 0, four.text().c_str());
    QCOMPARE(four.last()["config"]["ITEMS"].asInteger(), int64_t{4});
    QCOMPARE(four.last()["file"].asString(), std::string("template.cu"));
    QCOMPARE(four.last()["architecture"].asString(), std::string("sm_90a"));
    QVERIFY(one.last()["text"].asString() != four.last()["text"].asString());
  }

  void sassIsListedWhereADisassemblerIsAndElseSaysWhatToInstall() {
    const Outcome outcome = Bench().kwr(
        {"listing", test::problemPath(problem), "--format", "sass", "--arch", "sm_90", "--json"});
    if (!hasNvrtc(outcome)) QSKIP("no NVRTC here");
    if (outcome.status == 3) {
      QVERIFY(contains(outcome.text(), "neither nvdisasm nor cuobjdump"));
      QVERIFY(contains(outcome.text(), "nvidia-cuda-nvdisasm"));
      QSKIP("no nvdisasm here");
    }
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    QVERIFY(contains(outcome.last()["text"].asString(), "EXIT"));
    QVERIFY(contains(outcome.last()["text"].asString(), "//## File"));
  }

  void theAssemblyOfTheCpuIsListed() {
    const Outcome outcome =
        Bench().kwr({"listing", test::problemPath(problem), "--format", "assembly", "--json"});
    if (outcome.status == 3) QSKIP(outcome.text().c_str());
    QVERIFY2(outcome.status == 0, outcome.text().c_str());
    const json::Value& last = outcome.last();
    QVERIFY(contains(last["text"].asString(), (last["file"].asString() + ":").c_str()));
    QVERIFY(contains(last["text"].asString(), "ret"));
  }

  void whatDoesNotCompileIsSaidWithTheCompilersWords() {
    const Bench bench;
    const auto folder = bench.copyProblem(problem);
    const Outcome known = bench.kwr(
        {"listing", folder.string(), "--output", bench.path("out.ptx").string(), "--json"});
    if (!hasNvrtc(known)) QSKIP("no NVRTC here");
    QVERIFY2(known.status == 0, known.text().c_str());
    QVERIFY(contains(*files::readText(bench.path("out.ptx")), ".entry"));
    const std::string name = known.last()["file"].asString();
    const auto text = files::readText(folder / name);
    QVERIFY(files::writeAtomically(folder / name, *text + "\nint broken = ;\n").has_value());
    const Outcome broken = bench.kwr({"listing", folder.string(), "--json"});
    QCOMPARE(broken.status, 2);
    QVERIFY2(contains(broken.text(), "does not compile"), broken.text().c_str());
    QVERIFY(contains(broken.text(), "expected an expression"));
  }

  void theSessionThatIsListedIsNotReplaced() {
    const Bench bench;
    const std::string session = bench.path("s.kwr").string();
    std::filesystem::copy_file(KW_SOURCE_FOLDER "/resources/sessions/rmsnorm_h200.kwr", session);
    const std::string before = *files::readText(session, size_t{1} << 30);
    const Outcome outcome = bench.kwr({"listing", session, "--output", session, "--json"});
    QVERIFY2(outcome.status == 2, outcome.text().c_str());
    QVERIFY2(contains(outcome.last()["error"].asString(), "would replace the session"),
             outcome.text().c_str());
    QVERIFY(*files::readText(session, size_t{1} << 30) == before);
  }

  void wrongWordsAreRefused_data() {
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no problem") << QStringList{};
    QTest::newRow("format") << QStringList{"reduction", "--format", "elf"};
    QTest::newRow("architecture of a CPU")
        << QStringList{"reduction", "--format", "assembly", "--arch", "sm_90"};
    QTest::newRow("no such architecture") << QStringList{"reduction", "--arch", "sm_1"};
    QTest::newRow("no such folder") << QStringList{"reduction", "--output", "/nowhere/a.ptx"};
    QTest::newRow("configuration") << QStringList{"reduction", "--config", "NO=1"};
  }
  void wrongWordsAreRefused() {
    QFETCH(QStringList, words);
    std::vector<std::string> arguments{"listing"};
    for (const QString& word : words)
      arguments.push_back(word.toStdString());
    arguments.emplace_back("--json");
    const Outcome outcome = Bench().kwr(arguments);
    QVERIFY2(outcome.status != 0 && outcome.status < 128, outcome.text().c_str());
    QVERIFY(!outcome.last()["error"].asString().empty());
  }
};

QTEST_GUILESS_MAIN(TestCliListing)
#include "test_cli_listing.moc"
