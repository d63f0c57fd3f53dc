// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/prompt_text.h"

#include "base/json/text.h"

namespace kw::language {

namespace {

std::string withNewline(std::string text) {
  if (!text.ends_with('\n')) text += '\n';
  return text;
}

}  // namespace

std::string schemaText(const Schema& schema) {
  return "Answer with one JSON object and nothing else. It has to fit this JSON schema:\n" +
         json::writeLine(schema.value) + "\n";
}

std::string promptText(const Request& request) {
  std::string text;
  bool isFirstOfUser = true;
  for (const Message& message : request.messages) {
    if (!text.empty()) text += '\n';
    if (message.role == Role::assistant) text += "[Your earlier answer]\n";
    if (message.role == Role::user && !isFirstOfUser) text += "[What is said to it]\n";
    if (message.role == Role::user) isFirstOfUser = false;
    text += withNewline(message.text);
  }
  if (request.schema) text += "\n" + schemaText(*request.schema);
  return text;
}

int64_t generousTokens(const Request& request) {
  constexpr size_t bytesPerToken = 3;     // code has fewer per token than prose
  constexpr size_t tokensPerMessage = 8;  // roles and marks between
  const size_t bytes = promptText(request).size();
  return static_cast<int64_t>(bytes / bytesPerToken + tokensPerMessage * request.messages.size());
}

}  // namespace kw::language
