// SPDX-License-Identifier: GPL-3.0-or-later
// Which macros a template needs from its space. Names that the text or CUDA define are none of
// them.
#include <QTest>

#include "model/kernel/source_scan.h"

using namespace kw;

namespace {

QStringList namesIn(const QString& source) {
  QStringList names;
  for (const MacroUse& use : undefinedMacros(source.toStdString()))
    names << QString::fromStdString(use.name);
  return names;
}

}  // namespace

class TestUndefinedMacros : public QObject {
  Q_OBJECT

 private slots:
  void needs_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QStringList>("macros");
    const auto row = [](const char* name, const char* source, const QStringList& macros) {
      QTest::newRow(name) << source << macros;
    };
    row("an array's length", "__shared__ float tile[BLOCK];", {"BLOCK"});
    row("launch bounds", "__global__ void __launch_bounds__(BLOCK, PER_SM) f()",
        {"BLOCK", "PER_SM"});
    row("code in a condition", "#if STREAM == 1\nint a = STREAM + WIDTH;\n#endif",
        {"STREAM", "WIDTH"});
    row("a pragma", "#pragma unroll UNROLL\nfor (;;) {}", {"UNROLL"});
    row("a type", "VEC_TYPE value = 0; const VEC_TYPE* p;", {"VEC_TYPE"});
    row("template arguments", "load<VEC>(x); norm<float, WIDTH><<<1, 2>>>(x);", {"VEC", "WIDTH"});
    row("an operand", "return a * BLOCK; b = x > LIMIT;", {"BLOCK", "LIMIT"});
    row("another macro's body", "#define TILE (BLOCK * 2)\nint a = TILE;", {"BLOCK"});
  }
  void needs() {
    QFETCH(QString, source);
    QTEST(namesIn(source), "macros");
  }

  void doesNotNeed_data() {
    QTest::addColumn<QString>("source");
    const auto row = [](const char* name, const char* source) { QTest::newRow(name) << source; };
    row("its own macros", "#define TILE 16\nint a = TILE;");
    row("parameters of its own macros", "#define MAX2(AA, BB) ((AA) > (BB) ? (AA) : (BB))");
    row("macros with a default", "#ifndef TILE\n#define TILE 16\n#endif\nint a = TILE;");
    row("what only conditions ask for, where it is 0", "#if STREAM == 1\n#elif OTHER\n#endif");
    row("macros it asks for",
        "#ifdef HAS_BF16\n#endif\n#if defined(FAST) && FAST > 1\nint a = FAST;\n#endif");
    row("constants",
        "constexpr int TILE = 16; static const float SCALE{2}; const auto X1 = TILE * SCALE;");
    row("several in one declaration",
        "int AA = 1, BB = 2; unsigned CC, DD; int x = AA + BB + CC + DD;");
    row("enumerators",
        "enum class Mode : int { FAST, EXACT = 2 }; enum { ONE, TWO }; int a = ONE + TWO + FAST;");
    row("pointers to functions", "template <typename T, T (*OP)(T)> void f(T x) { x = OP(x); }");
    row("pragmas of compilers", "#pragma GCC diagnostic push");
    row("template parameters",
        "template <typename TYPE, int SIZE, bool LAST = true, class... ARGS, int... NN> void "
        "f(TYPE (&a)[SIZE], ARGS... rest) { int x = LAST; }");
    row("parameters and variables",
        "__device__ float f(float A0, const float* A1, float4& A2) { extern __shared__ float "
        "SMEM[]; return A0 + A1[0] + SMEM[0]; }");
    row("types of its own",
        "struct PACK { int a; }; using VEC = float4; typedef float REAL; PACK p; VEC v; REAL r;");
    row("functions", "__device__ int DIV(int a, int b) { return a / b; } int x = DIV(1, 2);");
    row("members and names of namespaces", "a.SIZE + p->COUNT + cub::BLOCK_REDUCE_RAKING");
    row("limits and numbers of C",
        "float a = INFINITY + NAN + FLT_MAX + DBL_EPSILON + HUGE_VALF; int b = INT_MAX + UINT_MAX "
        "+ CHAR_BIT + INT32_MIN + M_PI;");
    row("CUDA's",
        "#if __CUDA_ARCH__ >= 900 && CUDART_VERSION > 12000 && __CUDACC_VER_MAJOR__\n#endif\nfloat "
        "a = CUDART_INF_F; CUtensorMap m; CUB_MIN(1, 2);");
    row("single letters", "T a = N;");
    row("words in comments and strings",
        "// BLOCK\n/* VEC */ const char* s = \"TILE\"; asm(\"BAR.SYNC\");");
    row("includes and errors", "#include <A_B.H>\n#error NOT THIS WAY");
  }
  void doesNotNeed() {
    QFETCH(QString, source);
    QCOMPARE(namesIn(source), QStringList{});
  }

  void eachIsNamedOnceWithItsFirstLine() {
    const auto uses = undefinedMacros("\nint a = LATER_ONE;\nint b = AAA + LATER_ONE;");
    QCOMPARE(uses.size(), size_t{2});
    QCOMPARE(uses[0].name, std::string("LATER_ONE"));
    QCOMPARE(uses[0].line, 2);
    QCOMPARE(uses[1].line, 3);
  }
};

QTEST_GUILESS_MAIN(TestUndefinedMacros)
#include "test_undefined_macros.moc"
