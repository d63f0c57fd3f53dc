// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding takes most of the time that reading a large session takes, so every core helps.
#pragma once

#include <algorithm>
#include <future>
#include <thread>
#include <utility>
#include <vector>

#include "base/result/result.h"

namespace kw {

// `decode` for each of `stored`, in order, on several threads where there are many; the first
// failure is the result. `decode` must be callable from several threads at once.
template <class Stored, class Decode>
auto decodeInParallel(const std::vector<Stored>& stored, const Decode& decode) {
  using Record = typename decltype(decode(stored.front()))::value_type;
  std::vector<Record> records(stored.size());
  const auto decodeRange = [&](size_t begin, size_t end) -> Status {
    for (size_t i = begin; i < end; ++i) {
      KW_ASSIGN(records[i], decode(stored[i]));
    }
    return {};
  };
  constexpr size_t leastForThread = 2000;
  const size_t threads = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
  const size_t parts = std::clamp<size_t>(stored.size() / leastForThread, 1, threads);
  std::vector<std::future<Status>> others;
  for (size_t part = 1; part < parts; ++part)
    others.push_back(std::async(std::launch::async, decodeRange, stored.size() * part / parts,
                                stored.size() * (part + 1) / parts));
  Status status = decodeRange(0, stored.size() / parts);
  for (auto& other : others) {
    Status more = other.get();
    if (status) status = std::move(more);
  }
  Result<std::vector<Record>> all = std::move(records);
  if (!status) all = fail(std::move(status).error());
  return all;
}

}  // namespace kw
