// SPDX-License-Identifier: GPL-3.0-or-later
// What a function gives that can fail: a value, or an Error that says what was expected, what was
// found, where, and what to do next. Being cancelled is a kind of its own, neither success nor
// fault.
#pragma once

#if __has_include(<tl/expected.hpp>)
#include <tl/expected.hpp>
#else
#include <expected>
#endif
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kw {

#if __has_include(<tl/expected.hpp>)
template <class T, class E>
using Expected = tl::expected<T, E>;
template <class E>
using Unexpected = tl::unexpected<E>;
#else
template <class T, class E>
using Expected = std::expected<T, E>;
template <class E>
using Unexpected = std::unexpected<E>;
#endif

// What went wrong, in terms of what the user can do about it. Each has an exit status.
enum class ErrorKind {
  failed,     // the work itself failed (status 1)
  badInput,   // wrong usage or input (status 2)
  missing,    // no such device, or a needed part is not there (status 3)
  cancelled,  // somebody asked to stop (status 130)
};

// Where a fault stands in a text. Lines and columns count from 1; 0 means unknown. `column` counts
// bytes.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
  std::string keyPath;  // such as "arguments[2].type"

  bool empty() const { return file.empty() && line == 0 && keyPath.empty(); }
};

struct [[nodiscard]] Error {
  ErrorKind kind = ErrorKind::failed;
  std::string message;           // what was expected and what was found
  Place place;                   // where
  std::string advice;            // what to do next; may be empty
  std::vector<Error> further{};  // other faults of the same input, each of full worth

  // "file:line:column: key.path: message (advice)", one line for each fault, with over-long words
  // of the message shortened. The advice is whole: it may be a command to be copied.
  std::string text() const;
};

// "file:line:column: key.path", without what is unknown.
std::string describe(const Place& place);

template <class T>
class [[nodiscard]] Result : public Expected<T, Error> {
 public:
  using Expected<T, Error>::Expected;
};

using Status = Result<void>;

// Makes the failing side of a Result: `return fail("…")`.
Unexpected<Error> fail(std::string message, std::string advice = {});
Unexpected<Error> failInput(std::string message, Place place = {}, std::string advice = {});
Unexpected<Error> failMissing(std::string message, std::string advice = {});
Unexpected<Error> failCancelled();
Unexpected<Error> fail(Error error);

// Joins faults into one Error (the first carries the rest); `faults` must not be empty.
Error joined(std::vector<Error> faults);

// 0 is not among them: 1, 2, 3 or 130.
int exitStatus(ErrorKind kind);

// The candidate in `known` that is nearest to `word` by edit distance, or "" if none is near enough
// to be a likely misspelling (distance at most a third of the word's length, rounded up).
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace kw

// Leaves the current function with the error of a Result, or goes on.
#define KW_TRY(expression)                                                      \
  do {                                                                          \
    auto&& kwTried = (expression);                                              \
    if (!kwTried) return kw::Unexpected<kw::Error>(std::move(kwTried).error()); \
  } while (false)

#define KW_JOIN_(a, b) a##b
#define KW_JOIN(a, b) KW_JOIN_(a, b)
// KW_ASSIGN(auto text, readText(path)): leaves with the error, or declares `text`.
#define KW_ASSIGN(declaration, expression)                                            \
  auto KW_JOIN(kwResult, __LINE__) = (expression);                                    \
  if (!KW_JOIN(kwResult, __LINE__))                                                   \
    return kw::Unexpected<kw::Error>(std::move(KW_JOIN(kwResult, __LINE__)).error()); \
  declaration = std::move(KW_JOIN(kwResult, __LINE__)).value()
