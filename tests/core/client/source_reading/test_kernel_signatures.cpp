// SPDX-License-Identifier: GPL-3.0-or-later
// What libclang says of kernels, also where the text does not compile.
#include <QTest>

#include "base/files/files.h"
#include "client/source_reading/kernel_signature.h"
#include "support/printing.h"

using namespace kw;
using reading::KernelSignature;

namespace {

KernelSignature only(std::string_view text) {
  const auto read = reading::readKernels(text);
  if (!read || read->kernels.size() != 1) qFatal("expected one kernel");
  return read->kernels.front();
}

}  // namespace

class TestKernelSignatures : public QObject {
  Q_OBJECT

 private slots:
  void parametersAreRead() {
    const std::string text =
        "using Element = const float;\nnamespace a { namespace { __global__ void "
        "__launch_bounds__(128, 2) k(float* __restrict__ y, Element* x, double eps, unsigned int "
        "n, int) { y[0] = x[n] * eps; } } }\n";
    const KernelSignature kernel = only(text);
    QCOMPARE(kernel.qualifiedName, std::string("a::k"));
    QCOMPARE(kernel.launchBounds, std::string("128, 2"));
    QCOMPARE(kernel.line, 2);
    QCOMPARE(kernel.parameters.size(), size_t{5});
    QVERIFY(kernel.parameters[0].isPointer && kernel.parameters[0].isRestrict &&
            !kernel.parameters[0].isConst);
    QCOMPARE(kernel.parameters[0].type, std::string("float* __restrict__"));
    QVERIFY(kernel.parameters[1].isConst);
    QCOMPARE(kernel.parameters[1].pointee, std::string("float"));
    QCOMPARE(kernel.parameters[2].canonical, std::string("double"));
    QCOMPARE(kernel.parameters[3].canonical, std::string("unsigned int"));
    QVERIFY(kernel.parameters[4].name.empty());
    QVERIFY(kernel.hasBody);
    QVERIFY(text.substr(kernel.begin, kernel.end - kernel.begin).ends_with("* eps; }"));
  }

  void templateParametersAreRead() {
    const KernelSignature kernel = only(
        "template <typename T, int vec = (2 > 1 ? 4 : 8), bool flag = true, template <class> class "
        "Op> __global__ void k(T* y) {}\n");
    QCOMPARE(kernel.templateParameters.size(), size_t{4});
    QCOMPARE(kernel.templateParameters[0].name, std::string("T"));
    QVERIFY(kernel.templateParameters[0].kind == reading::TemplateParameter::Kind::type);
    QCOMPARE(kernel.templateParameters[1].fallback, std::string("(2> 1?4:8)"));
    QCOMPARE(kernel.templateParameters[1].type, std::string("int"));
    QCOMPARE(kernel.templateParameters[2].fallback, std::string("true"));
    QVERIFY(kernel.templateParameters[3].kind == reading::TemplateParameter::Kind::templateName);
    QCOMPARE(kernel.parameters[0].pointee, std::string("T"));
  }

  void unknownNamesAreSaid() {
    const auto text =
        files::readText(std::string(KW_TEST_DATA) + "/new_problem/headers.cu").value();
    const auto read = reading::readKernels(text).value();
    QCOMPARE(read.kernels.size(), size_t{1});
    QVERIFY(std::ranges::find(read.unknown, "somewhere") != read.unknown.end());
    QVERIFY(std::ranges::find(read.unknown, "elsewhere") != read.unknown.end());
  }

  void constantsThatNobodyDeclaresAreUnknown() {
    const auto read = reading::readKernels(
                          "template <typename F> __device__ void each(float* y, F f) {}\n"
                          "template <typename T> __global__ void k(T* y, const float* x) {\n"
                          "  Vec<float, 4> wide = load(x), other;\n"
                          "  Lanes* lanes = nullptr;\n"
                          "  y[0] = x[0] * kScale;\n"
                          "  y[1] = max(x[1], kLeast) + wide[0] + other[kFirst] + lanes[0];\n"
                          "  std::array<float, 2> two = {x[0], x[1]};\n"
                          "  y[2] = two[0];\n"
                          "  each(y, [=] __device__(T& to, const T& from) { to = from; });\n"
                          "  int kept = 0; y[kept] = 1;\n"
                          "}")
                          .value();
    std::vector<std::string> unknown = read.unknown;
    std::ranges::sort(unknown);
    QCOMPARE(unknown,
             (std::vector<std::string>{"Lanes", "Vec", "kFirst", "kLeast", "kScale", "load"}));
  }

  void whatCudaDeclaresIsKnown() {
    const auto read =
        reading::readKernels(
            "__global__ void k(float4* y, const __half* x) { y[0] = make_float4(__ldg(x), "
            "__shfl_xor_sync(~0u, 1.0f, 2), rsqrtf(2), threadIdx.x); __syncthreads(); "
            "atomicAdd(&y->x, 1.0f); cub::BlockReduce<float, 32> r; __nanosleep(1); }")
            .value();
    QVERIFY2(read.unknown.empty(), read.unknown.empty() ? "" : read.unknown.front().c_str());
  }

  void hostFunctionsAreNoKernels() {
    QVERIFY(reading::readKernels("void f(int) {} __device__ int g() { return 1; }")
                .value()
                .kernels.empty());
    QVERIFY(reading::readKernels("").value().kernels.empty());
  }

  void deepNestingEnds() {
    const std::string deep = "__global__ void k(int* x) { *x = " + std::string(5000, '(') + "1" +
                             std::string(5000, ')') + "; }";
    QVERIFY(reading::readKernels(deep).has_value());
  }
};

QTEST_APPLESS_MAIN(TestKernelSignatures)
#include "test_kernel_signatures.moc"
