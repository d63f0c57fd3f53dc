// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/verify/case_data.h"

#include <array>
#include <cstring>

#include "runner/device/cpu_kernels.h"

namespace kw {

namespace {

constexpr int64_t answerAlignment = 256;

int64_t withCanaries(int64_t bytes) {
  return bytes + 2 * canaryBytes;
}

// The 32-bit word whose repetition gives the element, if there is one.
std::optional<uint32_t> repeatedWord(const HostArray& element) {
  std::array<std::byte, 8> bytes{};
  for (size_t at = 0; at < bytes.size(); at += element.data.size()) {
    std::memcpy(bytes.data() + at, element.data.data(), element.data.size());
  }
  std::array<uint32_t, 2> words{};
  std::memcpy(words.data(), bytes.data(), sizeof words);
  if (words[0] != words[1]) return std::nullopt;
  return words[0];
}

// The names of outputs whose content is judged together with a top-k's values.
bool isTopKIndices(const CaseScope& scope, const std::string& output) {
  for (const Argument& argument : scope.problem().arguments) {
    if (!argument.isChecked()) continue;
    const Comparison& comparison = scope.comparison(argument);
    if (comparison.kind == Comparison::Kind::topK && comparison.indices == output) return true;
  }
  return false;
}

}  // namespace

bool isComparedOnDevice(const Comparison& comparison) {
  return comparison.kind != Comparison::Kind::set && comparison.kind != Comparison::Kind::topK;
}

Result<std::unique_ptr<CaseData>> CaseData::make(Device& device, const CaseScope& scope,
                                                 Guard guard) {
  std::unique_ptr<CaseData> data(new CaseData(device, scope, guard));
  for (const Argument& argument : scope.problem().arguments) {
    if (argument.isBuffer()) KW_TRY(data->addBuffer(argument));
  }
  return data;
}

Status CaseData::addBuffer(const Argument& argument) {
  CaseBuffer buffer;
  buffer.argument = &argument;
  KW_ASSIGN(buffer.layout, m_scope.layout(argument));
  if (argument.isChecked() && !isTopKIndices(m_scope, argument.name)) {
    buffer.comparison = &m_scope.comparison(argument);
  }
  if (argument.initial && buffer.isScratch()) {
    KW_ASSIGN(const HostArray element,
              elementOf(*argument.initial, argument.type, m_scope.lookup()));
    buffer.initialWord = repeatedWord(element);
    if (!buffer.initialWord && argument.initialIsTimed) {
      return failInput("argument " + argument.name + ": setting it to " + argument.initial->text() +
                           " cannot be timed, since no 32-bit word repeats to it",
                       {}, "leave \"initial_timed\" out, or choose 0");
    }
  }
  m_buffers.push_back(std::move(buffer));
  return {};
}

const CaseBuffer* CaseData::find(std::string_view argument) const {
  for (const CaseBuffer& buffer : m_buffers) {
    if (buffer.argument->name == argument) return &buffer;
  }
  return nullptr;
}

int64_t CaseData::lastingBytes(bool nativeAnswers) const {
  int64_t bytes = 0;
  for (const CaseBuffer& buffer : m_buffers) {
    const Role role = buffer.argument->role;
    if (role == Role::input || role == Role::inout) bytes += withCanaries(buffer.layout.bytes);
    const bool isCopied = role == Role::inout || (buffer.argument->initial && !buffer.initialWord);
    if (isCopied) bytes += withCanaries(buffer.layout.bytes);
    if (buffer.comparison == nullptr || !isComparedOnDevice(*buffer.comparison)) continue;
    const ElementType type = nativeAnswers ? buffer.type() : answerType(buffer.type());
    bytes += withCanaries(buffer.layout.elements * static_cast<int64_t>(sizeOf(type)));
  }
  return bytes;
}

int64_t CaseData::scratchBytes() const {
  int64_t bytes = 0;
  for (const CaseBuffer& buffer : m_buffers) {
    if (buffer.isScratch()) bytes += withCanaries(buffer.layout.bytes);
  }
  return bytes;
}

int64_t CaseData::outputElements() const {
  int64_t elements = 0;
  for (const CaseBuffer& buffer : m_buffers) {
    if (buffer.argument->isChecked()) elements += buffer.layout.elements;
  }
  return elements;
}

Status CaseData::makeInputs(CaseInputs& inputs) {
  for (CaseBuffer& buffer : m_buffers) {
    const Role role = buffer.argument->role;
    if (role == Role::input || role == Role::inout) KW_TRY(makeInput(buffer, inputs));
    if (buffer.isScratch() && buffer.argument->initial && !buffer.initialWord) {
      KW_TRY(makeInitial(buffer));
    }
  }
  m_symbols.clear();
  for (const Symbol& symbol : m_scope.problem().symbols) {
    KW_ASSIGN(const Filled filled, inputs.filled(symbol));
    KW_ASSIGN(HostArray values, inputs.values(filled));
    m_symbols.emplace_back(symbol.name, std::move(values.data));
  }
  return {};
}

Status CaseData::makeInput(CaseBuffer& buffer, CaseInputs& inputs) {
  const int64_t bytes = buffer.layout.bytes;
  const int64_t alignment = buffer.argument->alignment;
  if (!buffer.buffer.exists()) {
    KW_ASSIGN(buffer.buffer, OwnedBuffer::allocate(m_device, bytes, alignment, m_guard));
  }
  KW_ASSIGN(const Filled filled, inputs.filled(*buffer.argument));
  KW_ASSIGN(const auto plan, inputs.plan(filled));
  if (buffer.layout.elements > 0 && plan && buffer.layout.dense) {
    KW_TRY(m_device.fill(buffer.buffer.id(), *plan));
  } else if (bytes > 0) {
    KW_ASSIGN(const HostArray values, inputs.values(filled));
    KW_TRY(m_device.upload(buffer.buffer.id(), 0, scattered(values, buffer.layout, gapByte)));
  }
  KW_ASSIGN(buffer.checksum, m_device.checksum(buffer.buffer.id(), bytes));
  if (buffer.argument->role != Role::inout) return {};
  if (!buffer.pristine.exists()) {
    KW_ASSIGN(buffer.pristine, OwnedBuffer::allocate(m_device, bytes, alignment));
  }
  return m_device.copy(buffer.pristine.id(), buffer.buffer.id());
}

Status CaseData::makeInitial(CaseBuffer& buffer) {
  if (!buffer.pristine.exists()) {
    KW_ASSIGN(buffer.pristine,
              OwnedBuffer::allocate(m_device, buffer.layout.bytes, buffer.argument->alignment));
  }
  KW_ASSIGN(const HostArray element,
            elementOf(*buffer.argument->initial, buffer.type(), m_scope.lookup()));
  FillPlan plan;
  plan.kind = Fill::Kind::constant;
  plan.type = buffer.type();
  plan.elements = buffer.layout.extent;
  plan.low = plan.high = element.real(0);
  plan.lowInteger = plan.highInteger =
      isFloatingPoint(buffer.type()) ? 0 : static_cast<int64_t>(element.bits(0));
  if (plan.elements > 0) KW_TRY(m_device.fill(buffer.pristine.id(), plan));
  KW_ASSIGN(buffer.checksum, m_device.checksum(buffer.pristine.id(), buffer.layout.bytes));
  return {};
}

Status CaseData::makeScratch(const Candidate& candidate) {
  const expression::Lookup lookup = m_scope.lookupWith(candidate.configuration);
  for (CaseBuffer& buffer : m_buffers) {
    if (!buffer.isScratch()) continue;
    if (buffer.argument->role == Role::workspace) {
      const Argument own = argumentFor(m_scope.problem(), *buffer.argument, candidate.isTemplate);
      KW_ASSIGN(buffer.layout, layoutOf(own, lookup));
    }
    if (buffer.buffer.exists() && buffer.buffer.bytes() == buffer.layout.bytes) continue;
    buffer.buffer = OwnedBuffer();
    KW_ASSIGN(buffer.buffer, OwnedBuffer::allocate(m_device, buffer.layout.bytes,
                                                   buffer.argument->alignment, m_guard));
  }
  return {};
}

void CaseData::dropScratch() {
  for (CaseBuffer& buffer : m_buffers) {
    if (buffer.isScratch()) buffer.buffer = OwnedBuffer();
  }
}

Status CaseData::setAnswers(const Arrays& answers) {
  for (CaseBuffer& output : m_buffers) {
    const auto answer = answers.find(output.argument->name);
    if (output.comparison == nullptr || answer == answers.end()) continue;
    KW_TRY(uploadAnswer(output, answer->second));
  }
  return {};
}

Status CaseData::uploadAnswer(CaseBuffer& output, const HostArray& answer) {
  Want want;
  want.isDouble = answer.type == ElementType::float64;
  want.rms = cpu::rms(answer.data.data(), answer.type, answer.elements());
  if (!isComparedOnDevice(*output.comparison)) {
    want.host = answer;
  } else {
    const int64_t bytes = static_cast<int64_t>(answer.data.size());
    KW_ASSIGN(want.buffer, OwnedBuffer::allocate(m_device, bytes, answerAlignment));
    if (bytes > 0) KW_TRY(m_device.upload(want.buffer.id(), 0, answer.data));
    KW_ASSIGN(want.checksum, m_device.checksum(want.buffer.id(), bytes));
  }
  output.want = std::move(want);
  return {};
}

Status CaseData::takeAnswers() {
  for (CaseBuffer& output : m_buffers) {
    if (output.comparison != nullptr) KW_TRY(takeAnswer(output));
  }
  return {};
}

Status CaseData::takeAnswer(CaseBuffer& output) {
  if (!isComparedOnDevice(*output.comparison) || !output.layout.dense) {
    KW_ASSIGN(const HostArray held, download(output));
    return uploadAnswer(output, held);
  }
  Want want;
  want.isDouble = output.type() == ElementType::float64;
  KW_ASSIGN(want.buffer,
            OwnedBuffer::allocate(m_device, output.layout.bytes, output.argument->alignment));
  KW_TRY(m_device.copy(want.buffer.id(), output.buffer.id()));
  KW_ASSIGN(want.rms, m_device.rms(want.buffer.id(), output.type(), output.layout.elements));
  KW_ASSIGN(want.checksum, m_device.checksum(want.buffer.id(), output.layout.bytes));
  output.want = std::move(want);
  return {};
}

int64_t CaseData::answerBytes() const {
  int64_t bytes = 0;
  for (const CaseBuffer& buffer : m_buffers)
    if (buffer.want && buffer.want->buffer.exists()) bytes += buffer.want->buffer.bytes();
  return bytes;
}

Status CaseData::hideAnswers() {
  for (CaseBuffer& output : m_buffers) {
    if (!output.want || !output.want->buffer.exists()) continue;
    Want& want = *output.want;
    want.hidden.resize(static_cast<size_t>(want.buffer.bytes()));
    if (want.hidden.empty()) continue;
    KW_TRY(m_device.download(want.hidden, want.buffer.id(), 0));
    // What is released may stay mapped, with all that it held.
    KW_TRY(m_device.set({want.buffer.id(), 0, want.buffer.bytes()}));
    want.buffer = {};
  }
  return {};
}

Status CaseData::showAnswers() {
  for (CaseBuffer& output : m_buffers) {
    if (!output.want || output.want->hidden.empty()) continue;
    Want& want = *output.want;
    KW_ASSIGN(want.buffer,
              OwnedBuffer::allocate(m_device, static_cast<int64_t>(want.hidden.size()),
                                    std::max(answerAlignment, output.argument->alignment)));
    KW_TRY(m_device.upload(want.buffer.id(), 0, want.hidden));
    want.hidden = {};
  }
  return {};
}

Result<bool> CaseData::isIntact() {
  for (const CaseBuffer& buffer : m_buffers) {
    const bool isInput = buffer.argument->role == Role::input;
    const OwnedBuffer& kept = isInput ? buffer.buffer : buffer.pristine;
    if (kept.exists()) {
      KW_ASSIGN(const uint64_t checksum, m_device.checksum(kept.id(), buffer.layout.bytes));
      if (checksum != buffer.checksum) return false;
    }
    if (!buffer.want || !buffer.want->buffer.exists()) continue;
    KW_ASSIGN(const uint64_t checksum,
              m_device.checksum(buffer.want->buffer.id(), buffer.want->buffer.bytes()));
    if (checksum != buffer.want->checksum) return false;
  }
  return true;
}

Result<HostArray> CaseData::download(const CaseBuffer& output) const {
  std::vector<std::byte> bytes(static_cast<size_t>(output.layout.bytes));
  if (!bytes.empty()) KW_TRY(m_device.download(bytes, output.buffer.id(), 0));
  if (output.layout.dense) return HostArray{output.type(), output.layout.shape, std::move(bytes)};
  return gathered(bytes, output.type(), output.layout);
}

}  // namespace kw
