// SPDX-License-Identifier: GPL-3.0-or-later
// out[c][r] = in[r][c]. A block moves one tile of TILE_ROWS x TILE_COLUMNS elements through shared memory
// with THREADS threads, VEC elements to each load and store where the matrix's rows are aligned for that,
// and one element otherwise. The tile's rows are PAD elements longer than they need to be.
template <int count> struct Word;
template <> struct Word<1> { using type = float; };
template <> struct Word<2> { using type = float2; };
template <> struct Word<4> { using type = float4; };

template <int count>
union Pack {
  typename Word<count>::type word;
  float value[count];
};

constexpr int stride = TILE_COLUMNS + PAD;

// Reads the tile at (row, column) row by row. All loads are under way before the first is stored.
template <int count>
__device__ inline void readTile(float* tile, const float* __restrict__ in, int row, int column, int rows,
                                int columns) {
  constexpr int perRow = TILE_COLUMNS / count;
  constexpr int packs = TILE_ROWS * perRow;
  constexpr int turns = (packs + THREADS - 1) / THREADS;
  Pack<count> read[turns];
#pragma unroll
  for (int k = 0; k < turns; ++k) {
    const int i = k * THREADS + static_cast<int>(threadIdx.x);
    const int r = i / perRow;
    const int c = i % perRow * count;
    if (i < packs && row + r < rows && column + c < columns) {
      const auto* from = reinterpret_cast<const typename Word<count>::type*>(
          in + static_cast<long long>(row + r) * columns + column + c);
#if STREAM & 1
      read[k].word = __ldcs(from);
#else
      read[k].word = *from;
#endif
    }
  }
#pragma unroll
  for (int k = 0; k < turns; ++k) {
    const int i = k * THREADS + static_cast<int>(threadIdx.x);
    const int at = i / perRow * stride + i % perRow * count;
    if (i < packs) {
#pragma unroll
      for (int e = 0; e < count; ++e) tile[at + e] = read[k].value[e];
    }
  }
}

// Writes it column by column, which are the rows of the result.
template <int count>
__device__ inline void writeTile(float* __restrict__ out, const float* tile, int row, int column, int rows,
                                 int columns) {
  constexpr int perColumn = TILE_ROWS / count;
  constexpr int packs = TILE_COLUMNS * perColumn;
#pragma unroll
  for (int k = 0; k < (packs + THREADS - 1) / THREADS; ++k) {
    const int i = k * THREADS + static_cast<int>(threadIdx.x);
    const int c = i / perColumn;
    const int r = i % perColumn * count;
    if (i < packs && row + r < rows && column + c < columns) {
      Pack<count> pack;
#pragma unroll
      for (int e = 0; e < count; ++e) pack.value[e] = tile[(r + e) * stride + c];
      auto* to = reinterpret_cast<typename Word<count>::type*>(out + static_cast<long long>(column + c) * rows + row + r);
#if STREAM & 2
      __stcs(to, pack.word);
#else
      *to = pack.word;
#endif
    }
  }
}

__global__ void __launch_bounds__(THREADS)
    transpose(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  __shared__ float tile[TILE_ROWS * stride];
  const int tileColumns = (columns + TILE_COLUMNS - 1) / TILE_COLUMNS;
  const int tileRows = (rows + TILE_ROWS - 1) / TILE_ROWS;
  // Blocks go down strips of GROUP columns of tiles: neighbours write to the same rows of the result, and
  // read GROUP tiles side by side.
  const int block = static_cast<int>(blockIdx.x);
  const int strip = block / (tileRows * GROUP);
  const int width = min(GROUP, tileColumns - strip * GROUP);
  const int inStrip = block - strip * tileRows * GROUP;
  const int row = inStrip / width * TILE_ROWS;
  const int column = (strip * GROUP + inStrip % width) * TILE_COLUMNS;
  if (columns % VEC == 0) {
    readTile<VEC>(tile, in, row, column, rows, columns);
  } else {
    readTile<1>(tile, in, row, column, rows, columns);
  }
  __syncthreads();
  if (rows % VEC == 0) {
    writeTile<VEC>(out, tile, row, column, rows, columns);
  } else {
    writeTile<1>(out, tile, row, column, rows, columns);
  }
}
