// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates built with sanitizers: what a GPU may let pass is found and named with its line, and
// what is right goes on.
#include <QtTest>

#include "core/runner/host/bench.h"
#include "runner/device/host/source_lines.h"

using namespace kw;
using namespace kw::host::bench;
using Kind = LaunchOutcome::Kind;

namespace {

CompileJob sanitized() {
  CompileJob job;
  job.sanitized = true;
  return job;
}

// The body begins in the third line. p has 64 integers of value 0.
Bench benchOf(const QString& body) {
  return Bench(
      "__shared__ int wide[64];\n"
      "__global__ void kernel(int* p) { const int i = threadIdx.x;\n" +
          body.toStdString() + " }",
      "kernel", sanitized());
}

constexpr Shape shape{{2, 1, 1}, {64, 1, 1}, 1004};

}  // namespace

class TestHostSanitized : public QObject {
  Q_OBJECT
 private slots:
  void faultsAreNamed_data() {
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("message");
    QTest::newRow("array of a thread, by index")
        << "int own[4]; for (int k = 0; k <= 4 + p[0]; ++k) own[k] = k; p[i] = own[p[1]];"
        << "at kernel.cu:3: index 4 is outside of 'int [4]'";
    QTest::newRow("array of a thread, by address")
        << "int own[4]; int* to = own;\nfor (int k = 0; k <= 4 + p[0]; ++k)\nto[k] = k; p[i] = "
           "own[p[1]];"
        << "at kernel.cu:5: writes 4 bytes outside its variable on the stack";
    QTest::newRow("shared array, by index")
        << "__shared__ int tile[32]; tile[i] = i; __syncthreads(); p[i] = tile[0];"
        << "at kernel.cu:3: index 32 is outside of 'int [32]'";
    QTest::newRow("shared array, by address")
        << "__shared__ int tile[32]; int* to = tile; if (i < 32) to[i] = 1; __syncthreads();\n"
           "p[i] = to[i];"
        << "at kernel.cu:4: reads 4 bytes outside tile, which has 128 bytes";
    QTest::newRow("shared array of the file")
        << "int* to = wide; if (i == 5) to[64] = 1;"
        << "at kernel.cu:3: writes 4 bytes outside wide, which has 256 bytes";
    QTest::newRow("dynamic shared memory")
        << "extern __shared__ int room[]; room[i + 188] = 1; p[i] = room[0];"
        << "at kernel.cu:3: writes 4 bytes outside the 1004 bytes of the block's dynamic shared "
           "memory";
    QTest::newRow("behind a buffer") << "p[i] = p[i + 1];"
                                     << "at kernel.cu:3: reads 4 bytes outside its buffer";
    QTest::newRow("before a buffer") << "p[i] = p[i - 1];"
                                     << "at kernel.cu:3: reads 4 bytes outside its buffer";
    QTest::newRow("half outside a buffer")
        << "struct __attribute__((packed)) Two { long long value; }; if (i == 63) "
           "reinterpret_cast<Two*>(p + i)->value = 0;"
        << "at kernel.cu:3: writes 8 bytes outside its buffer";
    QTest::newRow("copied from outside a buffer")
        << "int4 four;\nif (i == 62) { memcpy(&four, p + i, sizeof four); p[i] = four.x; }"
        << "at kernel.cu:4: reads 16 bytes outside its buffer";
    QTest::newRow("set outside a buffer") << "if (i == 0) memset(p, 0, 257);"
                                          << "at kernel.cu:3: writes 257 bytes outside its buffer";
    QTest::newRow("misaligned vector")
        << "if (i == 0) *reinterpret_cast<int4*>(p + 1) = make_int4(1, 2, 3, 4);"
        << "at an address that is no multiple of 16 (it is 4 more)";
    QTest::newRow("shift") << "p[i] = 1u << (31 + i);"
                           << "at kernel.cu:3: a value of type 'unsigned int' is shifted by 32";
    QTest::newRow("division") << "p[i] = 7 / p[i];"
                              << "at kernel.cu:3: a value of type 'int' is divided by zero";
    QTest::newRow("assumption") << "__builtin_assume(p[0] == 1); p[i] = 1;"
                                << "at kernel.cu:3: what was assumed";
    QTest::newRow("far store") << "p[1ll << 40] = 1;"
                               << "at kernel.cu:3: SIGSEGV";
  }
  void faultsAreNamed() {
    QFETCH(QString, body);
    QFETCH(QString, message);
    Bench bench = benchOf(body);
    const BufferId p = bench.array(std::vector<int>(64));
    const LaunchOutcome outcome = bench.launch(shape, {Bench::buffer(p)});
    QVERIFY2(outcome.kind == Kind::crashed, outcome.message.c_str());
    QVERIFY2(QString::fromStdString(outcome.message).contains(message), outcome.message.c_str());
  }

