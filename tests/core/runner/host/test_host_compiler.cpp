// SPDX-License-Identifier: GPL-3.0-or-later
// Compiling candidates for the host device: logs, refusals, the cache, the sandbox, pausing.
#include <QtTest>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/files/files.h"
#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

// A text that no run before can have left in the cache.
std::string fresh(const std::string& text) {
  static int count = 0;
  return text + "\n// " +
         std::to_string(std::chrono::system_clock::now().time_since_epoch().count()) + "." +
         std::to_string(++count) + "\n";
}

const std::string plain = "__global__ void kernel(int* p) { *p = 1; }";

}  // namespace

class TestHostCompiler : public QObject {
  Q_OBJECT
 private slots:
  void faultsStandInTheCandidatesOwnLines() {
    const auto outcome = compile(
        "extern __shared__ int s[];\n__global__ void kernel(int* p) {\n  extern __shared__\n    "
        "float t[];\n  p = undeclared;\n}",
        {"kernel"});
    QVERIFY(!outcome.ok);
    QVERIFY2(QString::fromStdString(outcome.log)
                 .contains("kernel.cu:5:7: error: 'undeclared' was not declared"),
             outcome.log.c_str());
    // No excerpts, and nothing of where it was compiled.
    QVERIFY(!QString::fromStdString(outcome.log).contains("candidate.cpp"));
    QVERIFY(!QString::fromStdString(outcome.log).contains("p = undeclared"));
  }

