// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/hunk_list.h"

#include "widgets/theme/theme.h"

namespace kw {

HunkList::HunkList(QWidget* parent) : QListWidget(parent) {
  setObjectName(QStringLiteral("review.hunks"));
  setAccessibleName(tr("Changes to take"));
  setUniformItemSizes(true);
  setTextElideMode(Qt::ElideRight);
  connect(this, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
    if (!m_filling) Q_EMIT toggled(row(item));
  });
  connect(this, &QListWidget::currentRowChanged, this, [this](int hunk) {
    if (!m_filling && hunk >= 0) Q_EMIT chosen(hunk);
  });
}

void HunkList::showPart(const view::ReviewState& state, view::ReviewPart part, bool canChange) {
  m_filling = true;
  const std::vector<view::Hunk>& hunks = state.hunks(part);
  const int current = currentRow();
  while (count() > static_cast<int>(hunks.size()))
    delete takeItem(count() - 1);
  while (count() < static_cast<int>(hunks.size()))
    addItem(new QListWidgetItem);
  for (size_t i = 0; i < hunks.size(); ++i) {
    QListWidgetItem& entry = *item(static_cast<int>(i));
    const QString text = QString::fromStdString(view::hunkText(hunks[i]));
    entry.setSizeHint(QSize(0, Theme::instance().scaled(spacing::row)));
    entry.setText(text.left(1).toUpper() + text.mid(1));
    entry.setFlags(canChange ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                             : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    entry.setCheckState(state.isTaken(part, i) ? Qt::Checked : Qt::Unchecked);
  }
  if (current >= 0 && current < count()) setCurrentRow(current);
  m_filling = false;
}

void HunkList::setCurrent(int hunk) {
  m_filling = true;
  setCurrentRow(hunk);
  m_filling = false;
}

}  // namespace kw
