#include <cuda_fp16.h>
#include <vector>

namespace outer {
namespace {

struct Pair {
  float a, b;
};
__device__ Pair operator+(const Pair& x, const Pair& y) { return {x.a + y.a, x.b + y.b}; }
enum class Mode { plain, squared };
constexpr float unused = 3.0f;
__constant__ float weights[4];
static float hostOnly = 1.0f;

template <typename T>
__device__ T twice(T value) {
  return value + value;
}
template <>
__device__ float twice<float>(float value) {
  return 2.0f * value;
}
float twiceOnHost(float value) { return value * hostOnly; }

}  // namespace

extern "C" __global__ void first(float* y, int n) {
  Pair pair{1.0f, 2.0f};
  pair = pair + pair;
  if (threadIdx.x < n) y[threadIdx.x] += twice(pair.a) * weights[0];
}

__global__ void second(half* y, const half* x, Mode mode, const int* index, int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  half* row = y + i;
  row[0] = mode == Mode::plain ? x[index[i]] : __hmul(x[i], x[i]);
  atomicAdd(&counts[i % 4], 1);
}

}  // namespace outer

void launch(half* y, const half* x, const int* index, int* counts, int n) {
  outer::second<<<dim3((n + 127) / 128), dim3(128), 0>>>(y, x, outer::Mode::plain, index, counts, n);
}
