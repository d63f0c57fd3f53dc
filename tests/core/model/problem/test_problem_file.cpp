// SPDX-License-Identifier: GPL-3.0-or-later
// Finding problems, what travels with them, and their hashes.
#include <QTest>
#include <algorithm>
#include <filesystem>

#include "base/files/files.h"
#include "core/model/problem/sample_problem.h"

using namespace kw;

namespace {

std::vector<std::string> pathsOf(const LoadedProblem& loaded) {
  std::vector<std::string> paths;
  for (const ProblemPart& part : loaded.parts)
    paths.push_back(part.path);
  return paths;
}

}  // namespace

class TestProblemFile : public QObject {
  Q_OBJECT

 private slots:
  void aFolderItsFileAndAVariantBesideItAllLoad() {
    const SampleFolder sample;
    sample.write(samplePartsByName());
    QVERIFY(loadProblem(sample.path()).has_value());
    QVERIFY(loadProblem(sample.path() / "problem.json").has_value());
    auto variant = samplePartsByName();
    sample.writeFile("smaller.json", variant["problem.json"]);
    const auto loaded = loadProblem(sample.path() / "smaller.json");
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(pathsOf(*loaded).front(), std::string("kernel.cu"));
    QVERIFY(problemFromParts(loaded->parts, "").has_value());
  }

  void whatIsNoProblemSaysWhatIs() {
    const auto misspelt = loadProblem("silu_and_mull");
    QVERIFY(!misspelt.has_value());
    QCOMPARE(misspelt.error().kind, ErrorKind::badInput);
    QVERIFY2(misspelt.error().text().find("did you mean \"silu_and_mul\"?") != std::string::npos,
             misspelt.error().text().c_str());
    const SampleFolder empty;
    const auto noFile = loadProblem(empty.path());
    QVERIFY(!noFile.has_value());
    QVERIFY2(noFile.error().text().find("has no problem.json") != std::string::npos,
             noFile.error().text().c_str());
    empty.writeFile("problem.json", "{\"name\": ");
    const auto cut = loadProblem(empty.path());
    QVERIFY(!cut.has_value());
    QVERIFY2(cut.error().advice.find("mend it there") != std::string::npos,
             cut.error().text().c_str());
  }

  void faultsNameTheFileThatWasGiven() {
    const SampleFolder sample;
    sample.write(samplePartsByName());
    sample.writeFile("README.md", "# no JSON\n");
    const auto read = loadProblem(sample.path() / "README.md");
    QVERIFY(!read.has_value());
    QCOMPARE(read.error().place.file, (sample.path() / "README.md").string());
    sample.writeFile("other.json", "{\"name\": 1}");
    const auto faulty = loadProblem(sample.path() / "other.json");
    QVERIFY(!faulty.has_value());
    QCOMPARE(faulty.error().place.file, (sample.path() / "other.json").string());
  }

  void partsAreTheFilesThatAreNamedAndTheirOwnIncludesOnly() {
    auto parts = samplePartsByName();
    replaceIn(parts["kernel.cu"], "__global__",
              "#include \"detail/a.h\"\n#include <cuda_fp16.h>\n__global__");
    replaceIn(parts["problem.json"], "\"source\"",
              "\"compile\": {\"include\": [\"shared\"]},\n\"source\"");
    parts["detail/a.h"] =
        "#include \"b.h\"\n#include <c.h>\n#include \"../kernel.cu\"\n#include \"nowhere.h\"\n";
    parts["detail/b.h"] = "// b\n";
    parts["shared/c.h"] = "// c\n";
    parts["unrelated.txt"] = "not part of it";
    const SampleFolder sample;
    sample.write(parts);
    const auto loaded = loadProblem(sample.path());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(pathsOf(*loaded),
             (std::vector<std::string>{"detail/a.h", "detail/b.h", "kernel.cu", "oracle.py",
                                       "problem.json", "shared/c.h", "space.json", "template.cu"}));
  }

