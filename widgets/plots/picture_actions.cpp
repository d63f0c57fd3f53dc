// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/picture_actions.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>
#include <utility>

#include "widgets/controls/save_dialog.h"
#include "widgets/plots/picture_file.h"

namespace kw {

PictureActions::PictureActions(const QString& name, QWidget& panel, std::function<QImage()> picture,
                               std::function<QString()> data)
    : QObject(&panel), m_panel(panel), m_picture(std::move(picture)) {
  action(name + QStringLiteral(".copyPicture"), tr("Copy picture"), QKeySequence::Copy,
         [this] { QGuiApplication::clipboard()->setImage(m_picture()); });
  if (data)
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
  if (const QString fault = whyNoPictureAt(path, {QStringLiteral("png")}); !fault.isEmpty()) {
    Q_EMIT saved(path, fault);
    return;
  }
  m_job.start([image = m_picture(),
               path](const std::stop_token&) { return writePictureFile(path, pngBytes(image)); },
              [this, path](const QString& fault) { Q_EMIT saved(path, fault); });
}

void PictureActions::askAndSave() {
  askWhereToSave(m_panel, {tr("Save picture"), {}, tr("PNG (*.png)"), QStringLiteral("png")},
                 [this](const QString& path) { save(path); });
}

}  // namespace kw
