// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles for a Hopper GPU, which need not be here.
#include <QTest>
#include <filesystem>

#include "base/files/files.h"
#include "runner/device/cuda/compile_arguments.h"
#include "runner/device/cuda/cuda_compiler.h"
#include "runner/toolkit/toolkit.h"

using namespace kw;

namespace {

CompileJob jobOf(std::string text, std::vector<std::string> functions) {
  CompileJob job;
  job.fileName = "template.cu";
  job.text = std::move(text);
  job.functions = std::move(functions);
  job.architecture = "sm_90";
  return job;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

class TestCudaCompiler : public QObject {
  Q_OBJECT
 private slots:
  void initTestCase();
  void compilesWhatCandidatesInclude_data();
  void compilesWhatCandidatesInclude();
  void namesTemplateInstancesAndSymbols();
  void reportsResources();
  void errorsCountLinesOfTheCandidate();
  void saysWhichFunctionIsNotThere();
  void quotesNoOtherFile();
  void findsFilesOfTheProblemOnly();
  void keepsCubins();
  void anIncludedFileChangesTheKey();
  void refusesOptionsThatAreNotAllowed();
  void cancels();
  void compilesWithNvcc();
  void hopperGetsItsOwnInstructions();
  void compilesTheProblemsForHopper_data();
  void compilesTheProblemsForHopper();

 private:
  std::unique_ptr<cuda::CudaCompiler> m_compiler;
  files::TemporaryFolder m_cache = *files::TemporaryFolder::make();
};

void TestCudaCompiler::initTestCase() {
  qputenv("KERNELWRIGHT_CACHE", m_cache.path().c_str());
  auto compiler = cuda::CudaCompiler::make();
  if (!compiler) QSKIP(compiler.error().text().c_str());
  m_compiler = std::move(*compiler);
  QVERIFY(m_compiler->version().starts_with("NVRTC "));
  QVERIFY(m_compiler->parallelism() >= 1);
}

void TestCudaCompiler::compilesWhatCandidatesInclude_data() {
  QTest::addColumn<QString>("includes");
  QTest::addColumn<QString>("use");
  QTest::newRow("nothing") << ""
                           << "out[0] = fmaxf(out[1], -INFINITY) + std::sqrt(out[2]);";
  QTest::newRow("cuda_runtime.h") << "#include <cuda_runtime.h>"
                                  << "float4 v = make_float4(1, 2, 3, 4); out[0] = v.x;";
  QTest::newRow("C headers")
      << "#include <stdint.h>\n#include <math.h>\n#include <stdio.h>\n#include "
         "<assert.h>\n#include <float.h>"
      << "uint64_t x = UINT32_MAX; assert(x); printf(\"%f\", out[0]); out[0] = FLT_MAX;";
  QTest::newRow("C++ headers")
      << "#include <cstdint>\n#include <cmath>\n#include <cstdio>\n#include <cassert>\n#include "
         "<limits>\n"
         "#include <type_traits>\n#include <utility>\n#include <algorithm>\n#include "
         "<climits>\n#include <cfloat>\n"
         "#include <cstddef>\n#include <cstring>"
      << "static_assert(std::is_same_v<std::make_index_sequence<3>, std::index_sequence<0, 1, "
         "2>>);\n"
         "static_assert(std::is_same_v<std::make_unsigned_t<std::int32_t>, std::uint32_t>);\n"
         "static_assert(std::numeric_limits<int>::max() == INT_MAX);\n"
         "static_assert(sizeof(std::sqrt(1.0f)) == 4 && sizeof(std::sqrt(1.0)) == 8);\n"
         "std::swap(out[0], out[1]);\n"
         "out[0] = std::max(out[0], std::numeric_limits<float>::infinity());";
  QTest::newRow("half types")
      << "#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <cuda_fp8.h>"
      << "out[0] = __half2float(__float2half(out[1])) + __bfloat162float(__float2bfloat16(1.f)) "
         "+ float(__nv_fp8_e4m3(2.f));";
  QTest::newRow("cooperative groups") << "#include <cooperative_groups.h>"
                                      << "cooperative_groups::this_grid().sync(); out[0] = 1;";
  QTest::newRow("clusters")
      << "#include <cooperative_groups.h>"
      << "auto c = cooperative_groups::this_cluster(); c.sync(); out[0] = c.block_rank();";
  QTest::newRow("CUB") << "#include <cub/cub.cuh>"
                       << "using R = cub::BlockReduce<float, 128>; __shared__ R::TempStorage t; "
                          "float s = R(t).Sum(out[threadIdx.x]); if (threadIdx.x == 0) out[0] = s;";
  QTest::newRow("CCCL beside stand-ins")
      << "#include <cstdint>\n#include <limits.h>\n#include <cuda/std/cstdint>"
      << "cuda::std::int64_t a = 1; int64_t b = a; out[0] = b;";
  QTest::newRow("tensor maps") << "#include <cuda.h>"
                               << "out[0] = sizeof(CUtensorMap);";
  QTest::newRow("tensor cores")
      << "#include <mma.h>"
      << "nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, "
         "float> f; nvcuda::wmma::fill_fragment(f, 0.f); out[0] = f.x[0];";
  QTest::newRow("large shared memory")
      << ""
      << "extern __shared__ float s[]; s[threadIdx.x] = 1; out[0] = s[0];";
}

void TestCudaCompiler::compilesWhatCandidatesInclude() {
  QFETCH(QString, includes);
  QFETCH(QString, use);
  const QString text = includes + "\n__global__ void k(float* out) {\n" + use + "\n}\n";
  const auto outcome = m_compiler->compile(jobOf(text.toStdString(), {"k"}), {});
  QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
  QVERIFY2(outcome->ok, outcome->log.c_str());
  QVERIFY2(outcome->log.empty(), outcome->log.c_str());
  QVERIFY(std::filesystem::file_size(outcome->artefact.path) > 0);
}

void TestCudaCompiler::namesTemplateInstancesAndSymbols() {
  CompileJob job = jobOf(
      "namespace ns { __constant__ float table[4];\n"
      "template <class T, int N> __global__ void norm(T* p) { p[threadIdx.x] = table[N]; } }\n"
      "extern \"C\" __global__ void plain(float* p) { p[0] = WIDTH; }",
      {"ns::norm<float, 2>", "ns::norm<double, 1>", "plain"});
  job.symbols = {"ns::table"};
  job.macros = {{"WIDTH", "3"}};
  const auto outcome = m_compiler->compile(job, {});
  QVERIFY(outcome);
  QVERIFY2(outcome->ok, outcome->log.c_str());
  const auto& lowered = outcome->artefact.lowered;
  QCOMPARE(lowered.at("ns::norm<float, 2>"), std::string("_ZN2ns4normIfLi2EEEvPT_"));
  QCOMPARE(lowered.at("plain"), std::string("plain"));
  QCOMPARE(lowered.at("ns::table"), std::string("_ZN2ns5tableE"));
  QCOMPARE(outcome->artefact.resources.size(), size_t{3});
  QCOMPARE(outcome->artefact.resources[1].function, std::string("ns::norm<double, 1>"));
}

void TestCudaCompiler::reportsResources() {
  CompileJob job = jobOf(
      "__global__ void k(float* out, int n) {\n"
      "  __shared__ float tile[512]; float keep[64];\n"
      "  for (int i = 0; i < 64; ++i) keep[i] = out[i * n];\n"
      "  tile[threadIdx.x] = out[n]; __syncthreads();\n"
      "  for (int r = 0; r < n; ++r) for (int i = 0; i < 64; ++i) keep[i] = keep[i] * tile[r] + "
      "keep[(i + 1) % 64];\n"
      "  for (int i = 0; i < 64; ++i) out[i * n] = keep[i];\n"
      "}",
      {"k"});
  job.options.options = {"--maxrregcount=32"};
  const auto outcome = m_compiler->compile(job, {});
  QVERIFY(outcome);
  QVERIFY2(outcome->ok, outcome->log.c_str());
  const KernelResources& resources = outcome->artefact.resources.at(0);
  QCOMPARE(resources.staticShared, int64_t{2048});
  QVERIFY(resources.registers > 8 && resources.registers <= 32);
  QVERIFY(resources.spillStores > 0 && resources.spillLoads > 0);
}

void TestCudaCompiler::errorsCountLinesOfTheCandidate() {
  CompileJob job =
      jobOf("#include <cmath>\n\n__global__ void k(float* p) {\n  p[0] = unknown;\n}\n", {"k"});
  job.macros = {{"A", "1"}, {"B", "2"}};
  const auto outcome = m_compiler->compile(job, {});
  QVERIFY(outcome);
  QVERIFY(!outcome->ok);
  QVERIFY2(contains(outcome->log, "template.cu(4): error: identifier \"unknown\" is undefined"),
           outcome->log.c_str());
}

void TestCudaCompiler::saysWhichFunctionIsNotThere() {
  const auto missing =
      m_compiler->compile(jobOf("__global__ void k(float* p) { p[0] = 1; }", {"other"}), {});
  QVERIFY(missing);
  QVERIFY(!missing->ok);
  QVERIFY2(contains(missing->log, "other") && contains(missing->log, "is not in this text"),
           missing->log.c_str());
  const auto noKernel = m_compiler->compile(jobOf("__device__ void f() {}", {"f"}), {});
  QVERIFY(noKernel);
  QVERIFY(!noKernel->ok);
}

void TestCudaCompiler::quotesNoOtherFile() {
  const auto outcome =
      m_compiler->compile(jobOf("#include \"/etc/passwd\"\n__global__ void k() {}", {"k"}), {});
  QVERIFY(outcome);
  QVERIFY(!outcome->ok);
  QVERIFY(contains(outcome->log, "template.cu:1"));
  QVERIFY(!contains(outcome->log, "root:"));
}

void TestCudaCompiler::findsFilesOfTheProblemOnly() {
  const auto folder = files::TemporaryFolder::make();
  QVERIFY(files::writeAtomically(folder->path() / "helper.h", "#define ONE 1\n"));
  CompileJob job = jobOf("#include \"helper.h\"\n__global__ void k(int* p) { p[0] = ONE; }", {"k"});
  job.folder = folder->path().string();
  const auto outcome = m_compiler->compile(job, {});
  QVERIFY(outcome);
  QVERIFY2(outcome->ok, outcome->log.c_str());
  // The folder that this process runs in is not searched.
  const auto previous = std::filesystem::current_path();
  std::filesystem::current_path(folder->path());
  job.folder.clear();
  job.text += "\n";
  const auto elsewhere = m_compiler->compile(job, {});
  std::filesystem::current_path(previous);
  QVERIFY(elsewhere);
  QVERIFY(!elsewhere->ok);
}

void TestCudaCompiler::keepsCubins() {
  const CompileJob job = jobOf("__global__ void kept(float* p) { p[0] = 5; }", {"kept"});
  const auto first = m_compiler->compile(job, {});
  const auto second = m_compiler->compile(job, {});
  QVERIFY(first && second);
  QVERIFY(!first->cached);
  QVERIFY(second->cached);
  QCOMPARE(second->artefact.path, first->artefact.path);
  QCOMPARE(second->artefact.resources.at(0).registers, first->artefact.resources.at(0).registers);
  std::filesystem::remove(first->artefact.path);
  const auto again = m_compiler->compile(job, {});
  QVERIFY(again && again->ok && !again->cached);
}

void TestCudaCompiler::anIncludedFileChangesTheKey() {
  const auto folder = files::TemporaryFolder::make();
  CompileJob job =
      jobOf("#include \"value.h\"\n__global__ void k(int* p) { p[0] = VALUE; }", {"k"});
  job.folder = folder->path().string();
  QVERIFY(files::writeAtomically(folder->path() / "value.h", "#define VALUE 1\n"));
  const auto first = m_compiler->compile(job, {});
  QVERIFY(files::writeAtomically(folder->path() / "value.h", "#define VALUE 2\n"));
  const auto second = m_compiler->compile(job, {});
  QVERIFY(first && second && first->ok && second->ok);
  QVERIFY(!second->cached);
  QVERIFY(second->artefact.path != first->artefact.path);
}

void TestCudaCompiler::refusesOptionsThatAreNotAllowed() {
  for (const char* option :
       {"-I/etc", "--pre-include=/etc/passwd", "--maxrregcount=", "--fmad=true -I/"}) {
    CompileJob job = jobOf("__global__ void k() {}", {"k"});
    job.options.options = {option};
    const auto outcome = m_compiler->compile(job, {});
    QVERIFY2(!outcome, option);
    QCOMPARE(outcome.error().kind, ErrorKind::badInput);
  }
}

void TestCudaCompiler::cancels() {
  std::stop_source stop;
  stop.request_stop();
  const auto outcome =
      m_compiler->compile(jobOf("__global__ void never() {}", {"never"}), stop.get_token());
  QVERIFY(!outcome);
  QCOMPARE(outcome.error().kind, ErrorKind::cancelled);
}

void TestCudaCompiler::compilesWithNvcc() {
  CompileJob job = jobOf(
      "#include <algorithm>\n__constant__ float table[4];\n"
      "template <class T, int N> __global__ void norm(T* p) { p[threadIdx.x] = table[N]; }\n"
      "__global__ void plain(float* p) { p[0] = 1; }\n",
      {"norm<float, 2>", "plain"});
  job.symbols = {"table"};
  job.options.compiler = "nvcc";
  const auto outcome = m_compiler->compile(job, {});
  if (toolkit().nvcc.empty()) {
    QVERIFY(!outcome);
    QCOMPARE(outcome.error().kind, ErrorKind::missing);
    return;
  }
  QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
  QVERIFY2(outcome->ok, outcome->log.c_str());
  QCOMPARE(outcome->artefact.lowered.at("norm<float, 2>"), std::string("_Z4normIfLi2EEvPT_"));
  job.text += "error\n";
  const auto broken = m_compiler->compile(job, {});
  QVERIFY(broken && !broken->ok);
  QVERIFY2(contains(broken->log, "(5): error"), broken->log.c_str());
}

void TestCudaCompiler::hopperGetsItsOwnInstructions() {
  QCOMPARE(cuda::fullArchitecture("sm_90"), std::string("sm_90a"));
  QCOMPARE(cuda::fullArchitecture("sm_120"), std::string("sm_120a"));
  QCOMPARE(cuda::fullArchitecture("sm_86"), std::string("sm_86"));
  const auto outcome = m_compiler->compile(
      jobOf("__global__ void k() { asm volatile(\"wgmma.fence.sync.aligned;\"); }", {"k"}), {});
  QVERIFY(outcome);
  QVERIFY2(outcome->ok, outcome->log.c_str());
}

void TestCudaCompiler::compilesTheProblemsForHopper_data() {
  QTest::addColumn<QString>("problem");
  QTest::addColumn<QString>("function");
  QTest::newRow("tensor map") << "gpu_tensor_map"
                              << "copy";
}

void TestCudaCompiler::compilesTheProblemsForHopper() {
  QFETCH(QString, problem);
  QFETCH(QString, function);
  const auto text = files::readText(std::string(KW_TEST_DATA "/problems/") + problem.toStdString() +
                                    "/template.cu");
  QVERIFY(text);
  CompileJob job = jobOf(*text, {function.toStdString()});
  job.macros = {{"BLOCK", "128"}, {"BOX_ROWS", "8"}};
  const auto outcome = m_compiler->compile(job, {});
  QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
  QVERIFY2(outcome->ok, outcome->log.c_str());
}

QTEST_APPLESS_MAIN(TestCudaCompiler)
#include "test_cuda_compiler.moc"
