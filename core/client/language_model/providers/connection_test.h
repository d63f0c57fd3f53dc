// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a provider answers, found out by asking it something tiny.
#pragma once

#include <stop_token>
#include <string>

#include "client/language_model/key_source.h"
#include "client/language_model/providers/provider_settings.h"

namespace kw::language {

// One real request, made once. What came back, in words, with the model's name, the time and the
// tokens; the key is in none of them. Errors as those of makeLanguageModel() and of
// LanguageModel::complete(); a provider that a person answers is ErrorKind::missing.
Result<std::string> testConnection(ProviderSettings settings, KeySource& keys,
                                   std::stop_token stop);

}  // namespace kw::language
