// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of plots as files.
#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>
#include <QStringList>

namespace kw {

// Why no picture can be written to `path`, and what to do; "" where nothing speaks against it.
// `suffixes`: "png", "pdf".
QString whyNoPictureAt(const QString& path, const QStringList& suffixes);

QByteArray pngBytes(const QImage& image);

// Whole or not at all; "" where it went well, else why not and what to do.
QString writePictureFile(const QString& path, const QByteArray& content);

}  // namespace kw
