// SPDX-License-Identifier: GPL-3.0-or-later
// Decoding takes most of the time that reading a large session takes, so every core helps.
#pragma once

#include <algorithm>
#include <future>
#include <iterator>
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
  using Records = Result<std::vector<Record>>;
  const auto decodeRange = [&](size_t begin, size_t end) -> Records {
    std::vector<Record> records;
    records.reserve(end - begin);
    for (size_t i = begin; i < end; ++i) {
      KW_ASSIGN(Record record, decode(stored[i]));
      records.push_back(std::move(record));
    }
    return records;
  };
  constexpr size_t leastForThread = 2000;
  const size_t threads = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, 8);
  const size_t parts = std::clamp<size_t>(stored.size() / leastForThread, 1, threads);
  std::vector<std::future<Records>> others;
  for (size_t part = 1; part < parts; ++part)
    others.push_back(std::async(std::launch::async, decodeRange, stored.size() * part / parts,
                                stored.size() * (part + 1) / parts));
  Records all = decodeRange(0, stored.size() / parts);
  for (auto& other : others) {
    Records more = other.get();
    if (!all) continue;
    if (!more) return Records(fail(std::move(more).error()));
    all->insert(all->end(), std::make_move_iterator(more->begin()),
                std::make_move_iterator(more->end()));
  }
  return all;
}

}  // namespace kw
