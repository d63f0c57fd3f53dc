// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/picture_actions.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QSaveFile>
#include <QWidget>
#include <utility>

namespace kw {

namespace {

// "" where it went well, else why not.
QString writePng(const QString& path, const QImage& image) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
    return PictureActions::tr("The picture could not be written to %1: %2.")
        .arg(path, file.errorString());
  return {};
}

}  // namespace

PictureActions::PictureActions(const QString& name, QWidget& panel, std::function<QImage()> picture,
                               std::function<QString()> data)
    : QObject(&panel), m_panel(panel), m_picture(std::move(picture)) {
  action(name + QStringLiteral(".copyPicture"), tr("Copy picture"), QKeySequence::Copy,
         [this] { QGuiApplication::clipboard()->setImage(m_picture()); });
  action(name + QStringLiteral(".copyData"), tr("Copy data as TSV"),
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
         [made = std::move(data)] { QGuiApplication::clipboard()->setText(made()); });
  action(name + QStringLiteral(".savePicture"), tr("Save picture…"), QKeySequence(),
         [this] { askAndSave(); });
}

QAction* PictureActions::action(const QString& id, const QString& text, const QKeySequence& key,
                                std::function<void()> run) {
  auto* made = new QAction(text, &m_panel);
  made->setObjectName(id);
  made->setShortcut(key);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(made, &QAction::triggered, this, std::move(run));
  m_panel.addAction(made);
  m_actions << made;
  return made;
}

void PictureActions::save(const QString& path) {
  m_job.start([image = m_picture(), path](const std::stop_token&) { return writePng(path, image); },
              [this, path](const QString& fault) { Q_EMIT saved(path, fault); });
}

void PictureActions::askAndSave() {
  auto* dialog = new QFileDialog(&m_panel, tr("Save picture"), QString(), tr("PNG (*.png)"));
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(QStringLiteral("png"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QFileDialog::fileSelected, this, &PictureActions::save);
  dialog->open();
}

}  // namespace kw
