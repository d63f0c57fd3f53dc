// SPDX-License-Identifier: GPL-3.0-or-later
// What code compiled with -fsanitize=bounds and its kin calls, with what it knows in structures of
// a fixed layout. Each report ends the process.
#include <cstdint>
#include <cstdio>

#include "runner/device/host/launcher/crash_report.h"
#include "runner/device/host/launcher/runtime.h"

using namespace kw::host;

namespace {

struct Location {
  const char* file;
  uint32_t line, column;
};
struct Type {
  uint16_t kind;  // 0: an integer
  uint16_t info;  // of an integer: bit 0: signed, above: log2 of its bits
  char name[1];   // quoted, longer
};
struct OutOfBounds {
  Location where;
  const Type* array;
  const Type* index;
};
struct Operands {
  Location where;
  const Type* left;
  const Type* right;
};
struct Division {
  Location where;
  const Type* type;
};
struct TypeMismatch {
  Location where;
  const Type* type;
  unsigned char logAlignment;
  unsigned char kind;  // 0: a read, 1: a write, above: a reference, a member, …
};
struct Unreachable {
  Location where;
};

// An integer of at most 64 bits, as it comes in a register.
long long numberIn(const Type& type, uintptr_t value) {
  const unsigned bits = 1u << (type.info >> 1);
  if (bits >= 64) return static_cast<long long>(value);
  const unsigned unused = 64 - bits;
  const uint64_t high = uint64_t{value} << unused;
  return (type.info & 1) != 0 ? static_cast<int64_t>(high) >> unused
                              : static_cast<int64_t>(high >> unused);
}

template <class... Values>
[[noreturn]] void report(const Location& where, const char* format, Values... values) {
  char what[320], message[512];
  std::snprintf(what, sizeof what, format, values...);
  std::snprintf(message, sizeof message, "at %s:%u: %s", where.file, where.line, what);
  reportAndEnd(message);
}

}  // namespace

// The compilers choose the names.
// NOLINTBEGIN(bugprone-reserved-identifier)
extern "C" {

KW_EXPORTED void __ubsan_handle_out_of_bounds_abort(const OutOfBounds* data, uintptr_t index) {
  report(data->where, "index %lld is outside of %s", numberIn(*data->index, index),
         data->array->name);
}
KW_EXPORTED void __ubsan_handle_shift_out_of_bounds_abort(const Operands* data, uintptr_t,
                                                          uintptr_t by) {
  report(data->where, "a value of type %s is shifted by %lld", data->left->name,
         numberIn(*data->right, by));
}
KW_EXPORTED void __ubsan_handle_divrem_overflow_abort(const Division* data, uintptr_t, uintptr_t) {
  report(data->where, "a value of type %s is divided by zero, or its least one by -1",
         data->type->name);
}
KW_EXPORTED void __ubsan_handle_type_mismatch_v1_abort(const TypeMismatch* data,
                                                       uintptr_t address) {
  report(data->where, "%s of type %s at an address that is no multiple of %u (it is %u more)",
         data->kind == 0   ? "a read"
         : data->kind == 1 ? "a write"
                           : "an access",
         data->type->name, 1u << data->logAlignment,
         static_cast<unsigned>(address % (1u << data->logAlignment)));
}
KW_EXPORTED void __ubsan_handle_builtin_unreachable(const Unreachable* data) {
  report(data->where, "what was assumed or declared unreachable comes to pass");
}
KW_EXPORTED void __ubsan_handle_missing_return(const Unreachable* data) {
  report(data->where, "a function that gives a value ends without one");
}
}
// NOLINTEND(bugprone-reserved-identifier)
