// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure/null_kernels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runner/device/scalar_types.h"
#include "runner/verify/case_verifier.h"

namespace kw {

namespace {

constexpr int64_t mostElements = int64_t{1} << 22;

enum class Null { zeros, copy, mean };
constexpr std::array<std::pair<Null, const char*>, 3> nulls{
    {{Null::zeros, "writes zeros"},
     {Null::copy, "copies its input"},
     {Null::mean, "writes the mean of what is wanted"}}};

// Nothing is launched.
class NoModule : public Module {};

class NullRun {
 public:
  NullRun(Device& device, OpenCase& open, Null kind, std::stop_token stop)
      : m_device(device),
        m_open(open),
        m_data(open.data()),
        m_kind(kind),
        m_stop(std::move(stop)) {}

  // Nothing where it cannot be tried here.
  Result<std::optional<bool>> isAccepted() {
    if (m_data.outputElements() == 0) return std::optional<bool>();
    KW_TRY(m_data.makeScratch(Candidate{}));
    for (const CaseBuffer& buffer : m_data.buffers()) {
      if (!buffer.argument->isChecked() || buffer.layout.elements == 0) continue;
      if (m_kind == Null::zeros) {
        KW_TRY(m_device.set({buffer.buffer.id(), 0, buffer.layout.bytes}));
        continue;
      }
      if (buffer.layout.elements > mostElements) return std::optional<bool>();
      KW_ASSIGN(const auto values, valuesFor(buffer));
      if (!values) return std::optional<bool>();
      KW_TRY(m_device.upload(buffer.buffer.id(), 0, scattered(*values, buffer.layout, gapByte)));
    }
    NoModule none;
    const std::vector<BoundLaunch> launches;
    CaseVerifier verifier(none, m_data, launches, {.check = m_open.check(m_stop)});
    KW_ASSIGN(const bool accepted, verifier.accepts());
    return std::optional(accepted);
  }

 private:
  Result<std::optional<HostArray>> valuesFor(const CaseBuffer& output) {
    if (m_kind == Null::copy) return copied(output);
    KW_ASSIGN(const std::optional<double> mean, meanFor(output));
    if (!mean) return std::optional<HostArray>();
    HostArray array = HostArray::zeros(output.type(), output.layout.shape);
    const auto bits = scalar::encode(*mean, static_cast<int>(output.type()));
    for (int64_t index = 0; index < array.elements(); ++index)
      array.setBits(index, bits);
    return std::optional(std::move(array));
  }

  const CaseBuffer* firstInput() const {
    const auto& buffers = m_data.buffers();
    const auto found = std::ranges::find_if(buffers, [](const CaseBuffer& buffer) {
      const Role role = buffer.argument->role;
      const bool isSmall = buffer.layout.elements > 0 && buffer.layout.elements <= mostElements;
      return isSmall && (role == Role::input || role == Role::inout);
    });
    return found == buffers.end() ? nullptr : &*found;
  }

  // An argument that is changed in place stays as it was.
  Result<std::optional<HostArray>> copied(const CaseBuffer& output) {
    const bool isInOut = output.argument->role == Role::inout;
    if (isInOut) KW_TRY(m_device.copy(output.buffer.id(), output.pristine.id()));
    const CaseBuffer* const input = isInOut ? &output : firstInput();
    if (input == nullptr) return std::optional<HostArray>();
    KW_ASSIGN(const HostArray from, m_data.download(*input));
    HostArray array = HostArray::zeros(output.type(), output.layout.shape);
    const auto type = static_cast<int>(output.type());
    for (int64_t index = 0; index < array.elements(); ++index)
      array.setBits(index, scalar::encode(from.real(index % from.elements()), type));
    return std::optional(std::move(array));
  }

  // Of what is wanted. Of a single value that would be the answer itself.
  Result<std::optional<double>> meanFor(const CaseBuffer& output) {
    HostArray values;
    if (output.layout.elements < 2 || !output.want) return std::optional<double>();
    if (output.want->host) {
      values = *output.want->host;
    } else {
      const ElementType type = output.want->isDouble ? ElementType::float64 : output.type();
      values = HostArray::zeros(type, {output.layout.elements});
      KW_TRY(m_device.download(values.data, output.want->buffer.id(), 0));
    }
    double sum = 0;
    int64_t finite = 0;
    for (int64_t index = 0; index < values.elements(); ++index) {
      if (!std::isfinite(values.real(index))) continue;
      sum += values.real(index);
      ++finite;
    }
    return std::optional(finite == 0 ? 0 : sum / static_cast<double>(finite));
  }

  Device& m_device;
  OpenCase& m_open;
  CaseData& m_data;
  Null m_kind;
  std::stop_token m_stop;
};

}  // namespace

Result<std::vector<std::string>> acceptedNullKernels(Device& device, const OpenCases& cases,
                                                     bool keepScratch, std::stop_token stop) {
  std::vector<std::string> accepted;
  for (const auto& [kind, text] : nulls) {
    bool tried = false, refused = false;
    for (const auto& open : cases) {
      if (stop.stop_requested()) return failCancelled();
      KW_ASSIGN(const auto right, NullRun(device, *open, kind, stop).isAccepted());
      if (!keepScratch) open->data().dropScratch();
      tried = tried || right;
      refused = right && !*right;
      if (refused) break;
    }
    if (tried && !refused) accepted.emplace_back(text);
  }
  return accepted;
}

std::string nullKernelWarning(const std::string& kernel) {
  return "a kernel that " + kernel +
         " is right on all cases: unless that is what the problem asks for, its oracle or its "
         "tolerance cannot tell right from wrong";
}

}  // namespace kw
