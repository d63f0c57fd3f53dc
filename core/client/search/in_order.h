// SPDX-License-Identifier: GPL-3.0-or-later
// The strategies that visit the space in an order known beforehand, and learn nothing.
#pragma once

#include <cstdint>

#include "client/search/random_order.h"
#include "client/search/strategy.h"
#include "model/space/valid_space.h"

namespace kw {

class InOrder : public Strategy {
 public:
  explicit InOrder(size_t count) : m_count(count) {}

  std::optional<size_t> ask() override {
    if (m_asked == m_count) return std::nullopt;
    return indexAt(m_asked++);
  }
  void tell(const Observation&) override {}
  bool exhausted() const override { return m_asked == m_count; }
  size_t window() const override { return unlimited; }

 protected:
  virtual size_t indexAt(size_t position) const = 0;

 private:
  size_t m_count;
  size_t m_asked = 0;
};

class Exhaustive final : public InOrder {
 public:
  Exhaustive(const ValidSpace& space, uint64_t) : InOrder(space.size()) {}
  std::string_view name() const override { return "exhaustive"; }

 protected:
  size_t indexAt(size_t position) const override { return position; }
};

class RandomSearch final : public InOrder {
 public:
  RandomSearch(const ValidSpace& space, uint64_t seed)
      : InOrder(space.size()), m_order(space.size(), seed) {}
  std::string_view name() const override { return "random"; }

 protected:
  size_t indexAt(size_t position) const override {
    return static_cast<size_t>(m_order.at(position));
  }

 private:
  RandomOrder m_order;
};

}  // namespace kw
