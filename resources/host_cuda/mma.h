// SPDX-License-Identifier: GPL-3.0-or-later
// Tensor-core fragments (nvcuda::wmma) of half and bf16 for a CPU. Where an element of a fragment is held is CUDA's
// secret on a GPU, so any order is as good: here it is row by row, as many neighbours to each lane.
#pragma once

namespace nvcuda::wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int m, int n, int k>
struct FragmentShape;
template <int m, int n, int k>
struct FragmentShape<matrix_a, m, n, k> {
  static constexpr int rows = m, columns = k;
};
template <int m, int n, int k>
struct FragmentShape<matrix_b, m, n, k> {
  static constexpr int rows = k, columns = n;
};
template <int m, int n, int k>
struct FragmentShape<accumulator, m, n, k> {
  static constexpr int rows = m, columns = n;
};

template <class Use, int m, int n, int k, class T, class Layout = void>
struct fragment {
  static_assert(std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16> ||
                    std::is_same_v<T, float>,
                "of tensor-core fragments, the host device has half, bf16 and float");
  static_assert(m * n == 256 && k == 16 && (m == 8 || m == 16 || m == 32),
                "fragments are of 16 x 16 x 16, 32 x 8 x 16 or 8 x 32 x 16");
  using Shape = FragmentShape<Use, m, n, k>;
  static constexpr int num_elements = Shape::rows * Shape::columns / 32;
  T x[num_elements];

  static int rowOf(int element) { return placeOf(element) / Shape::columns; }
  static int columnOf(int element) { return placeOf(element) % Shape::columns; }

 private:
  static int placeOf(int element) {
    return static_cast<int>(kw_host::laneIndex()) * num_elements + element;
  }
};

template <class Use, int m, int n, int k, class T, class Layout, class Value>
inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& to, const Value& value) {
  for (T& element : to.x)
    element = static_cast<T>(value);
}

template <class Use, int m, int n, int k, class T, class Layout>
inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to, const T* from,
                             unsigned stride) {
  __syncwarp();
  for (int e = 0; e < to.num_elements; ++e) {
    const size_t row = to.rowOf(e), column = to.columnOf(e);
    to.x[e] = std::is_same_v<Layout, col_major> ? from[column * stride + row]
                                                : from[row * stride + column];
  }
}

template <int m, int n, int k, class T>
inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* from, unsigned stride,
                             layout_t layout) {
  __syncwarp();
  for (int e = 0; e < to.num_elements; ++e) {
    const size_t row = to.rowOf(e), column = to.columnOf(e);
    to.x[e] = layout == mem_col_major ? from[column * stride + row] : from[row * stride + column];
  }
}

template <int m, int n, int k, class T>
inline void store_matrix_sync(T* to, const fragment<accumulator, m, n, k, T>& from,
                              unsigned stride, layout_t layout) {
  for (int e = 0; e < from.num_elements; ++e) {
    const size_t row = from.rowOf(e), column = from.columnOf(e);
    to[layout == mem_col_major ? column * stride + row : row * stride + column] = from.x[e];
  }
  __syncwarp();
}

// All elements of a fragment, from the lanes that hold them.
template <class Fragment>
inline void gatherFragment(const Fragment& from, float* to) {
  constexpr int count = Fragment::num_elements, atOnce = 4;
  static_assert(sizeof(from.x[0]) == 2 && count % atOnce == 0);
  for (int e = 0; e < count; e += atOnce) {
    unsigned long long mine, all[32];
    __builtin_memcpy(&mine, from.x + e, sizeof mine);
    kwGather(0xffffffffu, mine, all);
    for (int lane = 0; lane < 32; ++lane) {
      std::remove_cv_t<std::remove_reference_t<decltype(from.x[0])>> four[atOnce];
      __builtin_memcpy(four, &all[lane], sizeof four);
      for (int i = 0; i < atOnce; ++i)
        to[lane * count + e + i] = kw_host::real(four[i]);
    }
  }
}

// d = a * b + c. Sums are made in float, in the order of k.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class Sum, class Addend>
inline void mma_sync(fragment<accumulator, m, n, k, Sum>& d,
                     const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                     const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                     const fragment<accumulator, m, n, k, Addend>& c, bool = false) {
  float left[m * k], right[k * n];
  gatherFragment(a, left);
  gatherFragment(b, right);
  for (int e = 0; e < d.num_elements; ++e) {
    float sum = static_cast<float>(c.x[e]);
    for (int along = 0; along < k; ++along)
      sum += left[d.rowOf(e) * k + along] * right[along * n + d.columnOf(e)];
    d.x[e] = static_cast<Sum>(sum);
  }
}

}  // namespace nvcuda::wmma
