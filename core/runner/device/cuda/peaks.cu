// SPDX-License-Identifier: GPL-3.0-or-later
// What a device reaches at most. Values do not matter, only how many are moved or multiplied; each
// kernel ends in a store that hardly ever happens, which keeps its work.
using Integer = long long;

__device__ Integer firstIndex() {
  return static_cast<Integer>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ Integer stride() {
  return static_cast<Integer>(gridDim.x) * blockDim.x;
}

// --- bytes

extern "C" __global__ void kwCopyPeak(const uint4* __restrict__ from, uint4* __restrict__ to,
                                      Integer count) {
  constexpr int atOnce = 4;
  const Integer step = stride();
  Integer index = firstIndex();
  for (; index + (atOnce - 1) * step < count; index += atOnce * step) {
    uint4 values[atOnce];
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      values[k] = __ldcs(from + index + k * step);
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      __stcs(to + index + k * step, values[k]);
  }
  for (; index < count; index += step)
    __stcs(to + index, __ldcs(from + index));
}

extern "C" __global__ void kwReadPeak(const uint4* __restrict__ from, unsigned* to, Integer count) {
  constexpr int atOnce = 8;
  const Integer step = stride();
  unsigned sum = 0;
  Integer index = firstIndex();
  for (; index + (atOnce - 1) * step < count; index += atOnce * step) {
    uint4 values[atOnce];
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      values[k] = __ldcs(from + index + k * step);
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      sum ^= values[k].x ^ values[k].y ^ values[k].z ^ values[k].w;
  }
  for (; index < count; index += step)
    sum ^= __ldcs(from + index).x;
  if (sum == 0x12345678u) *to = sum;  // hardly ever: keeps the loads
}

extern "C" __global__ void kwWritePeak(uint4* __restrict__ to, Integer count) {
  const uint4 value = make_uint4(threadIdx.x, 1, 2, 3);
  for (Integer index = firstIndex(); index < count; index += stride())
    __stcs(to + index, value);
}

// `passes` over the first `mask` + 1 (a power of two) elements, which the L2 holds and no L1 does.
extern "C" __global__ void kwCachePeak(const uint4* __restrict__ from, unsigned* to, Integer mask,
                                       int passes) {
  constexpr int atOnce = 8;
  const Integer step = stride(), end = (mask + 1) * passes;
  unsigned sum = 0;
  for (Integer index = firstIndex(); index < end; index += atOnce * step) {
    uint4 values[atOnce];
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      values[k] = __ldcg(from + ((index + k * step) & mask));
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      sum ^= values[k].x ^ values[k].y ^ values[k].z ^ values[k].w;
  }
  if (sum == 0x12345678u) *to = sum;
}

// 64 vectors of 16 bytes a thread and round, without bank conflicts.
extern "C" __global__ void __launch_bounds__(256) kwSharedPeak(unsigned* to, int rounds) {
  __shared__ uint4 tile[1024];
  for (int i = threadIdx.x; i < 1024; i += 256)
    tile[i] = make_uint4(i, 0, 0, 0);
  __syncthreads();
  const unsigned base = static_cast<unsigned>(__cvta_generic_to_shared(tile)) + 16 * threadIdx.x;
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int k = 0; k < 64; ++k) {
      uint4 value;
      asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                   : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                   : "r"(base + 4096 * (k % 4)));
      sum ^= value.x;
    }
  }
  if (sum == 0x12345678u) *to = sum;
}

// --- operations

// Independent chains of 64 fused multiply-adds a round: 2048 operations a thread and round.
extern "C" __global__ void __launch_bounds__(256)
    kwFloatPeak(float* to, int rounds, float a, float b) {
  float chain[16];
#pragma unroll
  for (int k = 0; k < 16; ++k)
    chain[k] = static_cast<float>(threadIdx.x + k);
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < 64; ++step)
#pragma unroll
      for (int k = 0; k < 16; ++k)
        chain[k] = __fmaf_rn(chain[k], a, b);
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum += chain[k];
  if (sum == 1.2345f) *to = sum;
}

// Eight chains: 1024 operations.
extern "C" __global__ void __launch_bounds__(256)
    kwDoublePeak(double* to, int rounds, double a, double b) {
  double chain[8];
#pragma unroll
  for (int k = 0; k < 8; ++k)
    chain[k] = threadIdx.x + k;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < 64; ++step)
