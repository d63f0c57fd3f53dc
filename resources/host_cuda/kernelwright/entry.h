// SPDX-License-Identifier: GPL-3.0-or-later
// How the launcher enters a kernel: a function that takes its arguments as an array of pointers.
#pragma once

#include <utility>

namespace kw_host {

template <auto kernel>
struct Entry;

template <class... Parameters, void (*kernel)(Parameters...)>
struct Entry<kernel> {
  static constexpr size_t count = sizeof...(Parameters);
  static constexpr size_t sizes[sizeof...(Parameters) + 1] = {sizeof(Parameters)..., 0};

  static void run(void* const* arguments) {
    call(arguments, std::index_sequence_for<Parameters...>{});
  }

 private:
  // All threads of a block in order, from the running one on, with the index in a register: or,
  // once they are out of order, whichever the launcher says. Each gets arguments of its own, since
  // a kernel may change them.
  template <size_t... I>
  static void call([[maybe_unused]] void* const* arguments, std::index_sequence<I...>) {
    for (;;) {
      unsigned x = threadIdx.x;
      for (;;) {
        kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])...);
        if (__builtin_expect(kwThread.outOfOrder, 0)) break;
        if (++x == blockDim.x) break;
        threadIdx.x = x;
      }
      if (__builtin_expect(kwThread.outOfOrder, 0) ? kwThreadEnded() == 0 : !nextRow()) return;
    }
  }

  static bool nextRow() {
    const unsigned y = threadIdx.y + 1 == blockDim.y ? 0 : threadIdx.y + 1;
    if (y == 0 && threadIdx.z + 1 == blockDim.z) return false;
    threadIdx.z += y == 0;
    threadIdx.y = y;
    threadIdx.x = 0;
    return true;
  }
};

template <auto kernel>
constexpr KwKernel describe(const char* name) {
  return {name, &Entry<kernel>::run, Entry<kernel>::count, Entry<kernel>::sizes};
}

template <class T>
KwSymbol symbol(const char* name, T& variable) {
  return {name, const_cast<void*>(static_cast<const volatile void*>(&variable)), sizeof(T)};
}

}  // namespace kw_host
