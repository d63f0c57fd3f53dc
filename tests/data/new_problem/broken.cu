#include <not/here.h>
template <typename struct ] void nonsense(( {
}
int half of(a function;
using = 5;

__global__ void survives(float* y, const float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = x[i] + 1.0f;
}

survives<<<(n + 63) / 64, 64>>>(y, x, n);
survives<<<never closed;
}}}} trailing
