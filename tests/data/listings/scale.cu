__device__ float sq(float x) {
  return x * x;
}
extern "C" __global__ void scale(const float* in, float* out, int n) {
  __shared__ float tile[BLOCK];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = i; k < n; k += gridDim.x * BLOCK) {
    tile[threadIdx.x] = in[k];
    __syncthreads();
    out[k] = sq(tile[BLOCK - 1 - threadIdx.x]) + __fdividef(1.0f, in[k]);
  }
}
