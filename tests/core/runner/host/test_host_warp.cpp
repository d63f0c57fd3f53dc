// SPDX-License-Identifier: GPL-3.0-or-later
// Warp operations on the host device.
#include <QtTest>
#include <bit>

#include "core/runner/host/bench.h"

using namespace kw;
using namespace kw::host::bench;

namespace {

// Runs a kernel(int* out) of one block and gives what it wrote.
template <class T>
std::vector<T> outputOf(const std::string& body, unsigned threads, size_t count) {
  Bench bench(body);
  const BufferId out = bench.array(std::vector<T>(count));
  const LaunchOutcome outcome = bench.launch({{}, {threads, 1, 1}}, {Bench::buffer(out)});
  if (!outcome.ok()) {
    QTest::qFail(outcome.message.c_str(), __FILE__, __LINE__);
    return std::vector<T>(count, T(-1));
  }
  return bench.read<T>(out, count);
}

}  // namespace

class TestHostWarp : public QObject {
  Q_OBJECT
 private slots:
  void shufflesOfEveryKindReadTheRightLane() {
    const auto out = outputOf<int>(R"(
      __global__ void kernel(int* out) {
        const int t = threadIdx.x;
        out[t] = __shfl_sync(0xffffffffu, t, 5);
        out[64 + t] = __shfl_up_sync(0xffffffffu, t, 3);
        out[128 + t] = __shfl_down_sync(0xffffffffu, t, 3);
        out[192 + t] = __shfl_xor_sync(0xffffffffu, t, 1);
        out[256 + t] = __shfl_sync(0xffffffffu, t, 9, 8);
        out[320 + t] = __shfl_down_sync(0xffffffffu, t, 2, 4);
        out[384 + t] = __shfl_up_sync(0xffffffffu, t, 2, 4);
        out[448 + t] = __shfl_xor_sync(0xffffffffu, t, 4, 4);
      })",
                                   64, 512);
    for (int t = 0; t < 64; ++t) {
      const int lane = t % 32, warp = t - lane;
      const auto at = [&](int row) { return out[size_t(64 * row + t)]; };
      QCOMPARE(at(0), warp + 5);
      QCOMPARE(at(1), lane >= 3 ? t - 3 : t);
      QCOMPARE(at(2), lane < 29 ? t + 3 : t);
      QCOMPARE(at(3), t ^ 1);
      QCOMPARE(at(4), t / 8 * 8 + 1);
      QCOMPARE(at(5), t % 4 < 2 ? t + 2 : t);
      QCOMPARE(at(6), t % 4 >= 2 ? t - 2 : t);
      // Lanes of later segments are out of reach, those of earlier ones are not.
      QCOMPARE(at(7), t % 8 < 4 ? t : t - 4);
    }
  }

  void shufflesMoveEveryType_data() {
    QTest::addColumn<QString>("type");
    for (const char* type : {"int", "unsigned", "long", "unsigned long long", "float", "double",
                             "__half", "__half2", "__nv_bfloat16", "__nv_bfloat162"})
      QTest::newRow(type) << type;
  }
  void shufflesMoveEveryType() {
    QFETCH(QString, type);
    const auto out = outputOf<int>("typedef " + type.toStdString() + R"( T;
      __global__ void kernel(int* out) {
        T value;
        memset(&value, threadIdx.x, sizeof value);
        value = __shfl_xor_sync(0xffffffffu, value, 16);
        unsigned char bytes[sizeof value];
        memcpy(bytes, &value, sizeof value);
        out[threadIdx.x] = bytes[0] == bytes[sizeof value - 1] ? bytes[0] : -1;
      })",
                                   32, 32);
    for (size_t t = 0; t < 32; ++t)
      QCOMPARE(out[t], int(t ^ 16));
  }

  void butterfliesSumEveryWarp() {
    const auto out = outputOf<float>(R"(
      __global__ void kernel(float* out) {
        float sum = threadIdx.x;
        for (int step = 16; step > 0; step /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, step);
        out[threadIdx.x] = sum;
      })",
                                     1024, 1024);
    for (size_t t = 0; t < 1024; ++t)
      QCOMPARE(out[t], float(t / 32 * 32 * 32 + 496));
  }

  void votesSeeAllLanes() {
    const auto out = outputOf<unsigned>(R"(
      __global__ void kernel(unsigned* out) {
        const unsigned t = threadIdx.x;
        out[t] = __ballot_sync(0xffffffffu, t % 2) ^ (__any_sync(0xffffffffu, t == 31) << 1) ^ (__all_sync(0xffffffffu, t < 31) << 3)
                 ^ (__all_sync(0xffffffffu, t < 32) << 5);
        out[32 + t] = __match_any_sync(0xffffffffu, t % 4);
        int all = 7;
        out[64 + t] = __match_all_sync(0xffffffffu, 5u, &all) + all;
      })",
                                        32, 96);
    for (unsigned t = 0; t < 32; ++t) {
      QCOMPARE(out[t], 0xaaaaaaaau ^ 2u ^ 32u);
      QCOMPARE(out[32 + t], 0x11111111u << (t % 4));
      QCOMPARE(out[64 + t], 0u);
    }
  }

  void lanesOfAMaskReduce() {
    const auto out = outputOf<int>(R"(
      __global__ void kernel(int* out) {
        const int t = threadIdx.x;
        if (t < 12) {
          out[t] = __reduce_add_sync(0xfffu, t) * 1000 + __reduce_max_sync(0xfffu, t);
        } else {
          out[t] = __reduce_min_sync(0xfffff000u, t) + (int)__reduce_or_sync(0xfffff000u, 64u);
        }
      })",
                                   32, 32);
    for (int t = 0; t < 32; ++t)
      QCOMPARE(out[size_t(t)], t < 12 ? 66011 : 12 + 64);
  }

  void branchesOfAWarpSynchroniseOnTheirOwn() {
    const auto out = outputOf<int>(R"(
      __global__ void kernel(int* out) {
        const int t = threadIdx.x;
        int value = t;
        if (t % 2 == 0) {
          for (int i = 0; i < t; ++i) value += 0;
          for (int i = 0; i < 5; ++i) value = __shfl_sync(0x55555555u, value, (t + 2) % 32);
        } else {
          value = __shfl_sync(0xaaaaaaaau, value, 31);
        }
        __syncwarp();
        out[t] = value;
      })",
                                   32, 32);
    for (int t = 0; t < 32; ++t)
      QCOMPARE(out[size_t(t)], t % 2 == 0 ? (t + 10) % 32 : 31);
  }

  void endedLanesAreNotWaitedFor() {
    const auto out = outputOf<int>(R"(
      __global__ void kernel(int* out) {
        const int t = threadIdx.x;
        if (t % 3 == 1) return;
        out[t] = __popc(__ballot_sync(0xffffffffu, 1));
      })",
                                   50, 50);
    for (int t = 0; t < 50; ++t) {
      const int lanes = t < 32 ? 32 - 11 : 18 - 6;  // of the second warp's 18 lanes, 6 have ended
      QCOMPARE(out[size_t(t)], t % 3 == 1 ? 0 : lanes);
    }
  }

  void theActiveMaskHoldsTheLanesOfTheBranch() {
    const auto out = outputOf<unsigned>(R"(
      __global__ void kernel(unsigned* out) {
        const unsigned t = threadIdx.x;
        out[t] = __activemask();
        if (t < 8) out[32 + t] = __activemask();
        else if (t >= 24) out[32 + t] = ~__activemask();
      })",
                                        32, 64);
    for (unsigned t = 0; t < 32; ++t) {
      QCOMPARE(out[t], ~0u);
      QCOMPARE(out[32 + t], t < 8 ? 0xffu : t >= 24 ? 0x00ffffffu : 0u);
    }
  }

  void warpOperationsAndBarriersMix() {
    const auto out = outputOf<float>(R"(
      __global__ void kernel(float* out) {
        __shared__ float partial[32];
        float sum = 1.0f;
        for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
        if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = sum;
        __syncthreads();
        if (threadIdx.x < 32) {
          sum = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.0f;
          for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
          if (threadIdx.x == 0) partial[0] = sum;
        }
        __syncthreads();
        out[threadIdx.x] = partial[0];
      })",
                                     768, 768);
    QCOMPARE(out, std::vector<float>(768, 768.0f));
  }
};

QTEST_GUILESS_MAIN(TestHostWarp)
#include "test_host_warp.moc"
