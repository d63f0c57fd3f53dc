#include <somewhere/vec.cuh>

__global__ void usesMissing(float* y, const float* x, int n) {
  somewhere::vec_t<float, 4> value;
  value.load(x);
  if (threadIdx.x < n) y[threadIdx.x] = value[0] + elsewhere(n);
}
