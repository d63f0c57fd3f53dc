// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own providers, which kwr and the window share.
#pragma once

#include <filesystem>
#include <vector>

#include "base/result/result.h"
#include "client/language_model/providers/provider_settings.h"

namespace kw::language {

// providers.json in files::configurationFolder(); "" where there is none.
std::filesystem::path providersFile();

// None where there is no such file. Errors: it cannot be read, or has faults (all at once).
Result<std::vector<ProviderSettings>> storedProviders();

// Replaces the file, which its owner alone can read. What would not read again is refused with the
// faults, each with its key path ("providers[1].base"), and nothing is written.
Status storeProviders(const std::vector<ProviderSettings>& providers);

}  // namespace kw::language