  void theRightAreNotAccused_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("to the last byte of all")
        << "extern __shared__ int room[]; __shared__ int tile[64]; int own[4]; for (int k = 0; k < "
           "4; ++k) own[k] = k + p[0]; wide[i] = tile[i] = i; room[i + 187] = own[i % 4]; "
           "__syncthreads(); p[i] = tile[63 - i] + wide[63 - i] + room[250] * 0;";
    QTest::newRow("vectors where they are aligned")
        << "if (i < 16) reinterpret_cast<int4*>(p)[i] = make_int4(4 * i, 0, 0, 0);";
    QTest::newRow("bytes seen as other types")
        << "__shared__ __align__(16) unsigned char raw[512]; float* f = "
           "reinterpret_cast<float*>(raw); f[i] = 1.0f; reinterpret_cast<int*>(raw + 256)[i] = "
           "i; __syncthreads(); p[i] = __float_as_int(f[i]);";
    QTest::newRow("half a word at odd places") << "reinterpret_cast<short*>(p)[1 + 2 * i] = 3;";
    QTest::newRow("overflow that wraps, and shifts into the sign")
        << "p[i] = (2147483647 + i) ^ (1 << 31) ^ (-1 << 3);";
    QTest::newRow("numbers too large for an integer")
        << "p[i] = static_cast<int>(3e20f * (i + 1));";
    QTest::newRow("one behind the end, only as an address")
        << "int own[4] = {1, 2, 3, i}; int sum = 0; for (const int* at = own; at != own + 4; ++at) "
           "sum += *at; p[i] = sum;";
    QTest::newRow("lanes give each other values")
        << "int value = i; for (int step = 16; step > 0; step /= 2) value += "
           "__shfl_xor_sync(~0u, value, step); p[i] = value; __syncthreads(); "
           "p[i] = __ballot_sync(~0u, i % 2);";
    QTest::newRow("early return of whole warps") << "if (i >= 32) return; __syncwarp(); p[i] = 1;";
  }
  void theRightAreNotAccused() {
    QFETCH(QString, body);
    Bench bench = benchOf(body);
    const BufferId p = bench.array(std::vector<int>(64));
    for (int i = 0; i < 3; ++i)
      KW_FINISHES(bench.launch(shape, {Bench::buffer(p)}));
  }

  // Buffers that go and come, at places where others were.
  void marksGoWithTheirBuffer() {
    Bench bench("__global__ void kernel(char* p, int n) { for (int i = 0; i < n; ++i) p[i] = 1; }",
                "kernel", sanitized());
    for (const int64_t bytes : {100, 4096, 8192 - 3, 70000, 5}) {
      const BufferId p = bench.empty(bytes);
      const auto right = Bench::value(static_cast<int>(bytes));
      KW_FINISHES(bench.launch({}, {Bench::buffer(p), right}));
      bench.device().release(p);
    }
    const BufferId p = bench.empty(100);
    const LaunchOutcome outcome = bench.launch({}, {Bench::buffer(p), Bench::value(101)});
    QCOMPARE(outcome.kind, Kind::crashed);
    // And after a crash, the next one is watched too.
    KW_FINISHES(bench.launch({}, {Bench::buffer(p), Bench::value(100)}));
    QCOMPARE(bench.launch({}, {Bench::buffer(p), Bench::value(101)}).kind, Kind::crashed);
  }

  void memoryIsStillLimited() {
    Bench bench(
        "__global__ void kernel(int* p) { for (long i = 0; i < 64; ++i) { volatile char* m = "
        "(volatile char*)malloc(1l << 28); if (!m) { p[0] = 1; return; } for (long k = 0; k < 1l "
        "<< 28; k += 4096) m[k] = 1; } }",
        "kernel", sanitized());
    const BufferId p = bench.array(std::vector<int>(1));
    KW_FINISHES(bench.launch({}, {Bench::buffer(p)}));
    QCOMPARE(bench.read<int>(p, 1)[0], 1);
  }

  void onlyWhoAsksGetsThem() {
    const CompileOutcome plain = compile("__global__ void kernel(int* p) {}", {"kernel"});
    QVERIFY(plain.ok && !plain.sanitized);
    const CompileOutcome both =
        compile("__global__ void kernel(int* p) {}", {"kernel"}, sanitized());
    QVERIFY(both.ok && both.sanitized && both.sanitized->isSanitized);
    QVERIFY(!both.artefact.isSanitized && both.artefact.path == plain.artefact.path);
    QVERIFY(both.sanitized->path != plain.artefact.path);
  }

  // `static __shared__` is CUDA, and comes to `static static` here.
  void whatDoesNotCompileWithThemSaysSo() {
    const CompileOutcome outcome = compile(
        "__global__ void kernel(int* p) { static __shared__ int tile[4]; tile[0] = 1; p[0] = "
        "tile[0]; }",
        {"kernel"}, sanitized());
    QVERIFY2(outcome.ok, outcome.log.c_str());
    QVERIFY(!outcome.sanitized);
    QVERIFY2(QString::fromStdString(outcome.unsanitized).contains("kernel.cu:1"),
             outcome.unsanitized.c_str());
  }

  void clangsCandidatesAreWatchedToo() {
    auto made = host::HostCompiler::make(false, {"clang++"});
    if (!made) QSKIP("there is no clang++");
    CompileJob job = sanitized();
    job.fileName = "kernel.cu";
    job.text =
        "__global__ void kernel(int* p) { __shared__ int tile[32]; int* to = tile;\n"
        "to[threadIdx.x] = p[threadIdx.x]; __syncthreads(); int own[3] = {1, 2, 3};\n"
        "p[threadIdx.x] = to[0] + own[p[threadIdx.x]]; }";
    job.functions = {"kernel"};
    const auto compiled = (*made)->compile(job, {});
    QVERIFY2(compiled && compiled->ok, compiled ? compiled->log.c_str() : "");
    QVERIFY2(compiled->sanitized, compiled->unsanitized.c_str());
    host::HostDevice device(false);
    const auto loaded = device.load(*compiled->sanitized);
    QVERIFY2(loaded && loaded->module, loaded ? loaded->outcome.message.c_str() : "");
    const auto messageFor = [&](int threads, int first) {
      const BufferId p = *device.allocate(256, 256);
      const std::vector<int> values(64, first);
      [[maybe_unused]] const Status uploaded =
          device.upload(p, 0, std::as_bytes(std::span(values)));
      BoundLaunch launch;
      launch.launch.function = "kernel";
      launch.launch.block = {threads, 1, 1};
      launch.arguments = {Bench::buffer(p)};
      return QString::fromStdString(device.launch(*loaded->module, {launch}, 20)->message);
    };
    QCOMPARE(messageFor(32, 2), QString());
    QVERIFY2(messageFor(33, 2).startsWith("at kernel.cu:2: writes 4 bytes outside tile"),
             qPrintable(messageFor(33, 2)));
    QVERIFY2(messageFor(32, 3).startsWith("at kernel.cu:3: index 3 is outside of 'int[3]'") ||
                 messageFor(32, 3).startsWith("at kernel.cu:3: index 3 is outside of 'int [3]'"),
             qPrintable(messageFor(32, 3)));
  }

  void linesAreTheCandidatesOwn() {
    QCOMPARE(host::ownLineIn("/usr/include/math.h:5\n/home/ada/kernel.cu:12 (discriminator 3)\n"),
             std::string("kernel.cu:12"));
    QCOMPARE(host::ownLineIn("??:0\n"), std::string());
    QCOMPARE(host::ownLineIn("kernel.cu:?\n"), std::string());
  }
};

QTEST_GUILESS_MAIN(TestHostSanitized)
#include "test_host_sanitized.moc"
