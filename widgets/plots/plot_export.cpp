// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as a picture in the clipboard or in a file, and its data as text.
#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QPicture>
#include <algorithm>

#include "widgets/controls/save_dialog.h"
#include "widgets/plots/picture_file.h"
#include "widgets/plots/plot.h"
#include "widgets/plots/plot_overlay.h"
#include "widgets/plots/sliced_text.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr qint64 pixelsAtOnce = 500'000;  // compressed in far less than 50 ms
constexpr double finestExport = 2;        // device pixels to a pixel, at least

QByteArray pdf(const QPicture& picture, const QSizeF& size) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setResolution(96);
  writer.setPageSize(QPageSize(size * 72 / 96, QPageSize::Point));
  writer.setPageMargins(QMarginsF());
  QPainter painter(&writer);
  painter.drawPicture(0, 0, picture);
  painter.end();
  return bytes;
}

}  // namespace

void Plot::renderStill(QPainter& painter, const QRectF& target) const {
  m_overlay->setStill(true);
  painter.setRenderHint(QPainter::Antialiasing);
  scene()->render(&painter, target, sceneRect());
  m_overlay->setStill(false);
}

QImage Plot::picture(double devicePixelRatio) const {
  QImage image((sceneRect().size() * devicePixelRatio).toSize().expandedTo(QSize(1, 1)),
               QImage::Format_RGB32);
  image.setDevicePixelRatio(devicePixelRatio);
  image.fill(Theme::instance().tokens().panel);
  QPainter painter(&image);
  renderStill(painter, QRectF(QPointF(), sceneRect().size()));
  return image;
}

bool Plot::saveTo(const QString& path, QString* error) {
  const QString fault = whyNoPictureAt(path, {QStringLiteral("png"), QStringLiteral("pdf")});
  if (error) *error = fault;
  if (!fault.isEmpty()) return false;
  return QFileInfo(path).suffix().toLower() == QLatin1String("png") ? writeRaster(path, error)
                                                                    : writePages(path);
}

bool Plot::writeRaster(const QString& path, QString* error) {
  const QImage image = picture(std::max(finestExport, devicePixelRatioF()));
  if (static_cast<qint64>(image.width()) * image.height() <= pixelsAtOnce) {
    const QString fault = writePictureFile(path, pngBytes(image));
    if (error && !fault.isEmpty()) *error = fault;
    Q_EMIT saved(path, fault);
    return fault.isEmpty();
  }
  m_save.start(
      [image, path](const std::stop_token&) { return writePictureFile(path, pngBytes(image)); },
      [this, path](const QString& fault) { Q_EMIT saved(path, fault); });
  return true;
}

// What is drawn is recorded here, and written off this thread: clouds are big pictures.
bool Plot::writePages(const QString& path) {
  QPicture picture;
  QPainter painter(&picture);
  renderStill(painter, QRectF(QPointF(), sceneRect().size()));
  painter.end();
  const QSizeF size = sceneRect().size();
  m_save.start([picture, size, path](
                   const std::stop_token&) { return writePictureFile(path, pdf(picture, size)); },
               [this, path](const QString& fault) { Q_EMIT saved(path, fault); });
  return true;
}

void Plot::askAndSave() {
  askWhereToSave(*this,
                 {tr("Save picture"), {}, tr("PNG (*.png);;PDF (*.pdf)"), QStringLiteral("png")},
                 [this](const QString& path) {
                   QString error;
                   if (!saveTo(path, &error)) Q_EMIT saved(path, error);
                 });
}

void Plot::copyPicture() {
  QGuiApplication::clipboard()->setImage(picture(devicePixelRatioF()));
}

void Plot::setData(std::string titles, std::function<size_t()> rows,
                   std::function<void(size_t, std::string&)> appendRow) {
  m_text = std::make_unique<SlicedText>(std::move(titles), std::move(rows), std::move(appendRow));
  connect(m_text.get(), &SlicedText::finished, this, [this](const QString& text, size_t count) {
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT dataCopied(count);
  });
}

void Plot::copyData() {
  if (m_text) m_text->start();
}

}  // namespace kw
