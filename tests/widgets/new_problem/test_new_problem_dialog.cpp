// SPDX-License-Identifier: GPL-3.0-or-later
// From a .cu file to a problem folder, by what a user types and sees.
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "model/problem/problem_file.h"
#include "widgets/new_problem/kernel_list.h"
#include "widgets/new_problem/new_problem_dialog.h"
#include "widgets/theme/theme.h"

using namespace kw;

namespace {

// A kernel of a usual kind with host code around it.
const char* scaleSource =
    "#include <cuda_runtime.h>\n"
    "#include <torch/extension.h>\n"
    "#define TILE 128\n"
    "__global__ void scale(float* y, const float* __restrict__ x, float factor, int n) {\n"
    "  int i = blockIdx.x * TILE + threadIdx.x;\n"
    "  if (i < n) y[i] = factor * x[i];\n"
    "}\n"
    "torch::Tensor host(torch::Tensor x) {\n"
    "  int n = x.numel();\n"
    "  scale<<<(n + TILE - 1) / TILE, TILE>>>(x.data_ptr<float>(), x.data_ptr<float>(), 2, n);\n"
    "  return x;\n"
    "}\n";

struct Shown {
  NewProblemDialog dialog;
  KernelList* kernels = dialog.findChild<KernelList*>();

  Shown() { dialog.show(); }
  void settle() { QTRY_VERIFY_WITH_TIMEOUT(dialog.isSettled(), 60'000); }
  void read(const QString& file) {
    dialog.setFile(file);
    settle();
  }
  QLineEdit* field(const QString& name) { return dialog.findChild<QLineEdit*>(name); }
  void type(const QString& name, const QString& text) {
    QVERIFY2(field(name), qPrintable(name));
    field(name)->clear();
    QTest::keyClicks(field(name), text);
  }
  QString fault(const QString& name) { return field(name)->accessibleDescription(); }
  QString verdict() { return dialog.findChild<QLabel*>("newProblem.verdict")->text(); }
  QString page(const char* name) {
    return dialog.findChild<QPlainTextEdit*>(QLatin1String(name))->toPlainText();
  }
  QPushButton* make() { return dialog.findChild<QPushButton*>("newProblem.make"); }
};

}  // namespace

class TestNewProblemDialog : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<QTemporaryDir> m_folder;
  QString file(const QString& name, const QByteArray& content) {
    const QString path = m_folder->filePath(name);
    QFile made(path);
    if (!made.open(QIODevice::WriteOnly)) qFatal("cannot write");
    made.write(content);
    return path;
  }

 private slots:
  void initTestCase() { Theme::instance().apply(); }
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aFolderIsMadeFromWhatOnlyTheUserKnows() {
    Shown shown;
    shown.read(file("scale.cu", scaleSource));
    QCOMPARE(shown.kernels->chosen(), QString("scale"));
    QCOMPARE(shown.kernels->topLevelItem(0)->text(1), QString("4"));
    QVERIFY(shown.kernels->topLevelItem(0)->text(2).contains("float factor, int n"));
    QVERIFY(!shown.make()->isEnabled());
    QVERIFY(shown.fault("text x").startsWith("Needed: the shape of x"));
    QVERIFY(shown.page("newProblem.source").contains("__global__ void scale"));
    QVERIFY(!shown.page("newProblem.source").contains("torch::Tensor"));
    QCOMPARE(shown.dialog.findChild<QComboBox*>("role y")->currentText(), QString("output"));
    QCOMPARE(shown.dialog.findChild<QComboBox*>("role x")->currentText(), QString("input"));

    shown.type("text y", "n");
    shown.type("text x", "n");
    shown.type("text factor", "2");
    shown.type("text n", "4096, 65536");
    shown.settle();
    if (!shown.make()->isEnabled()) {  // the launch counts in a name of the host's
      shown.type("newProblem.grid", "ceil_div(n, 128)");
      shown.settle();
    }
    QVERIFY2(shown.make()->isEnabled(), qPrintable(shown.verdict()));
    QVERIFY(shown.verdict().startsWith("No faults"));
    QVERIFY(shown.page("newProblem.problem").contains("\"kernelwright-problem/1\""));
    QVERIFY(shown.page("newProblem.diff").contains("TILE"));
    QSignalSpy made(&shown.dialog, &NewProblemDialog::made);
    QTest::keyClick(shown.make(), Qt::Key_Space);
    shown.settle();
    QCOMPARE(made.size(), 1);
    QCOMPARE(made.at(0).at(0).toString(), m_folder->filePath("scale"));
    const auto loaded = loadProblem(m_folder->filePath("scale").toStdString());
    QVERIFY2(loaded.has_value(), loaded ? "" : loaded.error().text().c_str());
    QVERIFY(loaded->problem.space.has_value());
    QCOMPARE(loaded->problem.cases.size() >= 2, true);
  }

  void withoutLiftingNoTemplateIsMade() {
    Shown shown;
    shown.read(file("scale.cu", scaleSource));
    shown.dialog.findChild<QCheckBox*>("newProblem.lifts")->setChecked(false);
    for (const char* name : {"text y", "text x"})
      shown.type(name, "n");
    shown.type("text factor", "2");
    shown.type("text n", "64");
    shown.type("newProblem.grid", "ceil_div(n, 128)");
    shown.type("newProblem.block", "128");
    shown.settle();
    QVERIFY2(shown.make()->isEnabled(), qPrintable(shown.verdict()));
    QVERIFY(shown.page("newProblem.diff").isEmpty());
    QVERIFY(!shown.page("newProblem.problem").contains("template"));
  }

