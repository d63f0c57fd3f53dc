// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/picture_file.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImageWriter>
#include <QSaveFile>

namespace kw {

namespace {

QString say(const char* text) {
  return QCoreApplication::translate("kw::Plot", text);
}

}  // namespace

QString whyNoPictureAt(const QString& path, const QStringList& suffixes) {
  if (!suffixes.contains(QFileInfo(path).suffix().toLower()))
    return suffixes.size() > 1
               ? say("Pictures are written as PNG or PDF: give %1 a name that ends with .png or "
                     ".pdf.")
                     .arg(path)
               : say("This picture is written as PNG: give %1 a name that ends with .png.")
                     .arg(path);
  const QFileInfo folder(QFileInfo(path).absolutePath());
  if (folder.isDir() && folder.isWritable() && !QFileInfo(path).isDir()) return {};
  return say("The picture cannot be written to %1: the folder does not exist or may not be written "
             "to. Choose another one.")
      .arg(path);
}

QByteArray pngBytes(const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QImageWriter(&buffer, "png").write(image);
  return bytes;
}

QString writePictureFile(const QString& path, const QByteArray& content) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.commit())
    return say("The picture could not be written to %1: %2. Choose another place for it.")
        .arg(path, file.errorString());
  return {};
}

}  // namespace kw
