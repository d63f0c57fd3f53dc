// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for <utility> under NVRTC, which has std::move and std::forward built in.
#pragma once
#include <type_traits>
namespace std {
template <class T>
__host__ __device__ T&& declval() noexcept;
template <class A, class B>
struct pair {
  typedef A first_type;
  typedef B second_type;
  A first;
  B second;
};
template <class A, class B>
__host__ __device__ constexpr pair<A, B> make_pair(A a, B b) {
  return {a, b};
}
template <class T>
__host__ __device__ constexpr void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
template <class T, T... Values>
struct integer_sequence {
  static __host__ __device__ constexpr size_t size() { return sizeof...(Values); }
};
template <size_t... Values>
using index_sequence = integer_sequence<size_t, Values...>;
template <class T, bool Done, T Count, T... Values>
struct __kw_sequence : __kw_sequence<T, Count - 1 == 0, Count - 1, Count - 1, Values...> {};
template <class T, T Count, T... Values>
struct __kw_sequence<T, true, Count, Values...> {
  typedef integer_sequence<T, Values...> type;
};
template <class T, T Count>
using make_integer_sequence = typename __kw_sequence<T, Count == 0, Count>::type;
template <size_t Count>
using make_index_sequence = make_integer_sequence<size_t, Count>;
}  // namespace std
