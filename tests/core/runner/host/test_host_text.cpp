// SPDX-License-Identifier: GPL-3.0-or-later
// What the host device changes in a candidate's text, and what it refuses in one.
#include <QtTest>

#include "runner/device/host/candidate_unit.h"
#include "runner/device/host/dynamic_shared.h"
#include "runner/device/host/refusals.h"

using namespace kw;
using namespace kw::host;

class TestHostText : public QObject {
  Q_OBJECT
 private slots:
  void dynamicSharedArraysBecomePointers_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("changed");
    const auto row = [](const char* text, const char* changed) {
      QTest::newRow(text) << QString(text) << QString(changed);
    };
    row("void f() { extern __shared__ float s[]; }",
        "void f() { auto* const s = kw_host::dynamicShared<float>(); }");
    row("void f() { extern __shared__ unsigned char s[]; }",
        "void f() { auto* const s = kw_host::dynamicShared<unsigned char>(); }");
    row("void f() { extern __shared__ __align__(16) T s[]; }",
        "void f() { auto* const s = kw_host::dynamicShared<T>(); }");
    row("void f() { extern __shared__ alignas(4 * (2 + 2)) T s[]; }",
        "void f() { auto* const s = kw_host::dynamicShared<T>(); }");
    row("void f() { extern __shared__ float s[][33]; }",
        "void f() { auto* const s = kw_host::dynamicShared<float [ 33 ]>(); }");
    row("void f() {\nextern\n__shared__\nfloat s[];\n}",
        "void f() {\nauto* const s = kw_host::dynamicShared<float>()\n\n;\n}");
    row("extern __shared__ int s[];\nint x;",
        "\n#define s (kw_host::dynamicShared<int>())\n#line 1 \"k.cu\"\n;\nint x;");
    row("namespace a { extern \"C\" { extern __shared__ int s[]; } }",
        "namespace a { extern \"C\" { \n#define s (kw_host::dynamicShared<int>())\n#line 1 "
        "\"k.cu\"\n; } }");
  }
  void dynamicSharedArraysBecomePointers() {
    QFETCH(QString, text);
    QFETCH(QString, changed);
    QCOMPARE(QString::fromStdString(withDynamicSharedAsPointers(text.toStdString(), "k.cu")),
             changed);
  }

  void otherTextStaysAsItIs_data() {
    QTest::addColumn<QString>("text");
    for (const char* text :
         {"", "extern", "extern int x;", "extern \"C\" void f();", "__shared__ float s[32];",
          "extern __shared__", "extern __shared__ float s[", "// extern __shared__ float s[];",
          "extern __device__ int x[];", "const char* t = \"extern __shared__ float s[];\";",
          "extern void f() { __shared__ int s[1]; }", "#define S extern __shared__ float s[];"})
      QTest::newRow(text) << QString(text);
  }
  void otherTextStaysAsItIs() {
    QFETCH(QString, text);
    QCOMPARE(QString::fromStdString(withDynamicSharedAsPointers(text.toStdString(), "k.cu")), text);
  }

  void whatACpuCannotRunIsNamedWithItsPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fault");
    const auto row = [](const char* text, const char* fault) {
      QTest::newRow(text) << QString(text) << QString(fault);
    };
    row("int x;\n  asm volatile(\"bar.sync 0;\");", "k.cu:2:3: error: inline PTX (asm)");
    row("#include <cuda/ptx>\n", "k.cu:1:1: error: PTX (cuda/ptx)");
    row("#include <cub/block/block_reduce.cuh>\n", "k.cu:1:1: error: CUB");
    row("f<<<1, 2>>>(x);", "k.cu:1:2: error: launching a kernel from a kernel");
    row("cg::this_grid().sync();", "k.cu:1:5: error: synchronising the grid");
    row("void f(cudaTextureObject_t t);", "k.cu:1:8: error: a texture");
  }
  void whatACpuCannotRunIsNamedWithItsPlace() {
    QFETCH(QString, text);
    QFETCH(QString, fault);
    const QString log = QString::fromStdString(refusalsIn(text.toStdString(), "k.cu"));
    QVERIFY2(log.startsWith(fault), qPrintable(log));
    QVERIFY(log.endsWith("cannot run on the host device\n"));
  }

  void ordinaryTextIsNotRefused() {
    QCOMPARE(
        refusalsIn("#include <cuda_fp16.h>\nint a = 1 << 2 < 3; // asm\nconst char* t = \"asm\";",
                   "k.cu"),
        std::string());
  }

  void fileNamesAreQuoted() {
    CompileJob job;
    job.fileName = "a\"b\\c\nd.cu";
    QVERIFY(candidateUnit(job).find("#line 1 \"a\\\"b\\\\c d.cu\"\n") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(TestHostText)
#include "test_host_text.moc"