#pragma unroll
      for (int k = 0; k < 8; ++k)
        chain[k] = __fma_rn(chain[k], a, b);
  }
  double sum = 0;
#pragma unroll
  for (int k = 0; k < 8; ++k)
    sum += chain[k];
  if (sum == 1.2345) *to = sum;
}

// 16 chains of pairs: 4096 operations.
extern "C" __global__ void __launch_bounds__(256) kwHalfPeak(unsigned* to, int rounds) {
  constexpr unsigned a = 0x3bff3bffu, b = 0x10001000u;
  unsigned chain[16];
#pragma unroll
  for (int k = 0; k < 16; ++k)
    chain[k] = threadIdx.x + k;
  for (int round = 0; round < rounds; ++round) {
#pragma unroll
    for (int step = 0; step < 64; ++step)
#pragma unroll
      for (int k = 0; k < 16; ++k)
        asm volatile("fma.rn.f16x2 %0, %0, %1, %2;" : "+r"(chain[k]) : "r"(a), "r"(b));
  }
  unsigned sum = 0;
#pragma unroll
  for (int k = 0; k < 16; ++k)
    sum ^= chain[k];
  if (sum == 0x12345678u) *to = sum;
}

// --- tensor cores

// TYPE: "bf16" or "f16", summed in fp32. A round is eight products of every warp.
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
// Four warps multiply 64 x 16 by 16 x 256 out of shared memory: 524,288 operations a product. The
// layout is the plain one of core matrices, 8 rows of 16 bytes each.
__device__ unsigned long long operand(const void* from) {
  const unsigned long long at = __cvta_generic_to_shared(from);
  return (at & 0x3ffff) >> 4 | 8ull << 16 | 16ull << 32;
}
#define KW_TENSOR_PEAK(NAME, TYPE)                                                \
  extern "C" __global__ void __launch_bounds__(128) NAME(float* to, int rounds) { \
    __shared__ alignas(128) unsigned short a[64 * 16], b[256 * 16];               \
    for (int i = threadIdx.x; i < 256 * 16; i += 128)                             \
      b[i] = a[i % (64 * 16)] = 0;                                                \
    __syncthreads();                                                              \
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                  \
    const unsigned long long first = operand(a), second = operand(b);             \
    float sum[128] = {};                                                          \
    for (int round = 0; round < rounds; ++round) {                                \
      asm volatile("wgmma.fence.sync.aligned;" ::: "memory");                     \
      _Pragma("unroll") for (int k = 0; k < 8; ++k) {                             \
        KW_PRODUCT(TYPE)                                                          \
      }                                                                           \
      asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");              \
      asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");              \
    }                                                                             \
    float total = 0;                                                              \
    _Pragma("unroll") for (int k = 0; k < 128; ++k) total += sum[k];              \
    if (total == 1.2345f) *to = total;                                            \
  }
