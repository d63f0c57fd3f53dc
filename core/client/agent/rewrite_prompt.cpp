// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/rewrite_prompt.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/json/text.h"
#include "client/agent/prompt_texts.h"
#include "model/formats/standing.h"
#include "model/formats/wording.h"
#include "model/proposal/role_replies.h"
#include "model/space/space_file.h"

namespace kw {

namespace {

// What a language model is given of each failed attempt.
constexpr size_t longestFault = 2000;

std::string orNone(const std::string& text, const char* none) {
  return text.empty() ? none : text;
}

std::string peaksText(const DeviceInfo& device) {
  std::string text;
  for (const auto& [name, value] : device.measuredPeaks)
    text += "- " + name + ": " + significant(value, 3) + "\n";
  return orNone(text, "not measured\n");
}

std::string limitsText(const DeviceInfo& device) {
  std::string text;
  for (const auto& [name, value] : device.limits)
    text += "- device." + name + " = " + std::to_string(value) + "\n";
  return text;
}

std::string argumentsText(const Problem& problem) {
  std::string text;
  for (const Argument& argument : problem.arguments) {
    text += "- " + argument.name + ": " + std::string(name(argument.type)) + ", " +
            std::string(name(argument.role));
    for (size_t i = 0; i < argument.shape.size(); ++i)
      text += (i == 0 ? ", shape [" : ", ") + argument.shape[i].text();
    text += argument.shape.empty() ? "\n" : "]\n";
  }
  return text;
}

std::string casesText(const Problem& problem) {
  std::string text;
  for (const Case& one : problem.cases) {
    text += "- " + one.name + (one.performance ? " (timed)" : " (correctness only)") + ":";
    for (const auto& [size, value] : one.sizes)
      text += " " + size + "=" + std::to_string(value);
    text += "\n";
  }
  return text;
}

std::string timesText(const Evaluation* evaluation, const Problem& problem) {
  if (!evaluation) return "not timed\n";
  std::string text;
  for (const Case& one : problem.cases)
    if (const Measurement* cold = measurementOf(*evaluation, one.name)) {
      text += "- " + one.name + ": " + timeText(cold->median);
      if (cold->floor > 0) text += "; the floor by the work model is " + timeText(cold->floor);
      text += "\n";
    }
  return orNone(text, "not timed\n");
}

std::string profileFacts(const Profile* profile) {
  if (!profile) return "There is no profile.\n";
  std::string text = "Case " + profile->caseName + ", " + profile->regime + ": " + profile->title +
                     ". " + profile->advice + "\n";
  for (const auto& [metric, value] : profile->values)
    text +=
        "- " + metric + ": " + metricText(value) + " (" + std::string(name(value.known)) + ")\n";
  return text;
}

std::string roundText(const Round& round) {
  std::string text = "Round " + std::to_string(round.number) + ": ";
  text += round.proposal ? round.proposal->reasons : "no proposal that could be used";
  text += "\n  Outcome: " + std::string(name(round.ending));
  if (const std::string measured = expectationText(round); !measured.empty())
    text += "; " + measured;
  if (!round.message.empty()) text += "; " + round.message.substr(0, longestFault);
  if (!round.note.empty()) text += "\n  The reviewer's note: " + round.note;
  return text + "\n";
}

std::string earlierText(const std::vector<Round>& rounds) {
  std::string text;
  for (const Round& round : rounds)
    text += roundText(round);
  return orNone(text, "Nothing yet.\n");
}

std::string notesText(const std::vector<GuidanceNote>& notes) {
  std::string text;
  for (const GuidanceNote& note : notes)
    text += "## " + note.title + "\n" + note.text + "\n";
  return orNone(text, "None.\n");
}

// A fence longer than any run of backticks within, so that no text can end it.
std::string fenced(const std::string& text) {
  size_t longest = 2, run = 0;
  for (const char c : text) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  return fence + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

// Differs from device to device and from run to run.
constexpr std::array measuredFields{"device",     "limits",  "peaks",   "source_times", "best",
                                    "best_times", "profile", "earlier", "notes"};

// The files that make a role's prompt, one after the other.
std::vector<std::string> filesOf(CallRole role, const PromptFacts& facts) {
  switch (role) {
    case CallRole::analysis:
      return {"analysis"};
    case CallRole::planning:
      return {"planning"};
    case CallRole::testing:
      return {"testing"};
    case CallRole::templating:
      break;
  }
  if (facts.analysis.empty() && facts.plan.empty()) return {"rewrite"};
  return {"rewrite", "templating"};
}

language::Schema schemaOf(CallRole role) {
  switch (role) {
    case CallRole::analysis:
      return {"analysis", analysisSchema()};
    case CallRole::planning:
      return {"plan", planSchema()};
    case CallRole::testing:
      return {"cases", testCasesSchema()};
    case CallRole::templating:
      break;
  }
  return {"proposal", proposalSchema()};
}

PromptFields withoutMeasured(PromptFields fields) {
  for (const char* const name : measuredFields)
    fields[name] = "(measured)";
  return fields;
}

PromptFields fieldsOf(const PromptFacts& facts) {
  const Problem& problem = facts.problem->problem;
  const DeviceInfo& device = *facts.device;
  return {
      {"problem", problem.name},
      {"source", fenced(problem.sourceText)},
      {"template",
       problem.templateText.empty() ? "There is none yet.\n" : fenced(problem.templateText)},
      {"space", problem.space ? fenced(writeSpace(*problem.space)) : "There is none yet.\n"},
      {"arguments", argumentsText(problem)},
      {"cases", casesText(problem)},
      {"device", device.model + " (" + device.architecture + ")"},
      {"limits", limitsText(device)},
      {"peaks", peaksText(device)},
      {"source_times", timesText(facts.source, problem)},
      {"best",
       facts.best ? configurationText(facts.best->candidate.configuration) : "the source kernel"},
      {"best_times", timesText(facts.best ? facts.best : facts.source, problem)},
      {"profile", profileFacts(facts.profile)},
      {"earlier", earlierText(facts.earlier)},
      {"notes", notesText(facts.notes)},
      {"analysis", fenced(facts.analysis)},
      {"plan", fenced(facts.plan)},
      {"candidate", facts.candidate ? fenced(facts.candidate->templateText) : "There is none.\n"},
      {"candidate_space", facts.candidate && facts.candidate->space
                              ? fenced(writeSpace(*facts.candidate->space))
                              : "There is none.\n"},
  };
}

// A prompt twice: as it is sent, and without what was measured.
class Prompt {
 public:
  Prompt(const PromptFields& fields, const std::filesystem::path& own)
      : m_sent(fields), m_lasting(withoutMeasured(fields)), m_own(own) {}

  // The facts that most prompts begin with, for their place {{facts}}.
  Status fillFacts() {
    KW_ASSIGN(const std::string text, promptText("facts", m_own));
    KW_ASSIGN(m_sent["facts"], filledIn(text, m_sent, "facts.txt"));
    KW_ASSIGN(m_lasting["facts"], filledIn(text, m_lasting, "facts.txt"));
    return {};
  }

  Status add(const std::string& name) {
    KW_ASSIGN(const std::string text, promptText(name, m_own));
    KW_ASSIGN(const std::string filled, filledIn(text, m_sent, name + ".txt"));
    sent += filled;
    KW_ASSIGN(const std::string lastingly, filledIn(text, m_lasting, name + ".txt"));
    lasting += lastingly;
    return {};
  }

  std::string sent, lasting;

 private:
  PromptFields m_sent, m_lasting;
  const std::filesystem::path& m_own;
};

}  // namespace

Result<language::Request> rolePrompt(CallRole role, const PromptFacts& facts,
                                     const std::filesystem::path& own) {
  Prompt prompt(fieldsOf(facts), own);
  language::Request request;
  KW_TRY(prompt.add("system"));
  request.messages.push_back({language::Role::system, std::exchange(prompt.sent, {})});
  KW_TRY(prompt.fillFacts());
  for (const std::string& file : filesOf(role, facts))
    KW_TRY(prompt.add(file));
  request.messages.push_back({language::Role::user, std::move(prompt.sent)});
  request.identity = std::move(prompt.lasting);
  request.schema = schemaOf(role);
  return request;
}

Result<language::Request> rewritePrompt(const PromptFacts& facts,
                                        const std::filesystem::path& own) {
  return rolePrompt(CallRole::templating, facts, own);
}

Status checkPrompts(const std::filesystem::path& own) {
  std::error_code ignored;
  if (!own.empty() && !std::filesystem::is_directory(own, ignored))
    return failInput("expected a folder of prompts, found none in '" + own.string() + "'");
  const LoadedProblem problem;
  const DeviceInfo device;
  PromptFacts facts;
  facts.problem = &problem;
  facts.device = &device;
  facts.plan = "a plan";
  for (const CallRole role : {CallRole::analysis, CallRole::planning, CallRole::testing})
    KW_TRY(rolePrompt(role, facts, own));
  KW_ASSIGN(language::Request request, rolePrompt(CallRole::templating, facts, own));
  KW_TRY(repairPrompt(std::move(request), {}, {}, own));
  return {};
}

Result<language::Request> repairPrompt(language::Request request, const std::string& reply,
                                       const std::string& fault, const std::filesystem::path& own) {
  KW_ASSIGN(const std::string text, promptText("repair", own));
  KW_ASSIGN(std::string filled,
            filledIn(text, {{"fault", fenced(fault.substr(0, longestFault))}}, "repair.txt"));
  request.identity += "\nAfter a reply with a fault:\n" + reply;
  request.messages.push_back({language::Role::assistant, reply});
  request.messages.push_back({language::Role::user, std::move(filled)});
  return request;
}

std::string guidanceWords(const Profile& profile) {
  std::string words = profile.regime + " " + profile.title + " " + profile.advice;
  if (!profile.steps.empty())
    for (const std::string& metric : profile.steps.back().wanted)
      words += " " + metric;
  return words;
}

}  // namespace kw
