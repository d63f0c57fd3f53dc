// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/note_folders.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

#include "widgets/theme/theme.h"

namespace kw {

NoteFolders::NoteFolders(QWidget* parent)
    : QWidget(parent),
      m_lines(new QPlainTextEdit(this)),
      m_add(new QPushButton(tr("A&dd a folder…"), this)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(spacing::between);
  m_lines->setObjectName(QStringLiteral("review.noteFolders"));
  m_lines->setAccessibleName(tr("Folders of notes, one on each line"));
  m_lines->setTabChangesFocus(true);
  m_lines->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_lines->setPlaceholderText(tr("folders of your own, one on each line"));
  row->addWidget(m_lines, 1);
  m_add->setObjectName(QStringLiteral("review.addNoteFolder"));
  m_add->setAccessibleName(tr("Add a folder of notes"));
  row->addWidget(m_add, 0, Qt::AlignTop);
  setFocusProxy(m_lines);
  connect(m_lines, &QPlainTextEdit::textChanged, this, &NoteFolders::changed);
  connect(m_add, &QPushButton::clicked, this, &NoteFolders::choose);
  connect(&Theme::instance(), &Theme::changed, this, &NoteFolders::fit);
  fit();
}

void NoteFolders::fit() {
  m_lines->setFixedHeight(m_lines->fontMetrics().lineSpacing() * 2 + 2 * spacing::between);
}

QStringList NoteFolders::folders() const {
  QStringList folders;
  for (const QString& line : m_lines->toPlainText().split(u'\n'))
    if (!line.trimmed().isEmpty()) folders.append(line.trimmed());
  return folders;
}

void NoteFolders::setFolders(const QStringList& folders) {
  m_lines->setPlainText(folders.join(u'\n'));
}

QString NoteFolders::faultOf(const QStringList& folders) {
  for (const QString& folder : folders) {
    const QFileInfo there(folder);
    // The folder that the program was started in is nobody's choice.
    if (there.isRelative()) return tr("Notes: give the whole path of %1, from / on").arg(folder);
    if (!there.exists()) return tr("Notes: there is no folder %1").arg(folder);
    if (!there.isDir())
      return tr("Notes: %1 is a file; give the folder that it lies in").arg(folder);
    if (!there.isReadable() || !there.isExecutable())
      return tr("Notes: the folder %1 may not be read").arg(folder);
  }
  return {};
}

void NoteFolders::choose() {
  auto* dialog = new QFileDialog(this, tr("Add a folder of notes"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& folder) {
    QStringList all = folders();
    if (!all.contains(folder)) setFolders(all << folder);
  });
  dialog->open();
}

}  // namespace kw
