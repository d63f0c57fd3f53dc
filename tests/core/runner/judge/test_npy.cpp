// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cstring>

#include "base/files/files.h"
#include "base/process/child.h"
#include "runner/oracle/npy.h"
#include "runner/oracle/python.h"
#include "support/printing.h"

using namespace kw;
using kw::test::errorText;

namespace {

// What NumPy itself saves for an expression.
Result<std::string> savedByNumPy(const files::TemporaryFolder& folder,
                                 const std::string& expression) {
  const Result<Python>& python = findPython();
  if (!python) return fail(python.error());
  const std::string file = (folder.path() / "array.npy").string();
  process::ChildOptions options;
  options.arguments = {python->program, "-c",
                       "import numpy as np\nnp.save('" + file + "', " + expression + ")"};
  KW_ASSIGN(const process::Output output, process::run(options, {}, std::chrono::seconds(30)));
  if (output.exit.code != 0) return fail("python: " + output.exit.text());
  return files::readText(file);
}

}  // namespace

class TestNpy : public QObject {
  Q_OBJECT
 private slots:
  void readsWhatNumPyWrites_data();
  void readsWhatNumPyWrites();
  void numPyReadsWhatIsWritten();
  void refusesByName_data();
  void refusesByName();
  void refusesDamage_data();
  void refusesDamage();
};

void TestNpy::readsWhatNumPyWrites_data() {
  QTest::addColumn<QString>("expression");
  QTest::addColumn<int>("type");
  QTest::addColumn<QString>("shape");
  QTest::addColumn<double>("last");
  const auto row = [](const char* name, const char* expression, ElementType type, const char* shape,
                      double last) {
    QTest::newRow(name) << expression << static_cast<int>(type) << shape << last;
  };
  row("float64", "np.array([[1, 2], [3, 4.5]])", ElementType::float64, "[2, 2]", 4.5);
  row("float32", "np.array([0.1], np.float32)", ElementType::float32, "[1]", double{0.1F});
  row("float16", "np.array([1, 65504], np.float16)", ElementType::float16, "[2]", 65504);
  row("int64", "np.array([-2**53])", ElementType::int64, "[1]", -9007199254740992.0);
  row("int8", "np.array([1, -128], np.int8)", ElementType::int8, "[2]", -128);
  row("uint16", "np.array([65535], np.uint16)", ElementType::uint16, "[1]", 65535);
  row("uint8", "np.arange(256, dtype=np.uint8)", ElementType::uint8, "[256]", 255);
  row("bool", "np.array([False, True])", ElementType::boolean, "[2]", 1);
  row("scalar", "np.float64(7)", ElementType::float64, "[]", 7);
  row("long shape", "np.ones((1, 2, 1, 3, 1, 2, 1, 1))", ElementType::float64,
      "[1, 2, 1, 3, 1, 2, 1, 1]", 1);
  row("one axis in Fortran order", "np.asfortranarray(np.arange(3.0))", ElementType::float64, "[3]",
      2);
}

void TestNpy::readsWhatNumPyWrites() {
  QFETCH(QString, expression);
  QFETCH(int, type);
  QFETCH(QString, shape);
  QFETCH(double, last);
  auto folder = files::TemporaryFolder::make();
  QVERIFY(folder);
  const auto text = savedByNumPy(*folder, expression.toStdString());
  QVERIFY2(text, errorText(text).c_str());
  const auto array = parseNpy(*text, "array.npy");
  QVERIFY2(array, errorText(array).c_str());
  QCOMPARE(static_cast<int>(array->type), type);
  QCOMPARE(shapeText(array->shape), shape.toStdString());
  QCOMPARE(array->real(array->elements() - 1), last);
}

