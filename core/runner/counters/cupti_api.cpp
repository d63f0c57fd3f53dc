// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/counters/cupti_api.h"

#if KW_HAS_CUPTI

#include <string>

#include "runner/counters/refusals.h"
#include "runner/toolkit/library.h"
#include "runner/toolkit/toolkit.h"

namespace kw::counters {

namespace {

constexpr auto advice =
    "install a CUDA toolkit of version 12.6 or later, or run packaging/setup.sh, which fetches "
    "CUPTI as a Python wheel";

// CUPTI opens libraries of its own with RTLD_DEEPBIND, at which sanitizers end the program.
constexpr bool underSanitizer =
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    true;
#else
    false;
#endif
#else
    false;
#endif

std::string lookedIn() {
  std::string text;
  for (const std::string& place : toolkit().looked)
    text += (text.empty() ? "" : ", ") + place;
  return text;
}

Result<CuptiApi> loadCupti() {
  if (underSanitizer)
    return failMissing("CUPTI cannot be loaded into a program with a sanitizer",
                       "build without one");
  if (toolkit().cupti.empty())
    return failMissing(
        "CUPTI, which reads hardware counters, was not found; looked in " + lookedIn(), advice);
  KW_ASSIGN(const Library library, Library::load(toolkit().cupti.string()));
  CuptiApi api;
  std::string absent;
#define KW_LOAD(name) \
  if (!library.find(#name, api.name)) absent += std::string(" ") + #name;
  KW_CUPTI_FUNCTIONS(KW_LOAD)
#undef KW_LOAD
  if (!absent.empty())
    return failMissing(toolkit().cupti.string() + " is too old: it lacks" + absent, advice);
  return api;
}

}  // namespace

const Result<CuptiApi>& cupti() {
  static const Result<CuptiApi> loaded = loadCupti();
  return loaded;
}

Status check(CUptiResult result, const char* doing) {
  if (result == CUPTI_SUCCESS) return {};
  return fail(refusal(static_cast<int>(result), doing));
}

}  // namespace kw::counters

#endif
