// SPDX-License-Identifier: GPL-3.0-or-later
// out[c][r] = in[r][c]. A block moves one tile of TILE_ROWS x TILE_COLUMNS elements through shared memory. A warp
// takes `count` rows of 32 columns at a time, which with an odd stride are on different banks in both directions:
// count is 4, one load or store of 16 bytes, where the rows of both matrices are aligned for that, and 1 otherwise.
template <int count> struct Word;
template <> struct Word<1> { using type = float; };
template <> struct Word<4> { using type = float4; };

template <int count>
union Pack {
  typename Word<count>::type word;
  float value[count];
};

constexpr int wide = 4;
constexpr int sector = 8;  // elements that memory reads and writes together
constexpr int stride = TILE_COLUMNS + 1;
constexpr int warps = THREADS / 32;

// Where a thread begins in a tile whose rows in memory are `width` elements long, and how many rows on its next
// element is: a constant, so that an element costs one addition.
template <int count, int width>
struct Place {
  static constexpr int step = warps / (width / 32) * count;
  int along, across;
  __device__ Place() {
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    along = warp % (width / 32) * 32 + lane % (32 / count) * count;
    across = warp / (width / 32) * count + lane / (32 / count);
  }
};

// Reads the tile at (row, column), and the `before` rows in front of it. All loads are under way before the first
// is stored. A whole tile lies inside the matrix, so that nothing is compared with its ends.
template <int count, int before, bool whole>
__device__ inline void readTile(float* tile, const float* __restrict__ in, int row, int column, int rows,
                                int columns) {
  constexpr int step = Place<count, TILE_COLUMNS>::step;
  constexpr int height = TILE_ROWS + before;
  constexpr int turns = (height + step - 1) / step;
  const Place<count, TILE_COLUMNS> place;
  const int c = column + place.along;
  const int r = row - before + place.across;
  const long long at = static_cast<long long>(r) * columns + c;
  const long long advance = static_cast<long long>(step) * columns;
  Pack<count> read[turns];
#pragma unroll
  for (int k = 0; k < turns; ++k) {
    const bool inTile = height % step == 0 || place.across + k * step < height;
    const bool inMatrix = whole || (r + k * step >= 0 && r + k * step < rows && c < columns);
    if (inTile && inMatrix) {
      read[k].word = *reinterpret_cast<const typename Word<count>::type*>(in + at + k * advance);
    }
  }
#pragma unroll
  for (int k = 0; k < turns; ++k) {
    if (height % step == 0 || place.across + k * step < height) {
#pragma unroll
      for (int e = 0; e < count; ++e) {
        tile[(place.across + k * step) * stride + place.along + e] = read[k].value[e];
      }
    }
  }
}

// Writes it column by column, which are the rows of the result. With `before` rows in front, each of them begins
// at the sector that (row, column + c) is in. A thread's columns are whole sectors apart, so it finds that once.
template <int count, int before, bool whole>
__device__ inline void writeTile(float* __restrict__ out, const float* tile, int row, int column, int rows,
                                 int columns) {
  constexpr int step = Place<count, TILE_ROWS>::step;
  const Place<count, TILE_ROWS> place;
  const int c = column + place.across;
  int inTile = before + place.along;
  if (before > 0) {
    inTile -= static_cast<int>((static_cast<long long>(c) * rows + row) % sector);
  }
  const int r = row - before + inTile;
  const long long at = static_cast<long long>(c) * rows + r;
  const long long advance = static_cast<long long>(step) * rows;
#pragma unroll
  for (int k = 0; k < TILE_COLUMNS / step; ++k) {
    if (whole || (r >= 0 && r < rows && c + k * step < columns)) {
      Pack<count> pack;
#pragma unroll
      for (int e = 0; e < count; ++e) pack.value[e] = tile[(inTile + e) * stride + place.across + k * step];
      auto* to = reinterpret_cast<typename Word<count>::type*>(out + at + k * advance);
#if STREAM
      __stcs(to, pack.word);
#else
      *to = pack.word;
#endif
    }
  }
}

template <int count, int before, bool whole>
__device__ inline void moveTile(float* __restrict__ out, const float* __restrict__ in, float* tile, int row,
                                int column, int rows, int columns) {
  readTile<count, before, whole>(tile, in, row, column, rows, columns);
  __syncthreads();
  writeTile<count, before, whole>(out, tile, row, column, rows, columns);
}

__global__ void __launch_bounds__(THREADS)
    transpose(float* __restrict__ out, const float* __restrict__ in, int rows, int columns) {
  constexpr int before = ALIGN_STORES * sector;
  __shared__ float tile[(TILE_ROWS + before) * stride];
  // Blocks go down strips of GROUP columns of tiles: neighbours write to the same rows of the result, and read
  // GROUP tiles side by side.
  const int row = static_cast<int>(blockIdx.x / GROUP) * TILE_ROWS;
  const int column = static_cast<int>(blockIdx.y * GROUP + blockIdx.x % GROUP) * TILE_COLUMNS;
  if (column >= columns) return;
  const bool whole = row + TILE_ROWS <= rows && column + TILE_COLUMNS <= columns;
  // Comparisons cost little with four elements each. Fewer variants make a shorter program, which a small matrix
  // has to fetch for a handful of tiles.
  if (rows % wide == 0 && columns % wide == 0) {
    moveTile<wide, 0, false>(out, in, tile, row, column, rows, columns);
  } else if (whole && row >= before) {
    moveTile<1, before, true>(out, in, tile, row, column, rows, columns);
  } else {
    moveTile<1, before, false>(out, in, tile, row, column, rows, columns);
  }
}
