// SPDX-License-Identifier: GPL-3.0-or-later
// The buffers of one case on a device: inputs with their pristine values, outputs, workspaces, and
// what the oracle says the outputs should hold.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result/result.h"
#include "runner/device/device.h"
#include "runner/oracle/case_inputs.h"
#include "runner/oracle/case_scope.h"
#include "runner/oracle/oracle_answer.h"
#include "runner/verify/owned_buffer.h"

namespace kw {

// Between the elements of strided inputs: NaN to every floating-point type.
inline constexpr std::byte gapByte{0xff};

// What an output should hold: dense, on the device for comparison there, or in our own memory for
// sets and top-k.
struct Want {
  OwnedBuffer buffer;
  std::optional<HostArray> host;
  bool isDouble = true;  // else of the output's type
  double rms = 0;        // RMS of its finite elements
  uint64_t checksum = 0;
  std::vector<std::byte> hidden;  // what `buffer` held; see hideAnswers()
};

struct CaseBuffer {
  const Argument* argument = nullptr;
  BufferLayout layout;
  OwnedBuffer buffer;  // the kernel's
  OwnedBuffer
      pristine;  // inout, and values that no 32-bit word repeats: what the buffer is restored from
  uint64_t checksum = 0;  // of an input, or of the pristine copy
  // Outputs and workspaces that the problem sets to a value before each launch.
  std::optional<uint32_t> initialWord;
  const Comparison* comparison = nullptr;  // outputs
  std::optional<Want> want;                // outputs, once the oracle was asked

  bool isPoisoned() const { return !initialWord && !pristine.exists() && isScratch(); }
  bool isScratch() const {
    return argument->role == Role::output || argument->role == Role::workspace;
  }
  ElementType type() const { return argument->type; }
};

class CaseData {
 public:
  // Works out layouts; takes no memory yet. `scope` and `device` outlive this.
  // What a kernel is given is guarded on that side, where the device has guards.
  static Result<std::unique_ptr<CaseData>> make(Device& device, const CaseScope& scope,
                                                Guard guard = Guard::none);

  const CaseScope& scope() const { return m_scope; }
  Device& device() const { return m_device; }
  std::vector<CaseBuffer>& buffers() { return m_buffers; }
  const std::vector<CaseBuffer>& buffers() const { return m_buffers; }
  const CaseBuffer* find(std::string_view argument) const;
  // Variables to set after a module was loaded.
  const std::vector<std::pair<std::string, std::vector<std::byte>>>& symbols() const {
    return m_symbols;
  }

  // Bytes on the device, canaries included: of inputs, pristine copies and wanted values; and of
  // outputs and workspaces. `nativeAnswers`: wanted values are kept in the outputs' own types.
  int64_t lastingBytes(bool nativeAnswers) const;
  int64_t scratchBytes() const;
  int64_t outputElements() const;

  // Allocates and fills inputs and pristine copies, and works out symbols.
  Status makeInputs(CaseInputs& inputs);
  // Outputs and workspaces: allocated if they are not there. A template may want workspaces of its
  // own sizes.
  Status makeScratch(const Candidate& candidate);
  void dropScratch();

  // What outputs should hold, from an oracle: in answerType.
  Status setAnswers(const Arrays& answers);
  // The same from what the outputs hold now (a trusted kernel has just run).
  Status takeAnswers();

  // Wanted values that lie on the device, taken into our own memory and back: a kernel that is
  // launched in between finds them nowhere. Nothing can be compared meanwhile.
  Status hideAnswers();
  Status showAnswers();
  int64_t answerBytes() const;  // on the device

  // Whether inputs, pristine copies and wanted values are as they were made.
  Result<bool> isIntact();

  // What an output holds, dense.
  Result<HostArray> download(const CaseBuffer& output) const;

 private:
  CaseData(Device& device, const CaseScope& scope, Guard guard)
      : m_device(device), m_scope(scope), m_guard(guard) {}
  Status addBuffer(const Argument& argument);
  Status makeInput(CaseBuffer& buffer, CaseInputs& inputs);
  Status makeInitial(CaseBuffer& buffer);
  Status uploadAnswer(CaseBuffer& output, const HostArray& answer);
  Status takeAnswer(CaseBuffer& output);

  Device& m_device;
  const CaseScope& m_scope;
  Guard m_guard;
  std::vector<CaseBuffer> m_buffers;
  std::vector<std::pair<std::string, std::vector<std::byte>>> m_symbols;
};

// Whether a comparison is made on the device; sets and top-k are compared in our own memory.
bool isComparedOnDevice(const Comparison& comparison);

}  // namespace kw
