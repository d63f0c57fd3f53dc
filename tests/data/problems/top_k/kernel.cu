// SPDX-License-Identifier: GPL-3.0-or-later
__global__ void top_two(float* values, int* indices, const float* __restrict__ in, int columns) {
  const float* row = in + blockIdx.x * columns;
  int first = row[1] > row[0] ? 1 : 0;
  int second = 1 - first;
  for (int c = 2; c < columns; ++c) {
    if (row[c] > row[first]) {
      second = first;
      first = c;
    } else if (row[c] > row[second]) {
      second = c;
    }
  }
  values[2 * blockIdx.x] = row[first];
  values[2 * blockIdx.x + 1] = row[second];
  indices[2 * blockIdx.x] = first;
  indices[2 * blockIdx.x + 1] = second;
}
