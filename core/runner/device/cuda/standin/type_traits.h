// SPDX-License-Identifier: GPL-3.0-or-later
// Stands in for <type_traits> under NVRTC: what kernels use. CCCL's <cuda/std/type_traits> has all
// of it, but costs a second of compile time.
#pragma once
namespace std {
typedef decltype(sizeof(0)) size_t;
template <class T, T Value>
struct integral_constant {
  static constexpr T value = Value;
  typedef T value_type;
  typedef integral_constant type;
  __host__ __device__ constexpr operator T() const { return Value; }
  __host__ __device__ constexpr T operator()() const { return Value; }
};
template <bool Value>
using bool_constant = integral_constant<bool, Value>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <bool Condition, class T = void>
struct enable_if {};
template <class T>
struct enable_if<true, T> {
  typedef T type;
};
template <bool Condition, class T = void>
using enable_if_t = typename enable_if<Condition, T>::type;
template <bool Condition, class A, class B>
struct conditional {
  typedef A type;
};
template <class A, class B>
struct conditional<false, A, B> {
  typedef B type;
};
template <bool Condition, class A, class B>
using conditional_t = typename conditional<Condition, A, B>::type;
template <class...>
using void_t = void;

template <class T>
struct remove_const {
  typedef T type;
};
template <class T>
struct remove_const<const T> {
  typedef T type;
};
template <class T>
struct remove_volatile {
  typedef T type;
};
template <class T>
struct remove_volatile<volatile T> {
  typedef T type;
};
template <class T>
struct remove_cv {
  typedef typename remove_const<typename remove_volatile<T>::type>::type type;
};
template <class T>
struct remove_reference {
  typedef T type;
};
template <class T>
struct remove_reference<T&> {
  typedef T type;
};
template <class T>
struct remove_reference<T&&> {
  typedef T type;
};
template <class T>
struct remove_pointer {
  typedef T type;
};
template <class T>
struct remove_pointer<T*> {
  typedef T type;
};
template <class T>
struct remove_extent {
  typedef T type;
};
template <class T, size_t N>
struct remove_extent<T[N]> {
  typedef T type;
};
template <class T>
using remove_const_t = typename remove_const<T>::type;
template <class T>
using remove_cv_t = typename remove_cv<T>::type;
template <class T>
using remove_reference_t = typename remove_reference<T>::type;
template <class T>
using remove_pointer_t = typename remove_pointer<T>::type;
template <class T>
using remove_cvref_t = remove_cv_t<remove_reference_t<T>>;
template <class T>
using decay_t = remove_cvref_t<T>;
template <class T>
struct decay {
  typedef decay_t<T> type;
};
template <class T>
struct type_identity {
  typedef T type;
};

template <class A, class B>
struct is_same : false_type {};
template <class T>
struct is_same<T, T> : true_type {};
template <class T>
struct is_const : false_type {};
template <class T>
struct is_const<const T> : true_type {};
template <class T>
struct is_pointer : false_type {};
template <class T>
struct is_pointer<T*> : true_type {};
template <class T>
struct is_reference : false_type {};
template <class T>
struct is_reference<T&> : true_type {};
template <class T>
struct is_reference<T&&> : true_type {};
template <class T>
struct is_void : is_same<void, remove_cv_t<T>> {};

template <class T, class... Others>
struct __kw_is_any : bool_constant<(is_same<T, Others>::value || ...)> {};
template <class T>
struct is_floating_point : __kw_is_any<remove_cv_t<T>, float, double, long double> {};
template <class T>
struct is_integral : __kw_is_any<remove_cv_t<T>, bool, char, signed char, unsigned char, wchar_t,
                                 char16_t, char32_t, short, unsigned short, int, unsigned, long,
                                 unsigned long, long long, unsigned long long> {};
template <class T>
struct is_arithmetic : bool_constant<is_integral<T>::value || is_floating_point<T>::value> {};
template <class T, bool = is_arithmetic<T>::value>
struct is_signed : false_type {};
template <class T>
struct is_signed<T, true> : bool_constant<(T(-1) < T(0))> {};
template <class T>
struct is_unsigned : bool_constant<is_arithmetic<T>::value && !is_signed<T>::value> {};
template <class T>
struct is_enum : bool_constant<__is_enum(T)> {};
template <class T>
struct is_class : bool_constant<__is_class(T)> {};
template <class T>
struct is_trivially_copyable : bool_constant<__is_trivially_copyable(T)> {};
template <class Base, class Derived>
struct is_base_of : bool_constant<__is_base_of(Base, Derived)> {};
template <class From, class To>
struct is_convertible : bool_constant<__is_convertible_to(From, To)> {};

template <class A, class B>
inline constexpr bool is_same_v = is_same<A, B>::value;
template <class T>
inline constexpr bool is_const_v = is_const<T>::value;
template <class T>
inline constexpr bool is_pointer_v = is_pointer<T>::value;
template <class T>
inline constexpr bool is_void_v = is_void<T>::value;
template <class T>
inline constexpr bool is_floating_point_v = is_floating_point<T>::value;
template <class T>
inline constexpr bool is_integral_v = is_integral<T>::value;
template <class T>
inline constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T>
inline constexpr bool is_signed_v = is_signed<T>::value;
template <class T>
inline constexpr bool is_unsigned_v = is_unsigned<T>::value;
template <class T>
inline constexpr bool is_trivially_copyable_v = is_trivially_copyable<T>::value;
template <class From, class To>
inline constexpr bool is_convertible_v = is_convertible<From, To>::value;

template <class T>
struct __kw_sign {
  typedef T with;
  typedef T without;
};
template <class With, class Without>
struct __kw_sign_pair {
  typedef With with;
  typedef Without without;
};
template <>
struct __kw_sign<signed char> : __kw_sign_pair<signed char, unsigned char> {};
template <>
struct __kw_sign<unsigned char> : __kw_sign_pair<signed char, unsigned char> {};
template <>
struct __kw_sign<short> : __kw_sign_pair<short, unsigned short> {};
template <>
struct __kw_sign<unsigned short> : __kw_sign_pair<short, unsigned short> {};
template <>
struct __kw_sign<int> : __kw_sign_pair<int, unsigned> {};
template <>
struct __kw_sign<unsigned> : __kw_sign_pair<int, unsigned> {};
template <>
struct __kw_sign<long> : __kw_sign_pair<long, unsigned long> {};
template <>
struct __kw_sign<unsigned long> : __kw_sign_pair<long, unsigned long> {};
template <>
struct __kw_sign<long long> : __kw_sign_pair<long long, unsigned long long> {};
template <>
struct __kw_sign<unsigned long long> : __kw_sign_pair<long long, unsigned long long> {};
template <class T>
using make_signed_t = typename __kw_sign<T>::with;
template <class T>
using make_unsigned_t = typename __kw_sign<T>::without;
template <class T>
struct make_signed {
  typedef make_signed_t<T> type;
};
template <class T>
struct make_unsigned {
  typedef make_unsigned_t<T> type;
};
template <class T>
struct is_pod : bool_constant<__is_pod(T)> {};
template <class T>
inline constexpr bool is_pod_v = __is_pod(T);
}  // namespace std
