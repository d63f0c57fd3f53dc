// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/strategy.h"

#include "client/search/random_order.h"

namespace kw {
namespace {

// Those that visit the space in an order known beforehand.
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
  using InOrder::InOrder;
  std::string_view name() const override { return "exhaustive"; }

 protected:
  size_t indexAt(size_t position) const override { return position; }
};

class Random final : public InOrder {
 public:
  Random(size_t count, uint64_t seed) : InOrder(count), m_order(count, seed) {}
  std::string_view name() const override { return "random"; }

 protected:
  size_t indexAt(size_t position) const override {
    return static_cast<size_t>(m_order.at(position));
  }

 private:
  RandomOrder m_order;
};

}  // namespace

std::vector<std::string> strategyNames() {
  return {"auto", "exhaustive", "random"};
}

std::string resolveStrategy(const std::string& name, size_t spaceSize,
                            std::optional<size_t> evaluations, bool limitedByTime) {
  if (name != "auto") return name;
  const bool coversSpace = !limitedByTime && (!evaluations || *evaluations >= spaceSize);
  return coversSpace ? "exhaustive" : "random";
}

Result<std::unique_ptr<Strategy>> makeStrategy(const std::string& name, const ValidSpace& space,
                                               uint64_t seed) {
  if (name == "exhaustive") return std::make_unique<Exhaustive>(space.size());
  if (name == "random" || name == "auto") return std::make_unique<Random>(space.size(), seed);
  const std::string near = nearest(name, strategyNames());
  return failInput(
      "there is no search strategy '" + name + "'", Place{},
      near.empty() ? "choose auto, exhaustive or random" : "did you mean " + near + "?");
}

}  // namespace kw
