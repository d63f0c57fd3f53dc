// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/proposal/round.h"

#include <array>
#include <cstdio>
#include <utility>

#include "base/json/reader.h"

namespace kw {

namespace {

template <class Kind>
struct Named {
  Kind kind;
  std::string_view text;
};

constexpr std::array roles{
    Named<CallRole>{CallRole::analysis, "analysis"},
    Named<CallRole>{CallRole::planning, "planning"},
    Named<CallRole>{CallRole::templating, "templating"},
    Named<CallRole>{CallRole::testing, "testing"},
};

constexpr std::array decisions{
    Named<ReviewDecision>{ReviewDecision::waiting, "waiting"},
    Named<ReviewDecision>{ReviewDecision::accepted, "accepted"},
    Named<ReviewDecision>{ReviewDecision::edited, "edited"},
    Named<ReviewDecision>{ReviewDecision::rejected, "rejected"},
};

constexpr std::array endings{
    Named<RoundEnding>{RoundEnding::open, "open"},
    Named<RoundEnding>{RoundEnding::gained, "gained"},
    Named<RoundEnding>{RoundEnding::level, "level"},
    Named<RoundEnding>{RoundEnding::lost, "lost"},
    Named<RoundEnding>{RoundEnding::unfit, "unfit"},
    Named<RoundEnding>{RoundEnding::rejected, "rejected"},
    Named<RoundEnding>{RoundEnding::cancelled, "cancelled"},
};

template <class Names, class Kind>
std::string_view textOf(const Names& names, Kind kind) {
  for (const auto& one : names)
    if (one.kind == kind) return one.text;
  return {};
}

template <class Kind, class Names>
std::optional<Kind> kindOf(const Names& names, std::string_view text) {
  for (const auto& one : names)
    if (one.text == text) return one.kind;
  return std::nullopt;
}

std::string ratio(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

json::Value callJson(const ProposalCall& call) {
  return json::Value::object({
      {"role", name(call.role)},
      {"prompt", call.prompt},
      {"prompt_hash", call.promptHash},
      {"model", call.model},
      {"reply", call.reply},
      {"fault", call.fault},
      {"remark", call.remark},
      {"input_tokens", call.inputTokens},
      {"output_tokens", call.outputTokens},
      {"money", call.money},
      {"milliseconds", call.milliseconds},
  });
}

ProposalCall readCall(const json::Value& value, const std::string& path, json::Faults& faults) {
  json::ObjectReader reader(value, path, faults);
  ProposalCall call;
  const std::string role = reader.optionalString("role", "templating");
  if (!callRole(role)) reader.fault("role", "\"" + role + "\" is no role");
  call.role = callRole(role).value_or(CallRole::templating);
  call.prompt = reader.optionalString("prompt");
  call.promptHash = reader.optionalString("prompt_hash");
  call.model = reader.optionalString("model");
  call.reply = reader.optionalString("reply");
  call.fault = reader.optionalString("fault");
  call.remark = reader.optionalString("remark");
  call.inputTokens = reader.optionalInteger("input_tokens", 0, 0);
  call.outputTokens = reader.optionalInteger("output_tokens", 0, 0);
  call.money = reader.optionalReal("money", 0);
  call.milliseconds = reader.optionalReal("milliseconds", 0);
  return call;
}

void readMeasured(json::ObjectReader& reader, Round& round) {
  round.bestBefore = reader.optionalReal("best_before", 0);
  round.bestAfter = reader.optionalReal("best_after", 0);
  round.measuredSpeedup = reader.optionalReal("measured_speedup", 0);
  round.low = reader.optionalReal("low", 0);
  round.high = reader.optionalReal("high", 0);
  round.configuration = reader.optionalString("configuration");
}

void readWords(json::ObjectReader& reader, Round& round) {
  round.provider = reader.optionalString("provider");
  round.regime = reader.optionalString("regime");
  round.note = reader.optionalString("note");
  round.templateBefore = reader.optionalString("template_before");
  round.templateAfter = reader.optionalString("template_after");
  round.message = reader.optionalString("message");
  round.begun = reader.optionalString("begun");
  round.ended = reader.optionalString("ended");
  const std::string decision = reader.optionalString("decision", "waiting");
  const std::string ending = reader.optionalString("ending", "open");
  if (!reviewDecision(decision)) reader.fault("decision", "\"" + decision + "\" is no decision");
  if (!roundEnding(ending)) reader.fault("ending", "\"" + ending + "\" is no ending");
  round.decision = reviewDecision(decision).value_or(ReviewDecision::waiting);
  round.ending = roundEnding(ending).value_or(RoundEnding::open);
}

}  // namespace

std::string_view name(CallRole role) {
  return textOf(roles, role);
}
std::optional<CallRole> callRole(std::string_view text) {
  return kindOf<CallRole>(roles, text);
}
std::string_view name(ReviewDecision decision) {
  return textOf(decisions, decision);
}
std::optional<ReviewDecision> reviewDecision(std::string_view text) {
  return kindOf<ReviewDecision>(decisions, text);
}
std::string_view name(RoundEnding ending) {
  return textOf(endings, ending);
}
std::optional<RoundEnding> roundEnding(std::string_view text) {
  return kindOf<RoundEnding>(endings, text);
}

std::string expectationText(const Round& round) {
  std::string text;
  const double expected = round.proposal ? round.proposal->expectedSpeedup : 0;
  if (expected > 0) text = "expected " + ratio(expected) + "×";
  if (round.measuredSpeedup <= 0) return text.empty() ? text : text + ", nothing measured";
  text += (text.empty() ? "" : ", ") + ("measured " + ratio(round.measuredSpeedup)) +
          "× (95 %: " + ratio(round.low) + " to " + ratio(round.high) + ")";
  if (expected <= 0) return text;
  if (expected > round.high) return text + ": less than expected";
  if (expected < round.low) return text + ": more than expected";
  return text + ": as expected";
}

json::Value toJson(const Round& round) {
  json::Array calls;
  for (const ProposalCall& call : round.calls)
    calls.push_back(callJson(call));
  json::Value value = json::Value::object({
      {"parent", round.parent},
      {"number", round.number},
      {"provider", round.provider},
      {"regime", round.regime},
      {"calls", std::move(calls)},
      {"decision", name(round.decision)},
      {"note", round.note},
      {"template_before", round.templateBefore},
      {"template_after", round.templateAfter},
      {"best_before", round.bestBefore},
      {"best_after", round.bestAfter},
      {"measured_speedup", round.measuredSpeedup},
      {"low", round.low},
      {"high", round.high},
      {"configuration", round.configuration},
      {"ending", name(round.ending)},
      {"message", round.message},
      {"begun", round.begun},
      {"ended", round.ended},
  });
  if (round.proposal) value.set("proposal", toJson(*round.proposal));
  return value;
}

Result<Round> roundFromJson(const json::Value& value) {
  json::Faults faults("round");
  json::ObjectReader reader(value, "", faults);
  Round round;
  round.parent = reader.optionalInteger("parent", 0, 0);
  round.number = static_cast<int>(reader.optionalInteger("number", 0, 0, 1'000'000));
  const json::Array& calls = reader.optionalArray("calls");
  for (size_t i = 0; i < calls.size(); ++i)
    round.calls.push_back(readCall(calls[i], "calls[" + std::to_string(i) + "]", faults));
  readWords(reader, round);
  readMeasured(reader, round);
  if (const json::Value* proposal = reader.raw("proposal")) {
    auto read = proposalFromJson(*proposal);
    if (read)
      round.proposal = std::move(*read);
    else
      faults.add(read.error());
  }
  if (!faults.empty()) return fail(faults.take());
  return round;
}

}  // namespace kw
