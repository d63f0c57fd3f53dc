// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "client/language_model/key_source.h"
#include "client/language_model/providers/paste_model.h"
#include "client/language_model/providers/provider_settings.h"

namespace kw::language {

// The model of a provider. Looks for its key, which must be there where a server needs one, and
// must not go unencrypted to another machine unless the settings allow it, and for the program of a
// command. `ask` is for providers of api "paste". Nothing is sent yet.
Result<std::unique_ptr<LanguageModel>> makeLanguageModel(const ProviderSettings& settings,
                                                         KeySource& keys, AskForReply ask = {});

}  // namespace kw::language
