// SPDX-License-Identifier: GPL-3.0-or-later
// Ties may go to another index than in the source: LAST looks from the end.
__global__ void top_two(float* values, int* indices, const float* __restrict__ in, int columns) {
  const int r = blockIdx.x;
  (void)SPARE;
  const float* row = in + r * columns;
  int first = -1;
  int second = -1;
  for (int k = 0; k < columns; ++k) {
    const int c = LAST ? columns - 1 - k : k;
    if (first < 0 || row[c] > row[first]) {
      second = first;
      first = c;
    } else if (second < 0 || row[c] > row[second]) {
      second = c;
    }
  }
  values[2 * r] = row[first];
  values[2 * r + 1] = row[second];
  indices[2 * r] = first;
  indices[2 * r + 1] = second;
}
