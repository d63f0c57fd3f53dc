// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cpu_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "runner/device/plain_plans.h"

namespace kw::cpu {
namespace {

// Below this many elements a thread costs more than it saves.
constexpr int64_t elementsPerThread = int64_t{1} << 15;

// Calls work(first, last) for disjoint parts of 0 to count, in several threads where it pays.
template <class Work>
void inParallel(int64_t count, const Work& work) {
  // Asked once: it reads a file each time.
  static const int64_t processors = std::max(1U, std::thread::hardware_concurrency());
  const int64_t parts = std::clamp<int64_t>(count / elementsPerThread, 1, processors);
  const auto bound = [&](int64_t part) {
    return count / parts * part + std::min(part, count % parts);
  };
  std::vector<std::jthread> threads;
  for (int64_t part = 1; part < parts; ++part)
    threads.emplace_back([&, part] { work(bound(part), bound(part + 1)); });
  work(0, bound(1));
}

Status tooSmall(const char* what, int64_t needed, size_t held) {
  return fail(std::string(what) + " needs " + std::to_string(needed) +
              " bytes, but the memory holds " + std::to_string(held));
}

// Row-major indices and their positions in a strided buffer, one after the other without a division
// each.
class Walker {
 public:
  Walker(const BufferLayout& layout, int64_t index)
      : m_layout(layout), m_at(layout.shape.size()), m_position(positionOf(layout, index)) {
    for (size_t axis = m_at.size(); axis-- > 0;) {
      m_at[axis] = index % layout.shape[axis];
      index /= layout.shape[axis];
    }
  }
  int64_t position() const { return m_position; }
  void next() {
    if (m_layout.dense) {
      ++m_position;
      return;
    }
    for (size_t axis = m_at.size(); axis-- > 0;) {
      m_position += m_layout.strides[axis];
      if (++m_at[axis] < m_layout.shape[axis]) return;
      m_position -= m_layout.strides[axis] * m_at[axis];
      m_at[axis] = 0;
    }
  }

