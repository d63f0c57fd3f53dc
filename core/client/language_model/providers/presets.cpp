// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "client/language_model/providers/provider_settings.h"

namespace kw::language {

namespace {

struct Preset {
  const char* name;
  Api api;
  const char* base;
  const char* keyEnvironment;
  bool needsKey;
  StructuredOutput structuredOutput;
  const char* tokenLimitField;
  bool sendsTemperature;  // models that reason refuse it
  bool sendsEffort;
};

constexpr const char* newField = "max_completion_tokens";
constexpr const char* oldField = "max_tokens";

constexpr Preset presets[] = {
    {"openai", Api::openaiChat, "https://api.openai.com/v1", "OPENAI_API_KEY", true,
     StructuredOutput::jsonSchema, newField, false, true},
    {"openai-responses", Api::openaiResponses, "https://api.openai.com/v1", "OPENAI_API_KEY", true,
     StructuredOutput::jsonSchema, newField, false, true},
    {"anthropic", Api::anthropicMessages, "https://api.anthropic.com/v1", "ANTHROPIC_API_KEY", true,
     StructuredOutput::jsonSchema, oldField, true, false},
    {"gemini", Api::openaiChat, "https://generativelanguage.googleapis.com/v1beta/openai",
     "GEMINI_API_KEY", true, StructuredOutput::jsonSchema, oldField, true, true},
    {"ollama", Api::ollama, "http://127.0.0.1:11434", "", false, StructuredOutput::jsonSchema,
     oldField, true, false},
    {"llama.cpp", Api::openaiChat, "http://127.0.0.1:8080/v1", "", false,
     StructuredOutput::responseSchema, oldField, true, false},
    {"vllm", Api::openaiChat, "http://127.0.0.1:8000/v1", "", false,
     StructuredOutput::structuredOutputs, newField, true, false},
};

}  // namespace

const std::vector<std::string>& presetNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> found;
    for (const Preset& each : presets)
      found.emplace_back(each.name);
    return found;
  }();
  return names;
}

ProviderSettings preset(const std::string& name) {
  ProviderSettings settings;
  const auto* found = std::find_if(std::begin(presets), std::end(presets),
                                   [&](const Preset& each) { return each.name == name; });
  if (found == std::end(presets)) return settings;
  settings.name = name;
  settings.preset = name;
  settings.base = found->base;
  settings.keyEnvironment = found->keyEnvironment;
  settings.needsKey = found->needsKey;
  settings.dialect.api = found->api;
  settings.dialect.structuredOutput = found->structuredOutput;
  settings.dialect.tokenLimitField = found->tokenLimitField;
  settings.dialect.sendsTemperature = found->sendsTemperature;
  settings.dialect.sendsEffort = found->sendsEffort;
  return settings;
}

}  // namespace kw::language
