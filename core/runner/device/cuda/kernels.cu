// SPDX-License-Identifier: GPL-3.0-or-later
// Our own kernels on the device. The texts of scalar_types.h, generator.h and comparison.h stand
// before this one when it is compiled (own_kernels.cpp). All kernels walk their data with a stride
// of the grid, so that any grid is right. nvcc is no part of this: NVRTC compiles it when a device
// is opened, and the cubin is kept.

using kw::scalar::Bits;
using kw::scalar::Byte;
using kw::scalar::Integer;

namespace {

__device__ Integer firstIndex() {
  return static_cast<Integer>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ Integer stride() {
  return static_cast<Integer>(gridDim.x) * blockDim.x;
}

__device__ Bits sumOfWarp(Bits value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(~0u, value, offset);
  return value;
}
__device__ double sumOfWarp(double value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value += __shfl_down_sync(~0u, value, offset);
  return value;
}
__device__ double largestOfWarp(double value) {
  for (int offset = 16; offset > 0; offset /= 2)
    value = fmax(value, __shfl_down_sync(~0u, value, offset));
  return value;
}
__device__ Bits leastOfWarp(Bits value) {
  for (int offset = 16; offset > 0; offset /= 2) {
    const Bits other = __shfl_down_sync(~0u, value, offset);
    value = other < value ? other : value;
  }
  return value;
}

}  // namespace

// Up to eight axes; axes of one element are left out before.
struct Axes {
  int count;  // at least 1
  Integer offset;
  Integer shape[8], strides[8];
};

namespace {

__device__ Integer positionOf(const Axes& axes, Integer index) {
  Integer position = axes.offset;
  for (int axis = axes.count - 1; axis > 0; --axis) {
    const Integer next = index / axes.shape[axis];
    position += (index - next * axes.shape[axis]) * axes.strides[axis];
    index = next;
  }
  return position + index * axes.strides[0];
}

}  // namespace

extern "C" __global__ void kwFill(kw::generator::Plan plan, void* to) {
  for (Integer index = firstIndex(); index < plan.elements; index += stride())
    kw::scalar::storeBits(to, index, plan.type, kw::generator::element(plan, index));
}

// Set to {0, ~0, 0} before. `worst` holds the bits of a double that is not negative, which order
// like integers.
struct Totals {
  Bits different;
  Bits first;
  Bits worst;
};

namespace {

struct Partial {
  Bits different = 0;
  Bits first = ~Bits{0};
  double worst = 0;

