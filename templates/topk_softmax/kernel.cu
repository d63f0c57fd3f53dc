// SPDX-License-Identifier: GPL-3.0-or-later
// The gate of a mixture of experts: the softmax of each token's logits, and of that the topk largest with the numbers
// of their experts, largest first; of equal ones the lower number first. One warp per token. A warp finds the next
// expert as the first one in that order which comes after the last one found, so that it has nothing to remember.
__device__ bool comesBefore(float a, int i, float b, int j) { return a > b || (a == b && i < j); }

__global__ void topk_softmax(float* __restrict__ weights, int* __restrict__ indices,
                             const float* __restrict__ logits, int tokens, int experts, int topk) {
  const long long token = static_cast<long long>(blockIdx.x) * (blockDim.x / 32) + threadIdx.x / 32;
  if (token >= tokens) return;
  const int lane = threadIdx.x % 32;
  const float* row = logits + token * experts;

  float largest = -INFINITY;
  for (int i = lane; i < experts; i += 32) largest = fmaxf(largest, row[i]);
  for (int distance = 16; distance > 0; distance /= 2)
    largest = fmaxf(largest, __shfl_xor_sync(0xffffffffu, largest, distance));
  float sum = 0.0f;
  for (int i = lane; i < experts; i += 32) sum += expf(row[i] - largest);
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);

  float last = INFINITY;
  int lastIndex = -1;
  for (int k = 0; k < topk; ++k) {
    float best = -INFINITY;
    int bestIndex = experts;
    for (int i = lane; i < experts; i += 32) {
      const float value = row[i];
      if (comesBefore(last, lastIndex, value, i) && comesBefore(value, i, best, bestIndex)) {
        best = value;
        bestIndex = i;
      }
    }
    for (int distance = 16; distance > 0; distance /= 2) {
      const float other = __shfl_xor_sync(0xffffffffu, best, distance);
      const int otherIndex = __shfl_xor_sync(0xffffffffu, bestIndex, distance);
      if (comesBefore(other, otherIndex, best, bestIndex)) {
        best = other;
        bestIndex = otherIndex;
      }
    }
    if (lane == 0) {
      weights[token * topk + k] = expf(best - largest) / sum;
      indices[token * topk + k] = bestIndex;
    }
    last = best;
    lastIndex = bestIndex;
  }
}