  void whatIsWrongStandsAtItsField() {
    Shown shown;
    shown.read(file("scale.cu", scaleSource));
    shown.type("text x", "n * (");
    shown.type("text n", "many");
    shown.type("newProblem.grid", "1, 2, 3, 4");
    QDir(m_folder->path()).mkdir("there");
    shown.type("newProblem.folder", m_folder->filePath("there"));
    shown.settle();
    QVERIFY2(!shown.fault("text x").startsWith("Needed"), qPrintable(shown.fault("text x")));
    QVERIFY(shown.fault("text n").contains("whole numbers"));
    QVERIFY(shown.fault("newProblem.grid").contains("one to three"));
    QVERIFY(shown.fault("newProblem.folder").contains("is there already"));
    QVERIFY(shown.fault("text y").startsWith("Needed"));
    for (const char* name : {"text x", "text n", "newProblem.grid", "newProblem.folder"})
      QVERIFY2(!shown.fault(name).contains("--"), qPrintable(shown.fault(name)));
    QVERIFY(!shown.make()->isEnabled());
  }

  // What `kwr check` would say of problem.json: a shape over a size that nobody gives.
  void whatCheckWouldSayStandsAtItsField() {
    Shown shown;
    shown.read(file("scale.cu", scaleSource));
    shown.type("text y", "rows");
    shown.type("text x", "n");
    shown.type("text factor", "2");
    shown.type("text n", "64");
    shown.type("newProblem.grid", "1");
    shown.type("newProblem.block", "128");
    shown.settle();
    QVERIFY2(shown.fault("text y").contains("rows"), qPrintable(shown.verdict()));
    QVERIFY(!shown.make()->isEnabled());
    shown.type("newProblem.size", "rows=64");
    shown.settle();
    QVERIFY2(shown.make()->isEnabled(), qPrintable(shown.verdict()));
  }

  void ofSeveralKernelsOneIsChosenAndOthersSayWhyNot() {
    Shown shown;
    shown.read(file("several.cu",
                    "struct Shape { int a, b; };\n"
                    "__global__ void odd(Shape shape, float* x) { x[0] = shape.a; }\n"
                    "template <typename T, int N>\n"
                    "__global__ void copy(T* y, const T* x) {\n"
                    "  y[threadIdx.x * N] = x[threadIdx.x * N];\n}\n"
                    "__global__ void fill(int* x) { x[threadIdx.x] = 1; }\n"));
    QCOMPARE(shown.kernels->topLevelItemCount(), 3);
    QVERIFY(shown.kernels->topLevelItem(0)->text(2).startsWith("Cannot be used: "));
    QCOMPARE(shown.kernels->chosen(), QString("copy"));
    QVERIFY(shown.fault("newProblem.instance").contains("which instance"));
    shown.type("newProblem.instance", "float,4");
    shown.settle();
    QVERIFY(shown.fault("newProblem.instance").isEmpty());
    QVERIFY(shown.field("text y"));
    shown.kernels->setFocus();
    QTest::keyClick(shown.kernels, Qt::Key_Down);
    shown.settle();
    QCOMPARE(shown.kernels->chosen(), QString("fill"));
    QVERIFY(!shown.field("newProblem.instance")->isEnabled());
    QVERIFY(shown.field("newProblem.folder")->text().endsWith("/fill"));
    QTest::keyClick(shown.kernels, Qt::Key_Home);
    QVERIFY(shown.verdict().startsWith("Cannot be used: "));  // whole, and not in a tool tip alone
    QVERIFY(!shown.make()->isEnabled() && !shown.field("text x"));
  }

  void filesThatHoldNoKernelAreSaid_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("said");
    QTest::newRow("none") << QByteArray("int main() {}\n") << "__global__";
    QTest::newRow("empty") << QByteArray() << "__global__";
    QTest::newRow("binary") << QByteArray(
                                   "\x7f"
                                   "ELF\0\1\2",
                                   7)
                            << "zero byte";
    QTest::newRow("10 MB") << QByteArray(10 << 20, ' ') << "larger than";
    QTest::newRow("cut off") << QByteArray("__global__ void f(int* x, ") << "";
  }
  void filesThatHoldNoKernelAreSaid() {
    QFETCH(QByteArray, content);
    QFETCH(QString, said);
    Shown shown;
    shown.read(file("some.cu", content));
    QVERIFY(shown.kernels->chosen().isEmpty());
    QVERIFY2(!shown.verdict().isEmpty() && shown.verdict().contains(said),
             qPrintable(shown.verdict()));
    QVERIFY(!shown.make()->isEnabled());
    shown.read(file("scale.cu", scaleSource));  // and another file can be read
    QCOMPARE(shown.kernels->chosen(), QString("scale"));
  }

  void syntaxErrorsElsewhereDoNotMatter() {
    Shown shown;
    shown.read(file("broken.cu", QByteArray("int broken( = ;;\n}}}\n") + scaleSource));
    QCOMPARE(shown.kernels->topLevelItemCount(), 1);
  }

  void readingIsStopped() {
    QByteArray many;
    for (int i = 0; i < 300; ++i)
      many += "__global__ void k" + QByteArray::number(i) + "(float* x) { x[0] = 1; }\n";
    Shown shown;
    shown.dialog.setFile(file("many.cu", many));
    auto* stop = shown.dialog.findChild<QPushButton*>("newProblem.stop");
    QVERIFY(stop->isVisible());
    QTest::keyClick(stop, Qt::Key_Space);
    QVERIFY(shown.dialog.isSettled());
    QVERIFY(shown.verdict().contains("stopped"));
    QCOMPARE(shown.kernels->topLevelItemCount(), 0);
  }
};

QTEST_MAIN(TestNewProblemDialog)
#include "test_new_problem_dialog.moc"