 private:
  const BufferLayout& m_layout;
  std::vector<int64_t> m_at;
  int64_t m_position;
};

void note(CompareResult& result, int64_t index, scalar::Bits bits,
          const comparison::Outcome& outcome) {
  result.worst = std::max(result.worst, outcome.distance);
  if (!outcome.different) return;
  ++result.different;
  if (result.first >= 0 && result.first < index) return;
  result.first = index;
  result.got = outcome.got;
  result.want = outcome.want;
  result.allowed = outcome.allowed;
  result.gotBits = bits;
}

void merge(CompareResult& into, const CompareResult& part) {
  const int64_t different = into.different + part.different;
  const double worst = std::max(into.worst, part.worst);
  if (part.first >= 0 && (into.first < 0 || part.first < into.first)) into = part;
  into.different = different;
  into.worst = worst;
}

Status checkSizes(const ComparePlan& plan, std::span<const std::byte> got,
                  std::span<const std::byte> want) {
  const auto size = static_cast<int64_t>(sizeOf(plan.type));
  const int64_t wantSize = plan.wantIsDouble ? 8 : size;
  if (static_cast<int64_t>(got.size()) < plan.layout.extent * size)
    return tooSmall("the output", plan.layout.extent * size, got.size());
  if (static_cast<int64_t>(want.size()) < plan.layout.elements * wantSize)
    return tooSmall("the wanted output", plan.layout.elements * wantSize, want.size());
  return {};
}

void noteError(ErrorReport& report, const comparison::Rule& rule, scalar::Bits got,
               scalar::Bits want) {
  bool comparable = true;
  const scalar::Bits apart = comparison::ulpsApart(rule, got, want, comparable);
  if (!comparable) {
    ++report.incomparable;
    return;
  }
  ++report.counts[static_cast<size_t>(comparison::ulpBucket(apart))];
  report.worst = std::max<uint64_t>(report.worst, apart);
}

void merge(ErrorReport& into, const ErrorReport& part) {
  for (size_t i = 0; i < part.counts.size(); ++i)
    into.counts[i] += part.counts[i];
  for (size_t i = 0; i < part.cells.size(); ++i)
    into.cells[i] += part.cells[i];
  into.incomparable += part.incomparable;
  into.worst = std::max(into.worst, part.worst);
}

CompareResult comparePart(const comparison::Rule& rule, const BufferLayout& layout, const void* got,
                          const void* want, int64_t first, int64_t last) {
  CompareResult result;
  const int wantType = rule.wantIsDouble ? scalar::float64 : rule.type;
  Walker walker(layout, first);
  for (int64_t index = first; index < last; ++index, walker.next()) {
    const scalar::Bits bits = scalar::loadBits(got, walker.position(), rule.type);
    note(result, index, bits,
         comparison::compare(rule, bits, scalar::loadBits(want, index, wantType)));
  }
  return result;
}

}  // namespace

Status fill(std::span<std::byte> to, const FillPlan& plan) {
  KW_ASSIGN(const generator::Plan plain, plainPlan(plan));
  const int64_t needed = plan.elements * static_cast<int64_t>(sizeOf(plan.type));
  if (static_cast<int64_t>(to.size()) < needed) return tooSmall("the fill", needed, to.size());
  inParallel(plan.elements, [&](int64_t first, int64_t last) {
    for (int64_t index = first; index < last; ++index)
      scalar::storeBits(to.data(), index, plain.type, generator::element(plain, index));
  });
  return {};
}

Result<CompareResult> compare(const ComparePlan& plan, std::span<const std::byte> got,
                              std::span<const std::byte> want) {
  KW_ASSIGN(const comparison::Rule rule, plainRule(plan));
  KW_TRY(checkSizes(plan, got, want));
  CompareResult result;
  std::mutex mutex;
  inParallel(plan.layout.elements, [&](int64_t first, int64_t last) {
    const CompareResult part = comparePart(rule, plan.layout, got.data(), want.data(), first, last);
    const std::scoped_lock lock(mutex);
    merge(result, part);
  });
  return result;
}

Result<ErrorReport> errors(const ErrorPlan& plan, std::span<const std::byte> got,
                           std::span<const std::byte> want) {
  const BufferLayout& layout = plan.compare.layout;
  KW_ASSIGN(const comparison::Rule rule, plainRule(plan.compare));
  KW_ASSIGN(const comparison::Cells cells, plainCells(plan));
  KW_TRY(checkSizes(plan.compare, got, want));
  ErrorReport report;
  report.cells.resize(static_cast<size_t>(cells.rows * cells.columns));
  const int wantType = rule.wantIsDouble ? scalar::float64 : rule.type;
  std::mutex mutex;
  inParallel(layout.elements, [&](int64_t first, int64_t last) {
    ErrorReport part;
    part.cells.resize(report.cells.size());
    Walker walker(layout, first);
    for (int64_t index = first; index < last; ++index, walker.next()) {
      const scalar::Bits bits = scalar::loadBits(got.data(), walker.position(), rule.type);
      const scalar::Bits wanted = scalar::loadBits(want.data(), index, wantType);
      noteError(part, rule, bits, wanted);
      if (comparison::compare(rule, bits, wanted).different)
        ++part.cells[static_cast<size_t>(comparison::cellOf(cells, index))];
    }
    const std::scoped_lock lock(mutex);
    merge(report, part);
  });
  return report;
}

uint64_t checksum(std::span<const std::byte> bytes) {
  const auto words = static_cast<int64_t>(bytes.size() / 8);
  uint64_t sum = 0;
  std::mutex mutex;
  const auto wordAt = [&](int64_t index, size_t size) {
    scalar::Bits word = 0;
    std::memcpy(&word, bytes.data() + index * 8, size);
    return generator::mixed(static_cast<scalar::Bits>(index), word);
  };
  inParallel(words, [&](int64_t first, int64_t last) {
    uint64_t part = 0;
    for (int64_t index = first; index < last; ++index)
      part += wordAt(index, 8);
    const std::scoped_lock lock(mutex);
    sum += part;
  });
  if (bytes.size() % 8 != 0) sum += wordAt(words, bytes.size() % 8);
  return sum;
}

double rms(const void* from, ElementType type, int64_t elements) {
  double sum = 0;
  int64_t finite = 0;
  std::mutex mutex;
  const int plainType = static_cast<int>(type);
  inParallel(elements, [&](int64_t first, int64_t last) {
    double part = 0;
    int64_t count = 0;
    for (int64_t index = first; index < last; ++index) {
      const double value = scalar::decode(scalar::loadBits(from, index, plainType), plainType);
      if (scalar::isNan(value) || scalar::isInfinite(value)) continue;
      part += value * value;
      ++count;
    }
    const std::scoped_lock lock(mutex);
    sum += part;
    finite += count;
  });
  return finite == 0 ? 0 : std::sqrt(sum / static_cast<double>(finite));
}

void setWords(std::span<std::byte> to, uint32_t pattern) {
  const auto words = static_cast<int64_t>(to.size() / 4);
  inParallel(words, [&](int64_t first, int64_t last) {
    for (int64_t index = first; index < last; ++index)
      std::memcpy(to.data() + index * 4, &pattern, 4);
  });
  std::memcpy(to.data() + words * 4, &pattern, to.size() % 4);
}

CanaryReport checkCanaries(std::span<const std::byte> before, std::span<const std::byte> after,
                           int64_t bytes) {
  const auto damaged = [](std::byte value) { return value != canaryByte; };
  const auto nearest = std::find_if(before.rbegin(), before.rend(), damaged);
  if (nearest != before.rend()) return {false, -1 - (nearest - before.rbegin())};
  const auto next = std::find_if(after.begin(), after.end(), damaged);
  if (next != after.end()) return {false, bytes + (next - after.begin())};
  return {};
}

}  // namespace kw::cpu
