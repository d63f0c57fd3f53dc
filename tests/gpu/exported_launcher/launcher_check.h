// SPDX-License-Identifier: GPL-3.0-or-later
// Calls an exported launcher and the source kernel on the same inputs, and compares what they
// wrote.
#pragma once

#include <cuda_bf16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

inline void must(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::printf("FAIL %s: %s\n", what, cudaGetErrorString(status));
  std::exit(1);
}

// Device memory of `count` elements, with a guard behind it that nobody may write to.
template <class Element>
class Buffer {
 public:
  explicit Buffer(int64_t elements) : count(static_cast<size_t>(elements)) {
    must(cudaMalloc(&first, bytes() + guard), "cudaMalloc");
    must(cudaMemset(first, poison, bytes() + guard), "cudaMemset");
  }
  ~Buffer() { cudaFree(first); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void set(const std::vector<Element>& values) {
    must(cudaMemcpy(first, values.data(), bytes(), cudaMemcpyHostToDevice), "to the device");
  }
  std::vector<Element> get() const {
    std::vector<Element> values(count);
    must(cudaMemcpy(values.data(), first, bytes(), cudaMemcpyDeviceToHost), "from the device");
    return values;
  }
  bool guardIsWhole() const {
    std::vector<unsigned char> behind(guard);
    must(cudaMemcpy(behind.data(), reinterpret_cast<unsigned char*>(first) + bytes(), guard,
                    cudaMemcpyDeviceToHost),
         "the guard");
    for (const unsigned char one : behind)
      if (one != poison) return false;
    return true;
  }
  size_t bytes() const { return count * sizeof(Element); }

  Element* first = nullptr;
  size_t count = 0;

 private:
  static constexpr size_t guard = 4096;
  static constexpr unsigned char poison = 0xff;  // a NaN in every type of float here
};

// The same values every time: a multiplicative hash of the index, in [low, high); with `whole`,
// integers.
template <class Element>
std::vector<Element> filled(int64_t count, float low, float high, bool whole = false) {
  std::vector<Element> values(static_cast<size_t>(count));
  for (size_t i = 0; i < values.size(); ++i) {
    const uint32_t mixed = (static_cast<uint32_t>(i) + 1u) * 2654435761u;
    const float value =
        low + (high - low) * static_cast<float>((mixed ^ mixed >> 15) >> 8) / 16777216.0f;
    values[i] = Element(whole ? std::floor(value) : value);
  }
  return values;
}

// |got - want| <= relative * |want| + rms * RMS(want), as the problem's tolerance says; both 0: bit
// for bit.
template <class Element>
bool alike(const std::vector<Element>& got, const std::vector<Element>& want, double relative,
           double rms) {
  if (got.size() != want.size()) return false;
  if (relative == 0 && rms == 0)
    return std::memcmp(got.data(), want.data(), got.size() * sizeof(Element)) == 0;
  double squares = 0;
  for (const Element& one : want)
    squares += static_cast<double>(float(one)) * float(one);
  const double slack = rms * std::sqrt(squares / static_cast<double>(want.size()));
  for (size_t i = 0; i < got.size(); ++i) {
    const double a = float(got[i]), b = float(want[i]);
    if (!(std::fabs(a - b) <= relative * std::fabs(b) + slack)) return false;
  }
  return true;
}

class Report {
 public:
  explicit Report(std::string kernel) : m_kernel(std::move(kernel)) {}
  void add(const std::string& sizes, const std::string& winner, bool same, bool guarded) {
    std::printf("%s %s %s: launched %s%s%s\n", same && guarded ? "ok  " : "FAIL", m_kernel.c_str(),
                sizes.c_str(), winner.c_str(), same ? "" : "; differs from the source kernel",
                guarded ? "" : "; wrote behind its output");
    if (!same || !guarded) m_status = 1;
  }
  int status() const { return m_status; }

 private:
  std::string m_kernel;
  int m_status = 0;
};