#define KW_PRODUCT(TYPE)                                                                           \
  asm volatile(                                                                                    \
      "wgmma.mma_async.sync.aligned.m64n256k16.f32." TYPE "." TYPE                                 \
      " {"                                                                                         \
      "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                     \
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "           \
      "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "           \
      "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "           \
      "%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "           \
      "%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "           \
      "%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "     \
      "%111, "                                                                                     \
      "%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, " \
      "%127"                                                                                       \
      "}, %128, %129, 1, 1, 1, 0, 0;"                                                              \
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3]), "+f"(sum[4]), "+f"(sum[5]),        \
        "+f"(sum[6]), "+f"(sum[7]), "+f"(sum[8]), "+f"(sum[9]), "+f"(sum[10]), "+f"(sum[11]),      \
        "+f"(sum[12]), "+f"(sum[13]), "+f"(sum[14]), "+f"(sum[15]), "+f"(sum[16]), "+f"(sum[17]),  \
        "+f"(sum[18]), "+f"(sum[19]), "+f"(sum[20]), "+f"(sum[21]), "+f"(sum[22]), "+f"(sum[23]),  \
        "+f"(sum[24]), "+f"(sum[25]), "+f"(sum[26]), "+f"(sum[27]), "+f"(sum[28]), "+f"(sum[29]),  \
        "+f"(sum[30]), "+f"(sum[31]), "+f"(sum[32]), "+f"(sum[33]), "+f"(sum[34]), "+f"(sum[35]),  \
        "+f"(sum[36]), "+f"(sum[37]), "+f"(sum[38]), "+f"(sum[39]), "+f"(sum[40]), "+f"(sum[41]),  \
        "+f"(sum[42]), "+f"(sum[43]), "+f"(sum[44]), "+f"(sum[45]), "+f"(sum[46]), "+f"(sum[47]),  \
        "+f"(sum[48]), "+f"(sum[49]), "+f"(sum[50]), "+f"(sum[51]), "+f"(sum[52]), "+f"(sum[53]),  \
        "+f"(sum[54]), "+f"(sum[55]), "+f"(sum[56]), "+f"(sum[57]), "+f"(sum[58]), "+f"(sum[59]),  \
        "+f"(sum[60]), "+f"(sum[61]), "+f"(sum[62]), "+f"(sum[63]), "+f"(sum[64]), "+f"(sum[65]),  \
        "+f"(sum[66]), "+f"(sum[67]), "+f"(sum[68]), "+f"(sum[69]), "+f"(sum[70]), "+f"(sum[71]),  \
        "+f"(sum[72]), "+f"(sum[73]), "+f"(sum[74]), "+f"(sum[75]), "+f"(sum[76]), "+f"(sum[77]),  \
        "+f"(sum[78]), "+f"(sum[79]), "+f"(sum[80]), "+f"(sum[81]), "+f"(sum[82]), "+f"(sum[83]),  \
        "+f"(sum[84]), "+f"(sum[85]), "+f"(sum[86]), "+f"(sum[87]), "+f"(sum[88]), "+f"(sum[89]),  \
        "+f"(sum[90]), "+f"(sum[91]), "+f"(sum[92]), "+f"(sum[93]), "+f"(sum[94]), "+f"(sum[95]),  \
        "+f"(sum[96]), "+f"(sum[97]), "+f"(sum[98]), "+f"(sum[99]), "+f"(sum[100]),                \
        "+f"(sum[101]), "+f"(sum[102]), "+f"(sum[103]), "+f"(sum[104]), "+f"(sum[105]),            \
        "+f"(sum[106]), "+f"(sum[107]), "+f"(sum[108]), "+f"(sum[109]), "+f"(sum[110]),            \
        "+f"(sum[111]), "+f"(sum[112]), "+f"(sum[113]), "+f"(sum[114]), "+f"(sum[115]),            \
        "+f"(sum[116]), "+f"(sum[117]), "+f"(sum[118]), "+f"(sum[119]), "+f"(sum[120]),            \
        "+f"(sum[121]), "+f"(sum[122]), "+f"(sum[123]), "+f"(sum[124]), "+f"(sum[125]),            \
        "+f"(sum[126]), "+f"(sum[127])                                                             \
      : "l"(first), "l"(second));
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 && __CUDA_ARCH__ < 1000
// Each warp multiplies 16 x 16 by 16 x 8 in registers: 4,096 operations a product.
#define KW_TENSOR_PEAK(NAME, TYPE)                                                             \
  extern "C" __global__ void __launch_bounds__(128) NAME(float* to, int rounds) {              \
    float sum[8][4] = {};                                                                      \
    const unsigned a = 0, b = 0;                                                               \
    for (int round = 0; round < rounds; ++round)                                               \
      _Pragma("unroll") for (int k = 0; k < 8; ++k) asm volatile(                              \
          "mma.sync.aligned.m16n8k16.row.col.f32." TYPE "." TYPE                               \
          ".f32 "                                                                              \
          "{%0, %1, %2, %3}, {%4, %4, %4, %4}, {%5, %5}, {%0, %1, %2, %3};" : "+f"(sum[k][0]), \
          "+f"(sum[k][1]), "+f"(sum[k][2]), "+f"(sum[k][3]) : "r"(a), "r"(b));                 \
    float total = 0;                                                                           \
    _Pragma("unroll") for (int k = 0; k < 8; ++k) total += sum[k][0];                          \
    if (total == 1.2345f) *to = total;                                                         \
  }
#endif
#ifdef KW_TENSOR_PEAK
KW_TENSOR_PEAK(kwTensorHalfPeak, "f16")
KW_TENSOR_PEAK(kwTensorBfloatPeak, "bf16")
#endif
