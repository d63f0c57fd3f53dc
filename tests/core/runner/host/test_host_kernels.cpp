// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks and threads of a kernel do on the host device.
#include <QtTest>
#include <numeric>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

class TestHostKernels : public QObject {
  Q_OBJECT
 private slots:
  void everyThreadOfAPlainKernelRunsOnce() {
    Bench bench(R"(
      __global__ void kernel(const float* __restrict__ x, float* y, float scale, int n) {
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) return;
        y[i] += scale * x[i];
      })");
    std::vector<float> x(1000);
    std::iota(x.begin(), x.end(), 0.0f);
    const BufferId in = bench.array(x), out = bench.array(std::vector<float>(1000, 1.0f));
    KW_FINISHES(bench.launch({{8, 1, 1}, {128, 1, 1}}, {Bench::buffer(in), Bench::buffer(out),
                                                        Bench::value(2.0f), Bench::value(1000)}));
    const auto y = bench.read<float>(out, 1000);
    for (size_t i = 0; i < y.size(); ++i)
      QCOMPARE(y[i], 2.0f * float(i) + 1.0f);
  }

  void indicesCoverThreeDimensions() {
    Bench bench(R"(
      __global__ void kernel(unsigned* seen) {
        const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
        const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
        atomicAdd(&seen[block * blockDim.x * blockDim.y * blockDim.z + thread], 1u);
      })");
    const size_t count = 2 * 3 * 4 * 5 * 6 * 7;
    const BufferId seen = bench.array(std::vector<unsigned>(count));
    KW_FINISHES(bench.launch({{2, 3, 4}, {5, 6, 7}}, {Bench::buffer(seen)}));
    QCOMPARE(bench.read<unsigned>(seen, count), std::vector<unsigned>(count, 1));
  }

  void barriersReduceAQuarterOfAMillionThreads() {
    Bench bench(R"(
      __global__ void kernel(const int* x, unsigned long long* total) {
        __shared__ unsigned long long sums[1024];
        const unsigned t = threadIdx.x;
        sums[t] = x[blockIdx.x * blockDim.x + t];
        __syncthreads();
        for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
          if (t < step) sums[t] += sums[t + step];
          __syncthreads();
        }
        if (t == 0) atomicAdd(total, sums[0]);
      })");
    std::vector<int> x(262144);
    std::iota(x.begin(), x.end(), 0);
    const BufferId in = bench.array(x), out = bench.array(std::vector<unsigned long long>(1));
    KW_FINISHES(bench.launch({{256, 1, 1}, {1024, 1, 1}}, {Bench::buffer(in), Bench::buffer(out)}));
    QCOMPARE(bench.read<unsigned long long>(out, 1)[0], 262144ull * 262143ull / 2);
  }

  void barriersCountAndVote() {
    Bench bench(R"(
      __global__ void kernel(int* out) {
        const int t = threadIdx.x;
        const int count = __syncthreads_count(t % 3 == 0);
        const int all = __syncthreads_and(t < 100);
        const int any = __syncthreads_or(t == 99);
        const int none = __syncthreads_or(t == 100);
        out[t] = count * 1000 + all * 100 + any * 10 + none;
      })");
    const BufferId out = bench.empty(400);
    KW_FINISHES(bench.launch({{}, {100, 1, 1}}, {Bench::buffer(out)}));
    QCOMPARE(bench.read<int>(out, 100), std::vector<int>(100, 34110));
  }

  void threadsThatReturnedEarlyHoldNobodyUp() {
    Bench bench(R"(
      __global__ void kernel(int* out, int n) {
        __shared__ int last;
        if (threadIdx.x >= n) return;
        if (threadIdx.x == n - 1) last = threadIdx.x;
        __syncthreads();
        if (threadIdx.x % 2 == 1) return;
        __syncthreads();
        out[threadIdx.x] = last;
      })");
    const BufferId out = bench.array(std::vector<int>(256, -1));
    KW_FINISHES(bench.launch({{}, {256, 1, 1}}, {Bench::buffer(out), Bench::value(77)}));
    const auto values = bench.read<int>(out, 256);
    for (size_t i = 0; i < 256; ++i)
      QCOMPARE(values[i], i < 77 && i % 2 == 0 ? 76 : -1);
  }

  void dynamicSharedMemoryIsAsLargeAsAskedFor_data() {
    QTest::addColumn<QString>("declaration");
    QTest::newRow("typed") << "extern __shared__ float shared[];";
    QTest::newRow("aligned first") << "extern __shared__ __align__(16) float shared[];";
    QTest::newRow("aligned before") << "extern __align__(128) __shared__ float shared[];";
    QTest::newRow("cast")
        << "extern __shared__ unsigned char raw[]; float* shared = reinterpret_cast<float*>(raw);";
    QTest::newRow("lines") << "extern\n__shared__\nfloat\nshared[];";
  }
  void dynamicSharedMemoryIsAsLargeAsAskedFor() {
    QFETCH(QString, declaration);
    Bench bench("__global__ void kernel(float* out) {" + declaration.toStdString() + R"(
        for (unsigned i = threadIdx.x; i < 50000; i += blockDim.x) shared[i] = i;
        __syncthreads();
        for (unsigned i = threadIdx.x; i < 50000; i += blockDim.x) out[i] = shared[49999 - i];
      })");
    const BufferId out = bench.empty(200000);
    KW_FINISHES(bench.launch({{}, {64, 1, 1}, 200000}, {Bench::buffer(out)}));
    const auto values = bench.read<float>(out, 50000);
    for (size_t i = 0; i < values.size(); ++i)
      QCOMPARE(values[i], float(49999 - i));
  }

  void dynamicSharedMemoryMayBeDeclaredOutsideTheKernel() {
    Bench bench(R"(
      namespace { extern __shared__ int shared[]; }
      __global__ void kernel(int* out) {
        shared[threadIdx.x] = threadIdx.x;
        __syncthreads();
        out[threadIdx.x] = shared[31 - threadIdx.x];
      })");
    const BufferId out = bench.empty(128);
    KW_FINISHES(bench.launch({{}, {32, 1, 1}, 128}, {Bench::buffer(out)}));
    QCOMPARE(bench.read<int>(out, 32)[0], 31);
  }

  void templatesAndMacrosOfTheConfigurationWork() {
    CompileJob job;
    job.macros = {{"BLOCK", "64"}};
    job.options.defines = {"OFFSET=5", "ENABLED"};
    Bench bench(R"(
      template <typename T, int VEC>
      __global__ void __launch_bounds__(BLOCK) kernel(T* out) {
      #ifdef ENABLED
        out[threadIdx.x] = T(VEC * 100 + BLOCK + OFFSET);
      #endif
      })",
                "kernel<float, 4>", job);
    const BufferId out = bench.empty(256);
    KW_FINISHES(bench.launch({{}, {64, 1, 1}}, {Bench::buffer(out)}));
    QCOMPARE(bench.read<float>(out, 64), std::vector<float>(64, 469.0f));
  }

  void vectorTypesLoadAndStore() {
    Bench bench(R"(
      __global__ void kernel(const float4* x, float2* y, const int4* i, double* sum) {
        const float4 v = __ldg(&x[threadIdx.x]);
        y[threadIdx.x] = make_float2(v.x + v.y, v.z + v.w);
        const int4 k = i[threadIdx.x];
        __stcs(&sum[threadIdx.x], double(k.x) + k.y + k.z + k.w);
      })");
    std::vector<float> x(128);
    std::iota(x.begin(), x.end(), 0.0f);
    std::vector<int> i(128, 3);
    const BufferId in = bench.array(x), out = bench.empty(256), ints = bench.array(i),
                   sums = bench.empty(256);
    KW_FINISHES(bench.launch({{}, {32, 1, 1}}, {Bench::buffer(in), Bench::buffer(out),
                                                Bench::buffer(ints), Bench::buffer(sums)}));
    QCOMPARE(bench.read<float>(out, 64)[63], 126.0f + 127.0f);
    QCOMPARE(bench.read<double>(sums, 32), std::vector<double>(32, 12.0));
  }

  void atomicsAreAtomicAcrossBlocks() {
    Bench bench(R"(
      __global__ void kernel(int* i, float* f, double* d, unsigned* u, unsigned long long* l) {
        atomicAdd(i, 1);
        atomicSub(i + 1, 1);
        atomicMax(i + 2, (int)(blockIdx.x * blockDim.x + threadIdx.x));
        atomicMin(i + 3, -(int)(blockIdx.x * blockDim.x + threadIdx.x));
        atomicAdd(f, 1.0f);
        atomicAdd(d, 0.5);
        atomicInc(u, 99);
        atomicOr(u + 1, 1u << (threadIdx.x % 32));
        atomicXor(u + 2, 1u);
        unsigned long long seen = *l, before;
        do { before = seen; seen = atomicCAS(l, before, before + 2); } while (seen != before);
      })");
    const BufferId i = bench.array(std::vector<int>(4)), f = bench.array(std::vector<float>(1)),
                   d = bench.array(std::vector<double>(1)),
                   u = bench.array(std::vector<unsigned>(3)),
                   l = bench.array(std::vector<unsigned long long>(1));
    KW_FINISHES(bench.launch({{1000, 1, 1}, {64, 1, 1}},
                             {Bench::buffer(i), Bench::buffer(f), Bench::buffer(d),
                              Bench::buffer(u), Bench::buffer(l)}));
    QCOMPARE(bench.read<int>(i, 4), (std::vector<int>{64000, -64000, 63999, -63999}));
    QCOMPARE(bench.read<float>(f, 1)[0], 64000.0f);
    QCOMPARE(bench.read<double>(d, 1)[0], 32000.0);
    QCOMPARE(bench.read<unsigned>(u, 3), (std::vector<unsigned>{0, ~0u, 0}));
    QCOMPARE(bench.read<unsigned long long>(l, 1)[0], 128000ull);
  }

  void theLastBlockSeesWhatTheOthersWrote() {
    Bench bench(R"(
      __device__ unsigned finished;
      __global__ void kernel(float* partial, float* out) {
        __shared__ bool last;
        if (threadIdx.x == 0) {
          partial[blockIdx.x] = blockIdx.x;
          __threadfence();
          last = atomicAdd(&finished, 1u) == gridDim.x - 1;
          if (last) finished = 0;
        }
        __syncthreads();
        if (!last || threadIdx.x != 0) return;
        float sum = 0;
        for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
        *out = sum;
      })");
    const BufferId partial = bench.empty(400), out = bench.empty(4);
    for (int i = 0; i < 3; ++i) {
      KW_FINISHES(
          bench.launch({{100, 1, 1}, {64, 1, 1}}, {Bench::buffer(partial), Bench::buffer(out)}));
      QCOMPARE(bench.read<float>(out, 1)[0], 4950.0f);
    }
  }

  void symbolsAreFilled() {
    CompileJob job;
    job.symbols = {"weights", "offset"};
    Bench bench(R"(
      __constant__ float weights[4];
      __device__ int offset;
      __global__ void kernel(float* out) { out[threadIdx.x] = weights[threadIdx.x] + offset; })",
                "kernel", job);
    QVERIFY2(bench.loaded(), bench.log.c_str());
    const std::vector<float> weights = {1, 2, 3, 4};
    const int offset = 10;
    QVERIFY(bench.device().setSymbol(bench.module(), "weights", std::as_bytes(std::span(weights))));
    QVERIFY(
        bench.device().setSymbol(bench.module(), "offset", std::as_bytes(std::span(&offset, 1))));
    const BufferId out = bench.empty(16);
    KW_FINISHES(bench.launch({{}, {4, 1, 1}}, {Bench::buffer(out)}));
    QCOMPARE(bench.read<float>(out, 4), (std::vector<float>{11, 12, 13, 14}));
    QVERIFY(
        !bench.device().setSymbol(bench.module(), "unknown", std::as_bytes(std::span(weights))));
    QVERIFY(!bench.device().setSymbol(bench.module(), "offset", std::as_bytes(std::span(weights))));
  }

  void structuresAreArguments() {
    Bench bench(R"(
      struct Shape { int width; long long height; float scale[20]; };
      __global__ void kernel(const __grid_constant__ Shape shape, float* out) {
        *out = shape.width * 1000 + shape.height + shape.scale[19];
      })");
    struct Shape {
      int width;
      long long height;
      float scale[20];
    };
    Shape shape{3, 7, {}};
    shape.scale[19] = 0.5f;
    const BufferId out = bench.empty(4);
    KW_FINISHES(bench.launch({}, {Bench::value(shape), Bench::buffer(out)}));
    QCOMPARE(bench.read<float>(out, 1)[0], 3007.5f);
  }
};

QTEST_GUILESS_MAIN(TestHostKernels)
#include "test_host_kernels.moc"
