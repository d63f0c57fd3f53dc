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
  // Each CUDA thread gets copies of its own, since a kernel may change its parameters.
  template <size_t... I>
  static void call([[maybe_unused]] void* const* arguments, std::index_sequence<I...>) {
    do {
      kernel(*static_cast<std::remove_reference_t<Parameters>*>(arguments[I])...);
    } while (nextThread());
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
