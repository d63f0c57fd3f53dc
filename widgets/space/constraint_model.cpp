// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/constraint_model.h"

#include "model/formats/wording.h"
#include "widgets/theme/theme.h"

namespace kw {

ConstraintModel::ConstraintModel(SpaceDraft& draft, QObject* parent)
    : DraftTable(parent), m_draft(draft) {
  connect(&draft, &SpaceDraft::changed, this, [this] {
    m_figures.clear();
    renew();
  });
  renew();
}

int ConstraintModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QVariant ConstraintModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(Qt::AlignVCenter | (section == textColumn ? Qt::AlignLeft : Qt::AlignRight));
  if (role == Qt::ToolTipRole && section == removesColumn)
    return tr("Configurations of all for which it does not hold, whatever the others say");
  if (role == Qt::ToolTipRole && section == addsColumn)
    return tr("Configurations that would be valid without it");
  if (role != Qt::DisplayRole) return {};
  return section == textColumn      ? tr("Constraint")
         : section == removesColumn ? tr("Removes alone")
                                    : tr("More without");
}

void ConstraintModel::setFigures(std::vector<view::ConstraintFigures> figures) {
  m_figures = std::move(figures);
  showAnew();
}

int ConstraintModel::itemCount() const {
  return m_draft.isOpen() ? static_cast<int>(m_draft.space().constraints.size()) : 0;
}

const view::ConstraintFigures* ConstraintModel::figuresAt(int row) const {
  const auto place = static_cast<size_t>(row);
  return place < m_figures.size() ? &m_figures[place] : nullptr;
}

QString ConstraintModel::textAt(int row, int column) const {
  if (column == textColumn)
    return QString::fromStdString(m_draft.space().constraints[static_cast<size_t>(row)].text());
  const view::ConstraintFigures* figures = figuresAt(row);
  if (!figures) return QStringLiteral("…");
  if (figures->needsDevice) return column == removesColumn ? tr("needs a device") : QString();
  if (!figures->fault.empty()) return QStringLiteral("–");  // the tool tip says why
  const auto& count = column == removesColumn ? figures->removesAlone : figures->addsWithout;
  return count ? QString::fromStdString(numberText(*count)) : tr("not counted");
}

bool ConstraintModel::isEditable(int, int column) const {
  return column == textColumn;
}

Status ConstraintModel::edit(int row, int, const QString& text) {
  return m_draft.apply(
      m_draft.editor().withConstraint(static_cast<size_t>(row), text.toStdString()),
      tr("Constraint %1").arg(row + 1));
}

Status ConstraintModel::add(const QString& text) {
  return m_draft.apply(
      m_draft.editor().withConstraint(m_draft.space().constraints.size(), text.toStdString()),
      tr("Add a constraint"));
}

QString ConstraintModel::cellName(int row, int) const {
  return row >= itemCount() ? tr("New constraint") : tr("Constraint %1").arg(row + 1);
}

QString ConstraintModel::explanation(int row) const {
  const view::ConstraintFigures* figures = figuresAt(row);
  QStringList words{textAt(row, textColumn)};
  if (figures && figures->empties) words.append(tr("It removes the last configurations."));
  if (figures && figures->needsDevice)
    words.append(tr("It uses a limit of the device, and no device is known yet."));
  if (figures && !figures->fault.empty()) words.append(QString::fromStdString(figures->fault));
  return words.join(u'\n');
}

QVariant ConstraintModel::moreData(int row, int column, int role) const {
  const Tokens& t = Theme::instance().tokens();
  const view::ConstraintFigures* figures = figuresAt(row);
  switch (role) {
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (column == textColumn ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole:
      return column == textColumn ? Theme::instance().codeFont() : Theme::instance().numberFont();
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
      return explanation(row);
    case Qt::ForegroundRole:
      if (figures && figures->empties) return t.failed;
      if (figures && !figures->fault.empty() && column == textColumn) return t.warning;
      return column == textColumn ? QVariant() : QVariant(t.secondaryText);
    default:
      return {};
  }
}

}  // namespace kw
