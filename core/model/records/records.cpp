// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/records/records.h"

#include <array>

#include "base/files/hash.h"

namespace kw {

namespace {

struct NamedKind {
  VerdictKind kind;
  std::string_view name;
};

constexpr std::array<NamedKind, 8> verdictNames{{
    {VerdictKind::verified, "verified"},
    {VerdictKind::wrong, "wrong"},
    {VerdictKind::crashed, "crashed"},
    {VerdictKind::hung, "hung"},
    {VerdictKind::failedToCompile, "failed to compile"},
    {VerdictKind::exceedsLimits, "exceeds limits"},
    {VerdictKind::notApplicable, "not applicable"},
    {VerdictKind::couldNotJudge, "could not judge"},
}};

}  // namespace

std::string_view name(VerdictKind kind) {
  for (const NamedKind& entry : verdictNames)
    if (entry.kind == kind) return entry.name;
  return "could not judge";
}

std::optional<VerdictKind> verdictKind(std::string_view name) {
  for (const NamedKind& entry : verdictNames)
    if (entry.name == name) return entry.kind;
  return std::nullopt;
}

std::string_view name(Depth depth) {
  if (depth == Depth::quick) return "quick";
  return depth == Depth::full ? "full" : "thorough";
}

std::optional<Depth> depth(std::string_view name) {
  for (const Depth depth : {Depth::quick, Depth::full, Depth::thorough})
    if (kw::name(depth) == name) return depth;
  return std::nullopt;
}

std::string Candidate::label() const {
  if (!isTemplate) return "source";
  return configuration.empty() ? "template" : configuration.text();
}

std::string evaluationKey(const Candidate& candidate, const EvaluationContext& context) {
  const std::array<std::string, 10> fields{
      candidate.isTemplate ? "template" : "source",
      candidate.textHash,
      candidate.configuration.text(),
      context.sourceHash,
      context.problemHash,
      context.oracleHash,
      context.deviceModel,
      context.deviceArchitecture,
      context.compiler,
      context.protocol,
  };
  files::Sha256 hash;
  // Each field with its length before it, so that no two lists of fields give the same bytes.
  for (const std::string& field : fields) {
    hash.update(std::to_string(field.size()) + ":");
    hash.update(field);
  }
  return hash.finish();
}

}  // namespace kw