  __device__ void add(const kw::comparison::Rule& rule, Integer index, Bits got, Bits want) {
    const kw::comparison::Outcome outcome = kw::comparison::compare(rule, got, want);
    worst = fmax(worst, outcome.distance);
    if (!outcome.different) return;
    ++different;
    if (static_cast<Bits>(index) < first) first = static_cast<Bits>(index);
  }
  __device__ void publish(Totals* totals) const {
    const Bits sum = sumOfWarp(different);
    const Bits least = leastOfWarp(first);
    const double largest = largestOfWarp(worst);
    if (threadIdx.x % 32 != 0) return;
    if (largest > 0) atomicMax(&totals->worst, kw::scalar::bitsOf(largest));
    if (sum == 0) return;
    atomicAdd(&totals->different, sum);
    atomicMin(&totals->first, least);
  }
};

// Four elements in flight per thread, so that loads overlap.
template <class Position>
__device__ void compareAll(const kw::comparison::Rule& rule, Integer elements, const void* got,
                           const void* want, Totals* totals, const Position& position) {
  constexpr int atOnce = 4;
  const int wantType = rule.wantIsDouble ? kw::scalar::float64 : rule.type;
  const Integer step = stride();
  Partial partial;
  for (Integer begin = firstIndex(); begin < elements; begin += atOnce * step) {
    Bits gotBits[atOnce], wantBits[atOnce];
#pragma unroll
    for (int k = 0; k < atOnce; ++k) {
      const Integer index = begin + k * step < elements ? begin + k * step : begin;
      gotBits[k] = kw::scalar::loadBits(got, position(index), rule.type);
      wantBits[k] = kw::scalar::loadBits(want, index, wantType);
    }
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      if (begin + k * step < elements) partial.add(rule, begin + k * step, gotBits[k], wantBits[k]);
  }
  partial.publish(totals);
}

}  // namespace

// `want` is dense; so is `got`, or it has axes. Blocks of whole warps.
extern "C" __global__ void __launch_bounds__(256, 4)
    kwCompare(kw::comparison::Rule rule, Integer elements, const void* got, const void* want,
              Totals* totals) {
  compareAll(rule, elements, got, want, totals, [](Integer index) { return index; });
}
extern "C" __global__ void __launch_bounds__(256)
    kwCompareStrided(kw::comparison::Rule rule, Integer elements, const void* got, const void* want,
                     Totals* totals, Axes axes) {
  compareAll(rule, elements, got, want, totals,
             [&](Integer index) { return positionOf(axes, index); });
}

// All set to 0 before.
struct ErrorTotals {
  Bits counts[kw::comparison::ulpBuckets];
  Bits incomparable, worst;
};

// Distances of all elements, and how many different ones each cell holds. `axes` has a count of 0
// where `got` is dense.
extern "C" __global__ void __launch_bounds__(256)
    kwErrors(kw::comparison::Rule rule, Integer elements, const void* got, const void* want,
             ErrorTotals* totals, Bits* wrong, kw::comparison::Cells cells, Axes axes) {
  __shared__ ErrorTotals part;
  Bits* const parts = reinterpret_cast<Bits*>(&part);
  constexpr unsigned count = sizeof part / sizeof(Bits);
  for (unsigned at = threadIdx.x; at < count; at += blockDim.x)
    parts[at] = 0;
  __syncthreads();
  const int wantType = rule.wantIsDouble ? kw::scalar::float64 : rule.type;
  for (Integer index = firstIndex(); index < elements; index += stride()) {
    const Integer position = axes.count == 0 ? index : positionOf(axes, index);
    const Bits bits = kw::scalar::loadBits(got, position, rule.type);
    const Bits wanted = kw::scalar::loadBits(want, index, wantType);
    bool comparable = true;
    const Bits apart = kw::comparison::ulpsApart(rule, bits, wanted, comparable);
    if (!comparable) {
      atomicAdd(&part.incomparable, Bits{1});
    } else {
      atomicAdd(&part.counts[kw::comparison::ulpBucket(apart)], Bits{1});
      if (apart > part.worst) atomicMax(&part.worst, apart);
    }
    if (kw::comparison::compare(rule, bits, wanted).different)
      atomicAdd(wrong + kw::comparison::cellOf(cells, index), Bits{1});
  }
  __syncthreads();
  for (unsigned at = threadIdx.x; at < count; at += blockDim.x) {
    if (parts[at] == 0) continue;
    if (&parts[at] == &part.worst)
      atomicMax(&totals->worst, parts[at]);
    else
      atomicAdd(reinterpret_cast<Bits*>(totals) + at, parts[at]);
  }
}

// Adds the checksum of the first `bytes` to *sum. `from` is aligned to 8 bytes.
extern "C" __global__ void kwChecksum(const Byte* from, Integer bytes, Bits* sum) {
  const Integer words = bytes / 8;
  Bits part = 0;
  constexpr int atOnce = 4;
  const Integer step = stride();
  Integer index = firstIndex();
  for (; index + (atOnce - 1) * step < words; index += atOnce * step) {
    Bits word[atOnce];
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      word[k] = kw::scalar::loadBits(from, index + k * step, kw::scalar::uint64);
#pragma unroll
    for (int k = 0; k < atOnce; ++k)
      part += kw::generator::mixed(static_cast<Bits>(index + k * step), word[k]);
  }
  for (; index < words; index += step)
    part += kw::generator::mixed(static_cast<Bits>(index),
                                 kw::scalar::loadBits(from, index, kw::scalar::uint64));
  if (firstIndex() == 0 && bytes % 8 != 0) {
    Bits word = 0;
    for (Integer at = bytes - 1; at >= words * 8; --at)
      word = (word << 8) | from[at];
    part += kw::generator::mixed(static_cast<Bits>(words), word);
  }
  part = sumOfWarp(part);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, part);
}

// Sum of squares and number of the finite elements of each block, in partials[2 * block] and the
// one after.
extern "C" __global__ void __launch_bounds__(256)
    kwSquares(const void* from, int type, Integer elements, double* partials) {
  double sum = 0, finite = 0;
  for (Integer index = firstIndex(); index < elements; index += stride()) {
    const double value = kw::scalar::decode(kw::scalar::loadBits(from, index, type), type);
    if (kw::scalar::isNan(value) || kw::scalar::isInfinite(value)) continue;
    sum += value * value;
    finite += 1;
  }
  sum = sumOfWarp(sum);
  finite = sumOfWarp(finite);
  __shared__ double sums[8], counts[8];
  if (threadIdx.x % 32 == 0) {
    sums[threadIdx.x / 32] = sum;
    counts[threadIdx.x / 32] = finite;
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  for (unsigned warp = 1; warp < blockDim.x / 32; ++warp) {
    sum += sums[warp];
    finite += counts[warp];
  }
  partials[2 * blockIdx.x] = sum;
  partials[2 * blockIdx.x + 1] = finite;
}
