// SPDX-License-Identifier: GPL-3.0-or-later
// A small right problem, whose files tests change one thing in.
#pragma once

#include <map>
#include <string>

#include "base/files/files.h"
#include "model/problem/problem_file.h"

using PartsByName = std::map<std::string, std::string>;

PartsByName samplePartsByName();
std::vector<kw::ProblemPart> asParts(const PartsByName& parts);
// The first occurrence; a text without it is a mistake in the test, which this ends.
void replaceIn(std::string& text, const std::string& from, const std::string& to);

// A folder of its own that goes with the object.
class SampleFolder {
 public:
  SampleFolder() : m_folder(kw::files::TemporaryFolder::make().value()) {}
  const kw::files::Path& path() const { return m_folder.path(); }
  void write(const PartsByName& parts) const;
  void writeFile(const std::string& name, const std::string& content) const;

 private:
  kw::files::TemporaryFolder m_folder;
};
