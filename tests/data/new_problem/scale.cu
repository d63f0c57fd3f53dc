// Multiplies by a factor; a whole program as benchmarks have them.
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>

#define FACTORS 3

__global__ void scale(float* __restrict__ y, const float* __restrict__ x, float factor, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = factor * x[i];
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 1 << 20;
  std::vector<float> host(count, 1.0f);
  float *d_x, *d_y;
  cudaMalloc(&d_x, count * sizeof(float));
  cudaMalloc(&d_y, count * sizeof(float));
  cudaMemcpy(d_x, host.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  const int threads = 256;
  dim3 block(threads);
  dim3 grid((count + threads - 1) / threads);
  for (int i = 0; i < FACTORS; ++i) scale<<<grid, block>>>(d_y, d_x, 2.0f, count);
  cudaDeviceSynchronize();
  printf("done\n");
  return 0;
}
