// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/answer_texts.h"

namespace kw::drafting {

namespace {

template <class Add>
Status addAll(Answers& answers, const std::vector<std::string>& texts, Add add) {
  for (const std::string& text : texts)
    KW_TRY(add(answers, text));
  return {};
}

}  // namespace

void AnswerTexts::take(const OpenQuestion& question, const std::string& reply) {
  const std::string text = question.prefix + reply;
  if (question.option == "--kernel") kernel = text;
  if (question.option == "--instance") instance = text;
  if (question.option == "--grid") grid = text;
  if (question.option == "--block") block = text;
  if (question.option == "--shared-memory") sharedMemory = text;
  if (question.option == "--size") sizes.push_back(text);
  if (question.option == "--shape") shapes.push_back(text);
  if (question.option == "--value") values.push_back(text);
  if (question.option == "--type") types.push_back(text);
}

Result<Answers> answersOf(const AnswerTexts& texts) {
  Answers answers;
  answers.kernel = texts.kernel;
  if (!texts.instance.empty()) KW_TRY(setInstance(answers, texts.instance));
  KW_TRY(addAll(answers, texts.sizes, addSize));
  KW_TRY(addAll(answers, texts.shapes, addShape));
  KW_TRY(addAll(answers, texts.roles, addRole));
  KW_TRY(addAll(answers, texts.values, addValue));
  KW_TRY(addAll(answers, texts.types, addType));
  KW_TRY(addAll(answers, texts.defines, addDefine));
  if (!texts.grid.empty()) KW_TRY(setGeometry(answers.grid, "--grid", texts.grid));
  if (!texts.block.empty()) KW_TRY(setGeometry(answers.block, "--block", texts.block));
  answers.sharedMemory = texts.sharedMemory;
  if (texts.oracle != "none") answers.oracle = texts.oracle;
  return answers;
}

}  // namespace kw::drafting
