// SPDX-License-Identifier: GPL-3.0-or-later
// What the start page offers, read from disk. Everything here blocks: it is for a job.
#pragma once

#include <QString>
#include <QStringList>
#include <QVector>
#include <filesystem>
#include <string>
#include <string_view>

namespace kw {

struct LibraryKernel {
  QString name;
  QString description;  // the first sentence of its source, or why it cannot be read
  QString path;         // its folder
};

struct Recording {
  QString path;        // of the .kwr
  QString name;        // the file's, without its ending
  QString device;      // the model it was recorded on, as the session says; "" if it does not
  QString provenance;  // where it comes from, from the .txt or .json beside it; may be ""
};

// The first sentence of the first comment that is no licence line, in one line; "" without one.
std::string firstSentence(std::string_view source);

// The kernels in dataFolder()/templates.
QVector<LibraryKernel> readLibrary();

// The sessions in `folder`, sorted by name; none where there is no such folder.
QVector<Recording> readRecordings(const std::filesystem::path& folder);
std::filesystem::path recordingsFolder();

// Those of `paths` that are not there.
QStringList missingOf(const QStringList& paths);

}  // namespace kw