  void storedArraysAndNpyFillsTravelToo() {
    auto parts = samplePartsByName();
    replaceIn(parts["problem.json"], R"({ "python": "oracle.py" })",
              R"({ "stored": { "y": "y_{case}.npy" } })");
    replaceIn(parts["problem.json"], R"("role": "input")",
              R"("role": "input", "fill": { "npy": "x.npy" })");
    for (const char* file : {"y_large.npy", "y_odd.npy", "x.npy"})
      parts[file] = std::string("\x93NUMPY", 6);
    const auto loaded = problemFromParts(asParts(parts), "sample");
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(pathsOf(*loaded),
             (std::vector<std::string>{"kernel.cu", "problem.json", "space.json", "template.cu",
                                       "x.npy", "y_large.npy", "y_odd.npy"}));
  }

  void eachHashCoversItsOwn_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("changed");  // s, t, o, p
    QTest::newRow("source") << "kernel.cu"
                            << "y[i]"
                            << "y[ i]"
                            << "s";
    QTest::newRow("template") << "template.cu"
                              << "y[i]"
                              << "y[ i]"
                              << "t";
    QTest::newRow("launches of the space") << "space.json"
                                           << "\"block\": [\"BLOCK\"]"
                                           << "\"block\": [\"BLOCK * 1\"]"
                                           << "t";
    QTest::newRow("values of the space") << "space.json"
                                         << "[64, 128]"
                                         << "[64, 128, 256]"
                                         << "";
    QTest::newRow("oracle") << "oracle.py"
                            << "2"
                            << "2.0"
                            << "o";
    QTest::newRow("how the oracle is used") << "problem.json"
                                            << "\"python\""
                                            << "\"python_elements\": 5, \"python\""
                                            << "o";
    QTest::newRow("tolerance") << "problem.json"
                               << "1e-6"
                               << "1e-5"
                               << "p";
    QTest::newRow("a case") << "problem.json"
                            << "1001"
                            << "1003"
                            << "p";
    QTest::newRow("spaces in the text") << "problem.json"
                                        << "\"sizes\": "
                                        << "\"sizes\":   "
                                        << "";
  }

  void eachHashCoversItsOwn() {
    QFETCH(QString, file);
    QFETCH(QString, from);
    QFETCH(QString, to);
    QFETCH(QString, changed);
    auto parts = samplePartsByName();
    const auto before = problemFromParts(asParts(parts), "sample");
    replaceIn(parts[file.toStdString()], from.toStdString(), to.toStdString());
    const auto after = problemFromParts(asParts(parts), "sample");
    QVERIFY2(before && after, after ? "" : after.error().text().c_str());
    QString differs;
    if (before->sourceHash != after->sourceHash) differs += 's';
    if (before->templateHash != after->templateHash) differs += 't';
    if (before->oracleHash != after->oracleHash) differs += 'o';
    if (before->problemHash != after->problemHash) differs += 'p';
    QCOMPARE(differs, changed);
  }

  void aLinkOutOfTheFolderIsRefused() {
    const SampleFolder sample;
    sample.write(samplePartsByName());
    std::filesystem::remove(sample.path() / "oracle.py");
    std::filesystem::create_symlink("/etc/hostname", sample.path() / "oracle.py");
    const auto loaded = loadProblem(sample.path());
    QVERIFY(!loaded.has_value());
    QVERIFY2(loaded.error().text().find("leads out of the problem's folder") != std::string::npos,
             loaded.error().text().c_str());
  }

  void partsFromElsewhereMayNotNamePathsOutside() {
    for (const char* path : {"../kernel.cu", "/etc/passwd", "a/../../b", "", "a\\b"}) {
      std::vector<ProblemPart> parts = asParts(samplePartsByName());
      parts.push_back({path, "x"});
      QVERIFY2(!problemFromParts(parts, "sample").has_value(), path);
    }
    QVERIFY(!problemFromParts({}, "sample").has_value());
  }

  void aParameterThatChangesNothingIsAWarning() {
    auto parts = samplePartsByName();
    replaceIn(parts["space.json"], "\"parameters\": [",
              "\"parameters\": [ { \"name\": \"IDLE\", \"values\": [1, 2] },");
    const auto loaded = problemFromParts(asParts(parts), "sample");
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
    QCOMPARE(loaded->warnings.size(), size_t{1});
    QVERIFY2(loaded->warnings[0].find("IDLE") != std::string::npos, loaded->warnings[0].c_str());
  }
};

QTEST_GUILESS_MAIN(TestProblemFile)
#include "test_problem_file.moc"
