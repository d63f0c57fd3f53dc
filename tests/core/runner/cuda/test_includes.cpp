// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <filesystem>

#include "base/files/files.h"
#include "runner/device/cuda/includes.h"

using namespace kw;

class TestIncludes : public QObject {
  Q_OBJECT
 private slots:
  void refusesWhatLeavesTheFolder_data();
  void refusesWhatLeavesTheFolder();
  void findsFilesOfTheProblem();
  void looksIntoIncludedFiles();
  void refusesSymbolicLinksThatLeave();
  void leavesCudaHeadersAlone();
};

void TestIncludes::refusesWhatLeavesTheFolder_data() {
  QTest::addColumn<QString>("text");
  QTest::newRow("absolute") << "#include \"/etc/passwd\"";
  QTest::newRow("absolute in angles") << "#include </etc/passwd>";
  QTest::newRow("climbing") << "#include \"../../etc/passwd\"";
  QTest::newRow("climbing over CUDA's folder") << "#include <cub/../../../../etc/passwd>";
  QTest::newRow("a macro") << "#define X \"/etc/passwd\"\n#include X";
  QTest::newRow("blanks") << "  #  include   \"/etc/passwd\"";
  QTest::newRow("comment inside") << "#/* */include/* */\"/etc/passwd\"";
  QTest::newRow("comment over lines") << "#/*\n*/include \"/etc/passwd\"";
  QTest::newRow("another spelling") << "%:include \"/etc/passwd\"";
  QTest::newRow("joined lines") << "#inc\\\nlude \"/etc/passwd\"";
  QTest::newRow("joined in the name") << "#include \"/et\\\nc/passwd\"";
  QTest::newRow("behind a string that looks like a comment")
      << "const char* a = \"/*\";\n#include \"/etc/passwd\"\nconst char* b = \"*/\";";
  QTest::newRow("in a raw string's shadow") << "R\"(\n#include \"/etc/passwd\"\n)\"";
  QTest::newRow("include_next") << "#include_next <cuda_fp16.h>";
  QTest::newRow("embed") << "#embed \"/etc/passwd\"";
}

void TestIncludes::refusesWhatLeavesTheFolder() {
  QFETCH(QString, text);
  for (const std::string& folder :
       {std::string(), std::filesystem::temp_directory_path().string()}) {
    const auto files = cuda::includedFiles(text.toStdString(), "template.cu", folder, {});
    QVERIFY(!files);
    QCOMPARE(files.error().kind, ErrorKind::badInput);
    QCOMPARE(files.error().place.file, std::string("template.cu"));
  }
}

void TestIncludes::findsFilesOfTheProblem() {
  const auto folder = files::TemporaryFolder::make();
  QVERIFY(folder);
  QVERIFY(files::makeFolders(folder->path() / "inc"));
  QVERIFY(files::writeAtomically(folder->path() / "inc/a.h", "// a\n"));
  const auto found = cuda::includedFiles("#include \"a.h\"\n#include <inc/a.h>\n", "k.cu",
                                         folder->path(), {"inc"});
  QVERIFY(found);
  QCOMPARE(found->size(), size_t{1});
  QCOMPARE(found->at(0).name, std::string("inc/a.h"));
  QVERIFY(!cuda::includedFiles("", "k.cu", folder->path(), {"../other"}));
}

void TestIncludes::looksIntoIncludedFiles() {
  const auto folder = files::TemporaryFolder::make();
  QVERIFY(files::makeFolders(folder->path() / "inc"));
  QVERIFY(files::writeAtomically(folder->path() / "inc/a.h", "#include \"../b.h\"\n"));
  QVERIFY(files::writeAtomically(folder->path() / "b.h", "\n#include \"/etc/passwd\"\n"));
  const auto found = cuda::includedFiles("#include \"inc/a.h\"", "k.cu", folder->path(), {});
  QVERIFY(!found);
  QCOMPARE(found.error().place.file, std::string("b.h"));
  QCOMPARE(found.error().place.line, 2);
}

void TestIncludes::refusesSymbolicLinksThatLeave() {
  const auto folder = files::TemporaryFolder::make();
  std::filesystem::create_symlink("/etc/passwd", folder->path() / "innocent.h");
  QVERIFY(!cuda::includedFiles("#include \"innocent.h\"", "k.cu", folder->path(), {}));
}

void TestIncludes::leavesCudaHeadersAlone() {
  const auto found = cuda::includedFiles(
      "// include what is needed\n#include <cuda_fp16.h>\n#include <cub/cub.cuh>\n", "k.cu", "",
      {});
  QVERIFY(found);
  QVERIFY(found->empty());
}

QTEST_APPLESS_MAIN(TestIncludes)
#include "test_includes.moc"