  void whatCannotRunHereIsRefusedByName_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("what");
    const auto row = [](const char* name, const char* text, const char* what) {
      QTest::newRow(name) << QString(text) << QString(what);
    };
    row("PTX",
        "__global__ void kernel(int* p) { asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(*p)); }",
        "inline PTX (asm) cannot run on the host device");
    row("wmma of another type",
        "#include <mma.h>\nusing namespace nvcuda::wmma;\n__global__ void kernel() { "
        "fragment<matrix_a, 16, 16, 16, signed char, row_major> a; fill_fragment(a, 0); }",
        "the host device has half, bf16 and float");
    row("grid",
        "#include <cooperative_groups.h>\n__global__ void kernel() { "
        "cooperative_groups::this_grid(); }",
        "synchronising the grid (this_grid) cannot run on the host device");
    row("texture",
        "__global__ void kernel(cudaTextureObject_t t, float* p) { *p = tex2D<float>(t, 0, 0); }",
        "a texture (tex2D) cannot run on the host device");
    row("cluster", "__global__ void __cluster_dims__(2, 1, 1) kernel() {}",
        "a thread block cluster (__cluster_dims__) cannot run on the host device");
    row("tensor map", "__global__ void kernel(const __grid_constant__ CUtensorMap m) {}",
        "a tensor map (CUtensorMap, TMA) cannot run on the host device");
    row("dynamic parallelism",
        "__global__ void other() {}\n__global__ void kernel() { other<<<1, 1>>>(); }",
        "launching a kernel from a kernel (<<<) cannot run on the host device");
    row("CUB", "#include <cub/cub.cuh>\n__global__ void kernel() {}",
        "CUB, which is made for nvcc, cannot run on the host device");
  }
  void whatCannotRunHereIsRefusedByName() {
    QFETCH(QString, text);
    QFETCH(QString, what);
    const auto outcome = compile(text.toStdString(), {"kernel"});
    QVERIFY(!outcome.ok);
    QVERIFY2(QString::fromStdString(outcome.log).contains(what), outcome.log.c_str());
  }

  void branchesForAGpuMayHoldWhatACpuCannotRun() {
    const auto outcome = compile(
        "__global__ void kernel(int* p) {\n#ifdef __CUDA_ARCH__\nasm(\"exit;\");\n#else\n*p = "
        "1;\n#endif\n}",
        {"kernel"});
    QVERIFY2(outcome.ok, outcome.log.c_str());
  }

  void functionsAndSymbolsThatAreMissingAreFaults() {
    QVERIFY(!compile(plain, {"other"}).ok);
    CompileJob job;
    job.symbols = {"nothing"};
    QVERIFY(!compile(plain, {"kernel"}, job).ok);
  }

  void resultsAreKept() {
    const std::string text = fresh(plain);
    const auto first = compile(text, {"kernel"}), second = compile(text, {"kernel"});
    QVERIFY(first.ok && !first.cached);
    QVERIFY(second.ok && second.cached);
    QCOMPARE(first.artefact.path, second.artefact.path);
    QCOMPARE(second.artefact.resources.size(), size_t(1));
    CompileJob macro;
    macro.macros = {{"X", "1"}};
    QVERIFY(!compile(text, {"kernel"}, macro).cached);
    CompileJob standard;
    standard.options.standard = "c++20";
    QVERIFY(!compile(text, {"kernel"}, standard).cached);
  }

  void filesOfTheProblemMayBeIncludedAndCount() {
    const auto folder = files::TemporaryFolder::make();
    std::filesystem::create_directories(folder->path() / "include/deep");
    const auto write = [&](const char* name, const std::string& text) {
      QVERIFY(files::writeAtomically(folder->path() / name, text));
    };
    write("one.h", "#include \"include/deep/two.h\"\n");
    write("include/deep/two.h", "#include \"three.h\"\n");
    write("include/deep/three.h", "constexpr int three = 3;\n");
    write("include/far.h", "constexpr int far = 4;\n");
    CompileJob job;
    job.folder = folder->path().string();
    job.options.includeFolders = {"include"};
    const std::string text = fresh(
        "#include \"one.h\"\n#include <far.h>\n__global__ void kernel(int* p) { *p = three + far; "
        "}");
    const auto first = compile(text, {"kernel"}, job);
    QVERIFY2(first.ok, first.log.c_str());
    QVERIFY(compile(text, {"kernel"}, job).cached);
    write("include/deep/three.h", "constexpr int three = 33;\n");
    const auto changed = compile(text, {"kernel"}, job);
    QVERIFY(changed.ok && !changed.cached);
  }

  void filesOfTheMachineDoNotLeak_data() {
    QTest::addColumn<QString>("text");
    const auto row = [](const char* name, const char* text) {
      QTest::newRow(name) << QString(text);
    };
    row("include", "#include \"/etc/passwd\"\n");
    row("include of the home folder", "#include \"/root/secret\"\n");
    row("relative", "#include \"../../../../../../etc/passwd\"\n");
    row("include behind a macro", "#define FILE_NAME \"/etc/passwd\"\n#include FILE_NAME\n");
    row("include_next", "#include_next \"/etc/passwd\"\n");
    row("import", "#import \"/etc/passwd\"\n");
    row("pragma", "_Pragma(\"GCC dependency \\\"/etc/passwd\\\"\")\n");
    row("incbin", "asm(\".incbin \\\"/etc/passwd\\\"\");\n");
    row("incbin behind a macro",
        "#define JOINED(a, b) \".\" #a #b \" \\\"/etc/passwd\\\"\"\nasm(JOINED(inc, bin));\n");
    row("incbin in other letters", "asm(\".\\x69ncbin \\\"/etc/passwd\\\"\");\n");
    row("incbin by the assembler's macros",
        "asm(\".macro join a, b\\n.\\\\a\\\\b \\\"/etc/passwd\\\"\\n.endm\\njoin inc bin\");\n");
    row("the assembler's include", "__asm__(\".include \\\"/etc/passwd\\\"\");\n");
  }
  void filesOfTheMachineDoNotLeak() {
    QFETCH(QString, text);
    const auto outcome = compile(text.toStdString() + plain, {"kernel"});
    QVERIFY(!outcome.ok);
    const QString log = QString::fromStdString(outcome.log);
    QVERIFY2(!log.contains("root:"), outcome.log.c_str());
    QVERIFY2(log.contains("No such file") || log.contains("file not found") ||
                 log.contains("can't open"),
             outcome.log.c_str());
    QVERIFY2(log.contains("passwd") || log.contains("secret"), outcome.log.c_str());
  }

  // Not even whether they are there.
  void filesOfTheMachineCannotBeAskedFor() {
    const auto outcome = compile(
        "#if __has_include(\"/etc/passwd\") || __has_include(</root>) || "
        "__has_include(\"" KW_SOURCE_FOLDER "/LICENSE\")\n#error \"there\"\n#endif\n" +
            plain,
        {"kernel"});
    QVERIFY2(outcome.ok, outcome.log.c_str());
  }

  // A message that is said to be of another file's line quotes nothing of that file.
  void aLineOfAnotherFileIsNotQuoted() {
    const auto outcome =
        compile("#line 1 \"/etc/passwd\"\nint undeclared = nothing;\n" + plain, {"kernel"});
    QVERIFY(!outcome.ok);
    QVERIFY2(!QString::fromStdString(outcome.log).contains("root:"), outcome.log.c_str());
  }

  // The oracle's answers may lie beside the candidate.
  void whatAProblemHoldsBesidesItsTextsCannotBeRead_data() {
    QTest::addColumn<QString>("before");
    QTest::newRow("assembler") << "";
    QTest::newRow("named by an include") << "#if 0\n#include \"answers.npy\"\n#endif\n";
  }
  void whatAProblemHoldsBesidesItsTextsCannotBeRead() {
    QFETCH(QString, before);
    const auto folder = files::TemporaryFolder::make();
    const std::string answers = (folder->path() / "answers.npy").string();
    QVERIFY(files::writeAtomically(answers, std::string("\x93NUMPY\x01\0", 8)));
    QVERIFY(files::writeAtomically(folder->path() / "one.h", "constexpr int one = 1;\n"));
    CompileJob job;
    job.folder = folder->path().string();
    const auto outcome = compile(before.toStdString() +
                                     "#include \"one.h\"\n#define JOINED(a, b) \".\" #a #b\n"
                                     "asm(JOINED(inc, bin) \" \\\"" +
                                     answers + "\\\"\");\n" + plain,
                                 {"kernel"}, job);
    QVERIFY(!outcome.ok);
    QVERIFY2(QString::fromStdString(outcome.log).contains("answers.npy"), outcome.log.c_str());
  }

  void pausedCompilesDoNotStart() {
    CompileJob job;
    job.fileName = "kernel.cu";
    job.functions = {"kernel"};
    job.text = fresh(plain);
    compiler().setPaused(true);
    std::stop_source stop;
    std::jthread compiling([&] {
      const auto outcome = compiler().compile(job, stop.get_token());
      QVERIFY(!outcome);
      QCOMPARE(outcome.error().kind, ErrorKind::cancelled);
    });
    stop.request_stop();
    compiling.join();
    compiler().setPaused(false);
    QVERIFY(compiler().compile(job, {})->ok);
  }

  void runningProgramsHoldStillWhilePaused() {
    const auto folder = files::TemporaryFolder::make();
    process::ChildOptions options;
    options.arguments = {"/bin/sh", "-c",
                         "echo $$ > process; mv process started; while :; do :; done"};
    options.folder = folder->path().string();
    options.pipeErrors = true;
    host::PausableRuns runs;
    std::stop_source stop;
    std::jthread running([&] {
      const auto ran = runs.run(options, std::chrono::hours(1), stop.get_token());
      QVERIFY(!ran);
      QCOMPARE(ran.error().kind, ErrorKind::cancelled);
    });
    QTRY_VERIFY(std::filesystem::exists(folder->path() / "started"));
    const std::string process = *files::readText(folder->path() / "started");
    const auto state = [&] {
      std::ifstream file("/proc/" + process.substr(0, process.find('\n')) + "/stat");
      std::string number, name, letter;
      file >> number >> name >> letter;
      return letter;
    };
    runs.setPaused(true);
    QTRY_COMPARE(state(), std::string("T"));
    runs.setPaused(false);
    QTRY_COMPARE(state(), std::string("R"));
    stop.request_stop();
    running.join();
    QTRY_COMPARE(state(), std::string());
  }

  void programsThatTakeTooLongAreEnded() {
    process::ChildOptions options;
    options.arguments = {"/bin/sh", "-c", "echo begun >&2; while :; do :; done"};
    options.pipeErrors = true;
    host::PausableRuns runs;
    const auto ran = runs.run(options, std::chrono::milliseconds(500), {});
    QVERIFY(ran && ran->timedOut);
    QVERIFY(ran->exit.signalled);
  }

  void clangCompilesToo() {
    auto clang = host::HostCompiler::make(false, {"clang++"});
    if (!clang) QSKIP("clang++ is not installed");
    CompileJob job;
    job.fileName = "kernel.cu";
    job.functions = {"kernel<float, 3>"};
    job.text = fresh(
        "#include <cooperative_groups/reduce.h>\ntemplate <class T, int N> __global__ void "
        "kernel(T* p) { extern __shared__ T s[]; "
        "s[threadIdx.x] = N; __syncthreads(); atomicAdd(p, __shfl_xor_sync(~0u, s[threadIdx.x], "
        "1)); }");
    const auto outcome = (*clang)->compile(job, {});
    QVERIFY(outcome);
    QVERIFY2(outcome->ok, outcome->log.c_str());
    host::HostDevice device(false);
    auto loaded = device.load(outcome->artefact);
    QVERIFY2(loaded && loaded->module, loaded->outcome.message.c_str());
    job.text = "__global__ void kernel() {\n  undeclared();\n}";
    job.functions = {"kernel"};
    const auto broken = (*clang)->compile(job, {});
    QVERIFY2(QString::fromStdString(broken->log)
                 .startsWith("kernel.cu:2:3: error: use of undeclared identifier"),
             broken->log.c_str());
  }

  void severalCompileAtOnce() {
    std::vector<std::jthread> threads;
    std::atomic<int> fine = 0;
    for (int i = 0; i < 6; ++i)
      threads.emplace_back(
          [&, text = fresh(plain)] { fine += compile(text, {"kernel"}).ok ? 1 : 0; });
    threads.clear();
    QCOMPARE(fine.load(), 6);
  }

  void staticSharedMemoryIsCountedPerKernel() {
    const auto outcome = compile(
        "__device__ int helper() { __shared__ int h[10]; h[threadIdx.x] = 1; __syncthreads(); "
        "return h[0]; }\n"
        "template <class T> __global__ void first(T* p) { __shared__ T a[100]; a[threadIdx.x] = "
        "helper(); __syncthreads(); *p = a[0]; }\n"
        "__global__ void second(int* p) { __shared__ int b[7]; b[threadIdx.x] = helper(); "
        "__syncthreads(); *p = b[1]; }",
        {"first<double>", "second"});
    QVERIFY2(outcome.ok, outcome.log.c_str());
    QCOMPARE(outcome.artefact.resources[0].staticShared, 840);
    QCOMPARE(outcome.artefact.resources[1].staticShared, 68);
  }

  void tooMuchStaticSharedMemoryExceedsALimit() {
    const auto outcome = compile(
        "__global__ void kernel(int* p) { __shared__ int a[60000]; a[threadIdx.x] = *p; "
        "__syncthreads(); *p = a[0]; }",
        {"kernel"});
    QVERIFY(!outcome.ok);
    QVERIFY2(QString::fromStdString(outcome.exceededLimit).contains("240000 bytes"),
             outcome.exceededLimit.c_str());
  }

  void optionsAndStandardsAreTaken() {
    CompileJob job;
    job.options.standard = "c++20";
    job.options.options = {"--use_fast_math", "--fmad=false", "-lineinfo"};
    const auto outcome = compile(
        "template <class T> concept Any = true;\ntemplate <Any T> __global__ void kernel(T* p) { "
        "*p = T(); }",
        {"kernel<float>"}, job);
    QVERIFY2(outcome.ok, outcome.log.c_str());
  }
};

QTEST_GUILESS_MAIN(TestHostCompiler)
#include "test_host_compiler.moc"
