// SPDX-License-Identifier: GPL-3.0-or-later
// One thread asks the tensor memory accelerator for a box, all threads write it out.
#include <cuda.h>
#include <cuda/barrier>
using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
__global__ void __launch_bounds__(BLOCK) copy(float* __restrict__ out, const __grid_constant__ CUtensorMap map, int rows, int columns) {
  __shared__ alignas(128) float box[BOX_ROWS][32];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ barrier arrived;
  const int column = blockIdx.x * 32;
  const int row = blockIdx.y * BOX_ROWS;
  if (threadIdx.x == 0) {
    init(&arrived, BLOCK);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(box, &map, column, row, arrived);
    token = cuda::device::barrier_arrive_tx(arrived, 1, sizeof(box));
  } else {
    token = arrived.arrive();
  }
  arrived.wait(std::move(token));
  for (int i = threadIdx.x; i < BOX_ROWS * 32; i += BLOCK) {
    const int r = row + i / 32;
    const int c = column + i % 32;
    if (r < rows && c < columns) out[static_cast<long long>(r) * columns + c] = box[i / 32][i % 32];
  }
}
