// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "model/kernel/source_scan.h"

using namespace kw;

namespace {

std::vector<std::string> textsOf(std::string_view source) {
  std::vector<std::string> texts;
  for (const Token& token : tokens(source))
    texts.push_back(token.text);
  return texts;
}

}  // namespace

class TestSourceScan : public QObject {
  Q_OBJECT

 private slots:
  void commentsAndStringsHideWhatIsInThem() {
    const char* const source =
        "// __global__ void a()\n/* __global__\nvoid b() */ \"__global__ \\\" void c()\" 'x' "
        "R\"x(__global__ )\" void d())x\" end";
    QCOMPARE(textsOf(source),
             (std::vector<std::string>{"\"__global__ \\\" void c()\"", "'x'",
                                       "R\"x(__global__ )\" void d())x\"", "end"}));
    QVERIFY(kernelsIn(source).empty());
  }

  void tokensKnowTheirPlace() {
    const std::vector<Token> all =
        tokens("a\n  /* c\n */ bc 1'000.5e-3f ->*\n#define X \\\n  2\nlast");
    QCOMPARE(all.size(), size_t{6});
    QCOMPARE(all[1].text, std::string("bc"));
    QCOMPARE(all[1].line, 3);
    QCOMPARE(all[1].column, 5);
    QCOMPARE(all[2].text, std::string("1'000.5e-3f"));
    QCOMPARE(all[3].text, std::string("->*"));
    QCOMPARE(all[4].kind, Token::Kind::directive);
    QCOMPARE(all[4].text, std::string("#define X    2"));
    QCOMPARE(all[5].line, 6);
  }

  void anUnfinishedTextEndsQuietly() {
    for (const char* source :
         {"/*", "\"abc", "'", "R\"(", "R\"", "#define", "#", "a\\", "__global__",
          "__global__ void f(", "template <", "template <typename T> __global__ void g(int a, "})
      QVERIFY(tokens(source).size() <= 20 && kernelsIn(source).size() <= 1);
  }

  void findsKernelsHoweverTheyAreDeclared_data() {
    QTest::addColumn<QString>("source");
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("isTemplate");
    QTest::addColumn<QStringList>("parameters");
    QTest::newRow("plain") << "__global__ void f(const float* __restrict__ x, int n) {}"
                           << "f" << false << QStringList{"const float* __restrict__ x", "int n"};
    QTest::newRow("extern C") << "extern \"C\" __global__ void f() {}"
                              << "f" << false << QStringList{};
    QTest::newRow("void") << "__global__ void f(void);"
                          << "f" << false << QStringList{};
    QTest::newRow("type first") << "static void __global__ f(int a) {}"
                                << "f" << false << QStringList{"int a"};
    QTest::newRow("bounds")
        << "__global__ void __launch_bounds__(BLOCK * (2), 1)\n  __cluster_dims__(2) f(int a) {}"
        << "f" << false << QStringList{"int a"};
    QTest::newRow("bounds first") << "__launch_bounds__(256) __global__ void f(int a)"
                                  << "f" << false << QStringList{"int a"};
    QTest::newRow("template") << "template <typename T, int N = (3 > 2)>\n__global__ void f(T* x)"
                              << "f" << true << QStringList{"T* x"};
    QTest::newRow("nested template arguments")
        << "template <typename T, class U = A<B<T>>> __global__ void f(std::array<T, 4> x, void "
           "(*g)(int, int))"
        << "f" << true << QStringList{"std::array<T, 4> x", "void(* g)(int, int)"};
    QTest::newRow("in a namespace") << "namespace ns { __global__ void f(int a = 1) {} }"
                                    << "f" << false << QStringList{"int a = 1"};
    QTest::newRow("after a template function")
        << "template <int n> void g() {}\n__global__ void f(int a)"
        << "f" << false << QStringList{"int a"};
    QTest::newRow("attribute")
        << "__global__ __attribute__((noinline)) void f(__grid_constant__ const Map m)"
        << "f" << false << QStringList{"__grid_constant__ const Map m"};
  }

  void findsKernelsHoweverTheyAreDeclared() {
    QFETCH(QString, source);
    QFETCH(QStringList, parameters);
    const std::vector<KernelDeclaration> kernels = kernelsIn(source.toStdString());
    QCOMPARE(kernels.size(), size_t{1});
    QTEST(QString::fromStdString(kernels[0].name), "name");
    QTEST(kernels[0].isTemplate, "isTemplate");
    QStringList found;
    for (const std::string& parameter : kernels[0].parameters)
      found << QString::fromStdString(parameter);
    QCOMPARE(found, parameters);
  }

  void aDeclarationAndItsDefinitionAreOneKernelAndOverloadsAreTwo() {
    const auto kernels = kernelsIn(
        "__global__ void f(int a);\n__global__ void f(int a) {}\n__global__ void f(int a, int b) "
        "{}\n__global__ void g() {}");
    QCOMPARE(kernels.size(), size_t{3});
    QCOMPARE(kernels[0].line, 1);
    QCOMPARE(kernels[1].parameters.size(), size_t{2});
    QCOMPARE(kernels[2].name, std::string("g"));
  }

  void readsIncludesAndDefines() {
    const char* const source =
        "#include <cuda_fp16.h>\n#  include \"a/b.h\"  // why\n#define ONE 1\n#define TWO(x) x\n// "
        "#define THREE\n";
    const std::vector<Include> includes = includesIn(source);
    QCOMPARE(includes.size(), size_t{2});
    QCOMPARE(includes[0].file, std::string("cuda_fp16.h"));
    QVERIFY(!includes[0].quoted);
    QCOMPARE(includes[1].file, std::string("a/b.h"));
    QVERIFY(includes[1].quoted);
    QCOMPARE(includes[1].line, 2);
    QCOMPARE(macrosDefinedIn(source), (std::set<std::string>{"ONE", "TWO"}));
  }

  void identifiersIncludeThoseOfDirectives() {
    const auto names = identifiersIn("#if VEC > 1 && defined(FAST)\nint a; // b\n#endif\n\"c\"");
    QCOMPARE(names, (std::set<std::string>{"FAST", "VEC", "a", "defined", "endif", "if", "int"}));
  }

  void namesOfFunctionsAreTakenApart() {
    QCOMPARE(baseName("norm"), std::string("norm"));
    QCOMPARE(baseName("ns::deep::norm<float, std::pair<int, A>>"), std::string("norm"));
    QCOMPARE(baseName(" norm <4>"), std::string("norm"));
    QCOMPARE(baseName(""), std::string());
  }

  void onlyWholeIdentifiersAreReplaced() {
    const std::vector<std::pair<std::string, std::string>> values{{"VEC", "4"}, {"T", "float"}};
    QCOMPARE(replaceIdentifiers("norm<T, VEC, VECTOR, T2, 2T>(VEC)", values),
             std::string("norm<float, 4, VECTOR, T2, 2T>(4)"));
    QCOMPARE(replaceIdentifiers("--maxrregcount=VEC", values), std::string("--maxrregcount=4"));
  }
};

QTEST_GUILESS_MAIN(TestSourceScan)
#include "test_source_scan.moc"
