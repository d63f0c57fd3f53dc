// SPDX-License-Identifier: GPL-3.0-or-later
// A slice holds what the kernel needs and nothing of the host's or a framework's.
#include <QTest>

#include "base/files/files.h"
#include "client/source_reading/kernel_signature.h"
#include "client/source_reading/slice.h"
#include "support/printing.h"

using namespace kw;

namespace {

std::filesystem::path data(const std::string& name) {
  return std::filesystem::path(KW_TEST_DATA) / "new_problem" / name;
}

reading::Slice slice(const std::string& file, const std::string& kernel,
                     const std::vector<std::string>& instance = {}) {
  return reading::sliceOf(reading::gatherSource(data(file)).value(), kernel, instance);
}

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestSlices : public QObject {
  Q_OBJECT

 private slots:
  void hostAndFrameworkCodeStaysBehind() {
    const reading::Slice cut = slice("framework.cu", "rowScale");
    for (const char* part :
         {"torch", "dim3", "PYBIND", "DISPATCH", "LAUNCH(", "TORCH_CHECK", "checkContiguous"})
      QVERIFY2(!holds(cut.text, part), part);
    for (const char* part : {"sumOfWarp", "namespace lab {", "struct Convert", "#define WIDE_LOAD",
                             "DEVICE_INLINE", "rowScale("})
      QVERIFY2(holds(cut.text, part), part);
  }

  void namesOfAFrameworkStandForCudasTypes() {
    const reading::Slice cut = slice("framework.cu", "rowScale");
    QCOMPARE(cut.replaced, std::vector<std::string>{"c10::BFloat16 by __nv_bfloat16"});
    QVERIFY(holds(cut.text, "namespace c10 { using BFloat16 = __nv_bfloat16; }"));
    QVERIFY(holds(cut.text, "#include <cstdint>"));  // for int64_t, which the framework brought
    QVERIFY(std::ranges::find(cut.leftIncludes, "torch/extension.h") != cut.leftIncludes.end());
  }

  void aFormatThatCudaHasNotIsATypeOfItsOwn() {
    const reading::GatheredSource source =
        reading::sourceOfText(
            "template <typename T> struct Kind { static constexpr int value = 0; };\n"
            "template <> struct Kind<c10::Float8_e4m3fn> { static constexpr int value = 1; };\n"
            "template <> struct Kind<c10::Float8_e4m3fnuz> { static constexpr int value = 2; };\n"
            "__global__ void k(int* y) {\n"
            "  c10::Float8_e4m3fnuz most(0x7f, c10::Float8_e4m3fnuz::from_bits());\n"
            "  y[0] = Kind<torch::headeronly::Float8_e4m3fnuz>::value + most.x;\n"
            "}\n",
            "made.cu")
            .value();
    const reading::Slice cut = reading::sliceOf(source, "k");
    QVERIFY2(holds(cut.text, "struct Float8_e4m3fnuz"), cut.text.c_str());
    QVERIFY2(holds(cut.text, "Kind<c10::Float8_e4m3fnuz>"), cut.text.c_str());
    const auto read = reading::readKernels(cut.text);
    KW_VERIFY_OK(read);
    QVERIFY2(read->unknown.empty(), read->unknown.empty() ? "" : read->unknown.front().c_str());
  }

  void whatAnAliasNeedsStandsBeforeIt() {
    const reading::GatheredSource source =
        reading::sourceOfText(
            "#include <limits>\n"
            "#include <cuda_bf16.h>\n"
            "__global__ void k(c10::BFloat16* y, const c10::Float8_e4m3fn* x) {\n"
            "  float most = std::numeric_limits<c10::Float8_e4m3fn>::max();\n"
            "}\n",
            "made.cu")
            .value();
    const std::string text = reading::sliceOf(source, "k").text;
    const auto at = [&](std::string_view part) { return text.find(part); };
    const auto stands = [&](std::string_view header, std::string_view before) {
      const std::string line = "#include <" + std::string(header) + ">\n";
      return at(line) < at(before) && at(before) != text.npos && at(line) == text.rfind(line);
    };
    QVERIFY2(stands("cuda_bf16.h", "using BFloat16"), text.c_str());
    QVERIFY2(stands("cuda_fp8.h", "using Float8_e4m3fn"), text.c_str());
    QVERIFY2(stands("limits", "std::numeric_limits<__nv_fp8_e4m3>"), text.c_str());
  }

  void whatAnAliasMakesATwinIsDropped() {
    const reading::GatheredSource source =
        reading::sourceOfText(
            "template <typename T> struct Packed;\n"
            "template <> struct Packed<c10::Half> { using Type = __half2; };\n"
            "template <> struct Packed<half> { using Type = half2; };\n"
            "template <> struct Packed<c10::BFloat16> { using Type = __nv_bfloat162; };\n"
            "__device__ float wide(half x) { return __half2float(x); }\n"
            "__device__ float wide(const c10::Half& x) { return 0; }\n"
            "#if OLD\n"
            "__device__ float narrow(half x) { return 1; }\n"
            "#else\n"
            "__device__ float narrow(at::Half y) { return 2; }\n"
            "__device__ float narrow(__half z) { return 3; }\n"
            "#endif\n"
            "template <int A, int N = 4> __device__ int first() { return A; }\n"
            "template <int B, int N = 4> __device__ int second() { return B; }\n"
            "template <typename T> __global__ void k(T* y) {\n"
            "  y[0] = wide(y[0]) + narrow(y[0]) + first<1>() + second<1>();\n"
            "  typename Packed<T>::Type two;\n"
            "}\n",
            "made.cu")
            .value();
    const reading::Slice cut = reading::sliceOf(source, "k", {"c10::Half"});
    for (const char* part :
         {"Packed<half>", "Packed<c10::BFloat16>", "wide(half x)", "wide(const c10",
          "narrow(half x)", "narrow(__half z)", "first()", "second()"})
      QVERIFY2(holds(cut.text, part), part);
    for (const char* part : {"Packed<c10::Half>", "narrow(at::Half"})
      QVERIFY2(!holds(cut.text, part), part);
    QVERIFY(std::ranges::find(cut.replaced,
                              "template<> struct Packed<c10::Half> by template<> struct "
                              "Packed<half>") != cut.replaced.end());
  }

  void aSliceReadsByItself() {
    const auto read = reading::readKernels(slice("framework.cu", "rowScale").text);
    QVERIFY(read.has_value());
    QVERIFY2(read->unknown.empty(), read->unknown.empty() ? "" : read->unknown.front().c_str());
  }

  void operatorsAndSpecialisationsComeAlong() {
    const reading::Slice cut = slice("several.cu", "first");
    for (const char* part : {"struct Pair", "operator+", "T twice", "float twice<float>",
                             "__constant__ float weights[4]", "extern \"C\" __global__ void first"})
      QVERIFY2(holds(cut.text, part), part);
    for (const char* part :
         {"second", "unused", "hostOnly", "twiceOnHost", "enum class Mode", "std::"})
      QVERIFY2(!holds(cut.text, part), part);
  }

  void onlyWhatOneKernelNeedsIsTaken() {
    const reading::Slice cut = slice("several.cu", "second");
    QVERIFY(holds(cut.text, "enum class Mode"));
    QVERIFY(holds(cut.text, "#include <cuda_fp16.h>"));
    QVERIFY(!holds(cut.text, "struct Pair"));
    QVERIFY(!holds(cut.text, "launch("));
  }

  void branchesOfConditionsStayWhole() {
    const reading::Slice cut = slice("tricks.cu", "real");
    QVERIFY(holds(cut.text, "#if defined(OLD_WAY)"));
    QVERIFY(holds(cut.text, "#else"));
    QVERIFY(holds(cut.text, "#endif"));
    QVERIFY(!holds(cut.text, "rawOne"));
    QVERIFY(!holds(cut.text, "quoted"));
  }

  void aKernelAmongNonsenseIsFound() {
    const reading::Slice cut = slice("broken.cu", "survives");
    QVERIFY(holds(cut.text, "y[i] = x[i] + 1.0f"));
  }

  void theNameOfAnInstanceIsNeededToo() {
    const reading::GatheredSource source =
        reading::sourceOfText(
            "struct Twice { __device__ float operator()(float x) const { return x + x; } };\n"
            "struct Other { };\n"
            "template <typename Op> __global__ void apply(float* y) { y[0] = Op()(y[0]); }\n",
            "made.cu")
            .value();
    const reading::Slice cut = reading::sliceOf(source, "apply", {"Twice"});
    QVERIFY(holds(cut.text, "struct Twice"));
    QVERIFY(!holds(cut.text, "Other"));
  }

  void binariesAreRefused() {
    const auto folder = files::TemporaryFolder::make().value();
    const std::filesystem::path file = folder.path() / "binary.cu";
    QVERIFY(files::writeAtomically(file, std::string("\x7f"
                                                     "ELF\0\1",
                                                     6))
                .has_value());
    const auto source = reading::gatherSource(file);
    QVERIFY(!source.has_value());
    QCOMPARE(source.error().kind, ErrorKind::badInput);
    QVERIFY(holds(source.error().text(), "zero byte"));
  }

  void aFileThatIncludesItselfIsReadOnce() {
    const auto folder = files::TemporaryFolder::make().value();
    QVERIFY(files::writeAtomically(folder.path() / "a.cu",
                                   "#include \"b.cuh\"\n__global__ void k(int* x) { *x = f(); }\n")
                .has_value());
    QVERIFY(files::writeAtomically(
                folder.path() / "b.cuh",
                "#include \"a.cu\"\n#include \"b.cuh\"\n__device__ int f() { return 1; }\n")
                .has_value());
    const auto source = reading::gatherSource(folder.path() / "a.cu").value();
    QCOMPARE(source.taken.size(), size_t{1});
    QVERIFY(holds(reading::sliceOf(source, "k").text, "int f()"));
  }

  void emptyTextHasNothing() {
    const auto source = reading::sourceOfText("", "empty.cu").value();
    QVERIFY(source.pieces.empty());
    QVERIFY(reading::sliceOf(source, "k").text.empty());
  }
};

QTEST_APPLESS_MAIN(TestSlices)
#include "test_slices.moc"