void TestNpy::numPyReadsWhatIsWritten() {
  const Result<Python>& python = findPython();
  QVERIFY2(python, errorText(python).c_str());
  auto folder = files::TemporaryFolder::make();
  QVERIFY(folder);
  const std::string file = (folder->path() / "array.npy").string();
  HostArray array = HostArray::zeros(ElementType::int32, {2, 3});
  for (int i = 0; i < 6; ++i)
    array.setBits(i, static_cast<uint64_t>(10 * i));
  QVERIFY(writeNpy(file, array));
  process::ChildOptions options;
  options.arguments = {python->program, "-c",
                       "import numpy as np\na = np.load('" + file +
                           "')\nprint(a.dtype, a.shape, a.flags.c_contiguous, a[1, 2])"};
  const auto output = process::run(options, {}, std::chrono::seconds(30));
  QVERIFY(output);
  QCOMPARE(output->output, std::string("int32 (2, 3) True 50\n"));
}

void TestNpy::refusesByName_data() {
  QTest::addColumn<QString>("expression");
  QTest::addColumn<QString>("message");
  QTest::newRow("Fortran order") << "np.asfortranarray(np.ones((2, 3)))"
                                 << "Fortran order";
  QTest::newRow("objects") << "np.array([{}, None], dtype=object)"
                           << "Python objects";
  QTest::newRow("structures") << "np.zeros(2, dtype=[('a', '<f4')])"
                              << "structures";
  QTest::newRow("complex") << "np.ones(2, complex)"
                           << "'<c16'";
  QTest::newRow("texts") << "np.array(['a'])"
                         << "'<U1'";
  QTest::newRow("big-endian") << "np.ones(2, '>f4')"
                              << "big-endian";
}

void TestNpy::refusesByName() {
  QFETCH(QString, expression);
  QFETCH(QString, message);
  auto folder = files::TemporaryFolder::make();
  QVERIFY(folder);
  const auto text = savedByNumPy(*folder, expression.toStdString());
  QVERIFY2(text, errorText(text).c_str());
  const auto array = parseNpy(*text, "array.npy");
  QVERIFY(!array);
  QCOMPARE(array.error().kind, ErrorKind::badInput);
  QVERIFY2(errorText(array).find(message.toStdString()) != std::string::npos,
           errorText(array).c_str());
  QVERIFY(errorText(array).starts_with("array.npy: "));
}

void TestNpy::refusesDamage_data() {
  QTest::addColumn<QByteArray>("bytes");
  QTest::addColumn<QString>("message");
  HostArray array = HostArray::zeros(ElementType::float32, {4});
  const std::string text = npyText(array);
  const QByteArray whole(text.data(), static_cast<qsizetype>(text.size()));
  const auto replaced = [&](const char* from, const char* to) {
    return QByteArray(whole).replace(from, to);
  };
  QTest::newRow("empty") << QByteArray() << "no .npy file";
  QTest::newRow("another file") << QByteArray("PK\3\4 something else") << "no .npy file";
  QTest::newRow("cut header") << whole.left(40) << "cut off";
  QTest::newRow("cut data") << whole.chopped(1) << "expected 16 bytes";
  QTest::newRow("too much data") << whole + "x"
                                 << "found 17";
  QTest::newRow("version 9") << QByteArray(whole).replace(6, 1, "\x09") << "format 1 to 3";
  QTest::newRow("no shape") << replaced("'shape'", "'shade'") << "lacks";
  QTest::newRow("negative") << replaced("(4,)", "(-4)") << "no tuple of sizes";
  QTest::newRow("overflow") << replaced("(4,), }      ", "(9999999999,9") << "no tuple";
}

void TestNpy::refusesDamage() {
  QFETCH(QByteArray, bytes);
  QFETCH(QString, message);
  const auto array = parseNpy({bytes.data(), static_cast<size_t>(bytes.size())}, "array.npy");
  QVERIFY(!array);
  QVERIFY2(errorText(array).find(message.toStdString()) != std::string::npos,
           errorText(array).c_str());
}

QTEST_GUILESS_MAIN(TestNpy)
#include "test_npy.moc"
