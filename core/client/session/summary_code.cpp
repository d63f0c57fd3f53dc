// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/summary_code.h"

#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace kw {
namespace {

constexpr int bitsInByte = 7, continues = 0x80, mostShift = 63;

class Encoder {
 public:
  void whole(uint64_t value) {
    for (; value >= continues; value >>= bitsInByte)
      m_bytes += static_cast<char>((value & (continues - 1)) | continues);
    m_bytes += static_cast<char>(value);
  }
  // One function for each kind of field, under one name, so that visit() serves both directions.
  void field(int64_t value) {
    whole((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> mostShift));
  }
  void field(int value) { field(int64_t{value}); }
  void field(bool value) { m_bytes += static_cast<char>(value); }
  void field(double value) {
    const auto bits = std::bit_cast<uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8)
      m_bytes += static_cast<char>(bits >> shift);
  }
  void field(const std::string& text) {
    whole(text.size());
    m_bytes += text;
  }
  void field(VerdictKind kind) { field(static_cast<int>(kind)); }
  void field(const ParameterValue& value) {
    whole(value.index());
    std::visit([this](const auto& held) { field(held); }, value);
  }
  std::string take() { return std::move(m_bytes); }

 private:
  std::string m_bytes;
};

// Reads zeros once something was wrong; then ok() is false.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : m_bytes(bytes) {}

  bool ok() const { return m_ok; }
  bool atEnd() const { return m_at == m_bytes.size(); }

  uint64_t whole() {
    uint64_t value = 0;
    for (int shift = 0; shift <= mostShift; shift += bitsInByte) {
      const unsigned char byte = next();
      value |= static_cast<uint64_t>(byte & (continues - 1)) << shift;
      if (byte < continues) return value;
    }
    m_ok = false;
    return 0;
  }
  // How many elements follow, each of at least one byte.
  size_t count() {
    const uint64_t value = whole();
    if (value > m_bytes.size() - m_at) m_ok = false;
    return m_ok ? static_cast<size_t>(value) : 0;
  }
  void field(int64_t& value) {
    const uint64_t coded = whole();
    value = static_cast<int64_t>(coded >> 1) ^ -static_cast<int64_t>(coded & 1);
  }
  void field(int& value) {
    int64_t wide = 0;
    field(wide);
    value = static_cast<int>(wide);
    m_ok = m_ok && value == wide;
  }
  void field(bool& value) {
    const unsigned char byte = next();
    m_ok = m_ok && byte <= 1;
    value = byte == 1;
  }
  void field(double& value) {
    uint64_t bits = 0;
    for (int shift = 0; shift < 64; shift += 8)
      bits |= static_cast<uint64_t>(next()) << shift;
    value = std::bit_cast<double>(bits);
  }
  void field(std::string& text) {
    const size_t size = count();
    text.assign(m_bytes.substr(m_at, size));
    m_at += size;
  }
  void field(VerdictKind& kind) {
    int value = 0;
    field(value);
    m_ok = m_ok && value >= 0 && value <= static_cast<int>(VerdictKind::couldNotJudge);
    kind = static_cast<VerdictKind>(value);
  }
  void field(ParameterValue& value) {
    switch (whole()) {
      case 0:
        return field(value.emplace<0>());
      case 1:
        return field(value.emplace<1>());
      case 2:
        return field(value.emplace<2>());
      case 3:
        return field(value.emplace<3>());
      default:
        m_ok = false;
    }
  }

 private:
  unsigned char next() {
    if (m_at < m_bytes.size()) return static_cast<unsigned char>(m_bytes[m_at++]);
    m_ok = false;
    return 0;
  }

  std::string_view m_bytes;
  size_t m_at = 0;
  bool m_ok = true;
};

static_assert(std::variant_size_v<ParameterValue> == 4);

// The fields of each record stand here once, for writing and for reading.
template <class Coder, class Texts>
void visitTexts(Coder& coder, Texts& texts) {
  for (auto& text : texts)
    coder.field(text);
}

template <class Coder, class Case>
void visitCase(Coder& coder, Case& one) {
  coder.field(one.caseName);
  coder.field(one.median);
  coder.field(one.low);
  coder.field(one.high);
  coder.field(one.warm);
}

template <class Coder, class Found>
void visitDifference(Coder& coder, Found& difference) {
  coder.field(difference.caseName);
  coder.field(difference.argument);
  coder.field(difference.what);
  for (auto& place : difference.index)
    coder.field(place);
  coder.field(difference.got);
  coder.field(difference.want);
  coder.field(difference.allowed);
  coder.field(difference.count);
  coder.field(difference.elements);
}

template <class Coder, class Judged>
void visitVerdict(Coder& coder, Judged& verdict) {
  coder.field(verdict.kind);
  coder.field(verdict.verifiedCases);
  coder.field(verdict.allCases);
  coder.field(verdict.message);
  visitTexts(coder, verdict.notApplicableTo);
  if (verdict.difference) visitDifference(coder, *verdict.difference);
}

template <class Coder, class Summary>
void visitSummary(Coder& coder, Summary& summary) {
  coder.field(summary.key);
  coder.field(summary.candidate.isTemplate);
  coder.field(summary.candidate.textHash);
  coder.field(summary.deviceId);
  coder.field(summary.deviceModel);
  coder.field(summary.protocol);
  coder.field(summary.geomean);
  coder.field(summary.started);
  coder.field(summary.registers);
  coder.field(summary.spills);
  coder.field(summary.staticShared);
  coder.field(summary.occupancy);
  visitVerdict(coder, summary.verdict);
  for (auto& one : summary.cases)
    visitCase(coder, one);
}

using Values = std::vector<std::pair<std::string, ParameterValue>>;

}  // namespace

// The lengths of all lists come first.
std::string encodeSummary(const EvaluationSummary& summary) {
  Encoder encoder;
  encoder.whole(summaryVersion);
  encoder.whole(summary.cases.size());
  encoder.whole(summary.verdict.notApplicableTo.size());
  const auto& difference = summary.verdict.difference;
  encoder.field(difference.has_value());
  encoder.whole(difference ? difference->index.size() : 0);
  encoder.whole(summary.candidate.configuration.values().size());
  for (const auto& [name, value] : summary.candidate.configuration.values()) {
    encoder.field(name);
    encoder.field(value);
  }
  visitSummary(encoder, summary);
  return encoder.take();
}

std::optional<EvaluationSummary> decodeSummary(std::string_view bytes) {
  Decoder decoder(bytes);
  if (decoder.whole() != summaryVersion) return std::nullopt;
  EvaluationSummary summary;
  summary.cases.resize(decoder.count());
  summary.verdict.notApplicableTo.resize(decoder.count());
  bool differs = false;
  decoder.field(differs);
  const size_t places = decoder.count();
  if (differs) summary.verdict.difference.emplace().index.resize(places);
  Values values(decoder.count());
  for (auto& [name, value] : values) {
    decoder.field(name);
    decoder.field(value);
  }
  summary.candidate.configuration = Configuration(std::move(values));
  visitSummary(decoder, summary);
  if (!decoder.ok() || !decoder.atEnd()) return std::nullopt;
  return summary;
}

}  // namespace kw
