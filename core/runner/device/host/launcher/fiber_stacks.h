// SPDX-License-Identifier: GPL-3.0-or-later
// Stacks for fibers: each with an unmapped page below it, so that an overflow faults.
#pragma once

#include <sys/mman.h>

#include <boost/context/stack_context.hpp>
#include <boost/context/stack_traits.hpp>
#include <cstddef>
#include <new>

#include "runner/device/host/launcher/shadow.h"

namespace kw::host {

class FiberStacks {
 public:
  using traits_type = boost::context::stack_traits;
  // Sanitized code leaves room around each variable.
  static size_t stackBytes() { return size_t{shadow::exists() ? 1024u : 256u} << 10; }
  static constexpr size_t pageBytes = 4096;

  boost::context::stack_context allocate() {
    const size_t bytes = stackBytes();
    void* memory = ::mmap(nullptr, bytes + pageBytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    ::mprotect(memory, pageBytes, PROT_NONE);
    shadow::allowMarks(memory, bytes + pageBytes);
    // Tops at equal places in their pages would all fall into the same few sets of the cache.
    const size_t colour = m_made++ % 32 * 192;
    boost::context::stack_context context;
    context.size = bytes - colour;
    context.sp = static_cast<char*>(memory) + pageBytes + bytes - colour;
    return context;
  }
  // The process ends with its fibers, so no stack is ever given back.
  void deallocate(boost::context::stack_context&) noexcept {}

 private:
  size_t m_made = 0;
};

}  // namespace kw::host
