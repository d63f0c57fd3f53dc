// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/new_problem/worked_out.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace kw {

namespace {

using drafting::AnswerTexts;

constexpr std::array optionNames{"kernel", "instance", "grid",   "block", "shared-memory",
                                 "oracle", "include",  "folder", "size",  "shape",
                                 "role",   "value",    "type"};

constexpr std::array<std::pair<const char*, const char*>, 3> launchFields{
    {{"grid", "grid"}, {"block", "block"}, {"shared_memory", "shared-memory"}}};

std::string argumentField(const std::string& name) {
  return "argument " + name;
}

std::string sentence(const Error& error) {
  std::string text = withoutDashes(error.message);
  if (!error.advice.empty()) text += " (" + withoutDashes(error.advice) + ")";
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] += 'A' - 'a';
  return text;
}

// Each text is looked at by itself, so that each fault is found and has its field. Those that are
// wrong are left out of what is worked out with.
class TextChecks {
 public:
  explicit TextChecks(std::vector<FieldFault>& faults) : m_faults(faults) {}

  void each(std::vector<std::string> AnswerTexts::*member, AnswerTexts& texts) {
    std::erase_if(texts.*member, [&](const std::string& text) {
      AnswerTexts alone;
      (alone.*member).push_back(text);
      return isWrong(alone, argumentField(text.substr(0, text.find('='))));
    });
  }
  void one(std::string AnswerTexts::*member, AnswerTexts& texts, const std::string& field) {
    AnswerTexts alone;
    alone.*member = texts.*member;
    if (isWrong(alone, field)) (texts.*member).clear();
  }

 private:
  bool isWrong(const AnswerTexts& alone, const std::string& field) {
    const Result<drafting::Answers> answers = drafting::answersOf(alone);
    if (!answers) m_faults.push_back({field, sentence(answers.error()), false});
    return !answers;
  }
  std::vector<FieldFault>& m_faults;
};

void checkTexts(AnswerTexts& texts, std::vector<FieldFault>& faults) {
  TextChecks checks(faults);
  for (const auto member : {&AnswerTexts::sizes, &AnswerTexts::shapes, &AnswerTexts::roles,
                            &AnswerTexts::values, &AnswerTexts::types})
    checks.each(member, texts);
  checks.one(&AnswerTexts::instance, texts, "instance");
  checks.one(&AnswerTexts::grid, texts, "grid");
  checks.one(&AnswerTexts::block, texts, "block");
}

std::string fieldOf(const drafting::OpenQuestion& question) {
  if (question.prefix.empty()) return question.option.substr(2);
  return argumentField(question.prefix.substr(0, question.prefix.size() - 1));
}

// "arguments[2].shape" is in the third argument's row.
std::string fieldOfPath(const std::string& path, const drafting::Draft& draft) {
  const std::string head = "arguments[";
  if (path.starts_with(head)) {
    const auto index = static_cast<size_t>(std::strtoul(path.c_str() + head.size(), nullptr, 10));
    if (index < draft.arguments.size()) return argumentField(draft.arguments[index].name);
  }
  if (path.starts_with("launches"))
    for (const auto& [word, field] : launchFields)
      if (path.find(word) != std::string::npos) return field;
  if (path.starts_with("sizes") || path.starts_with("cases")) return "size";
  if (path.starts_with("oracle")) return "oracle";
  return {};
}

// A message that begins with an option and a name tells of that argument: "--size n: …".
std::string fieldOfMessage(const std::string& message, const drafting::Draft* draft) {
  if (!draft) return {};
  for (const drafting::DraftArgument& argument : draft->arguments)
    if (message.find('"' + argument.name + '"') != std::string::npos)
      return argumentField(argument.name);
  return {};
}

void addFaults(const Error& error, const drafting::Draft& draft, std::vector<FieldFault>& faults) {
  faults.push_back({fieldOfPath(error.place.keyPath, draft), sentence(error), false});
  for (const Error& further : error.further)
    faults.push_back({fieldOfPath(further.place.keyPath, draft), sentence(further), false});
}

bool hasFault(const std::vector<FieldFault>& faults, const std::string& field) {
  return std::ranges::find(faults, field, &FieldFault::field) != faults.end();
}

void addMissing(const drafting::Draft& draft, std::vector<FieldFault>& faults) {
  for (const drafting::OpenQuestion& question : draft.missing) {
    const std::string field = fieldOf(question);
    // What is wrong says it already.
    if (hasFault(faults, field)) continue;
    faults.push_back(
        {field, "Needed: " + withoutDashes(question.what) + ", such as " + question.example, true});
  }
}

}  // namespace

std::string withoutDashes(std::string text) {
  for (const std::string name : optionNames)
    for (size_t at = text.find("--" + name); at != std::string::npos; at = text.find("--" + name))
      text.replace(at, name.size() + 2, name == "shared-memory" ? "shared memory" : name);
  return text;
}

WorkedOut workedOut(const reading::GatheredSource& source, const FormAnswers& form) {
  WorkedOut out;
  AnswerTexts texts = form.texts;
  checkTexts(texts, out.faults);
  if (const Status status = drafting::checkNewFolder(form.folder); !status)
    out.faults.push_back({"folder", sentence(status.error()), false});
  const Result<drafting::Answers> answers = drafting::answersOf(texts);
  if (!answers) return out;  // said already, text by text
  Result<drafting::Draft> draft = drafting::draftOf(source, *answers);
  if (!draft) {
    AnswerTexts plain;  // so that what the kernel itself says stays to be seen
    plain.kernel = texts.kernel;
    plain.instance = texts.instance;
    if (auto without = drafting::draftOf(source, *drafting::answersOf(plain)))
      out.draft = std::move(*without);
    const drafting::Draft* known = out.draft ? &*out.draft : nullptr;
    out.faults.push_back(
        {fieldOfMessage(draft.error().message, known), sentence(draft.error()), false});
    return out;
  }
  out.draft = std::move(*draft);
  addMissing(*out.draft, out.faults);
  const bool complete =
      out.draft->missing.empty() &&
      std::ranges::all_of(out.faults, [](auto& one) { return one.field == "folder"; });
  if (!complete) return out;
  auto prepared = drafting::prepareProblem(*out.draft, *answers, form.folder, form.lifts);
  if (prepared)
    out.prepared = std::move(*prepared);
  else
    addFaults(prepared.error(), *out.draft, out.faults);
  return out;
}

}  // namespace kw
