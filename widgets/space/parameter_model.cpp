// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/parameter_model.h"

#include "view/space/value_text.h"
#include "widgets/theme/theme.h"

namespace kw {

ParameterModel::ParameterModel(SpaceDraft& draft, QObject* parent)
    : DraftTable(parent), m_draft(draft) {
  connect(&draft, &SpaceDraft::changed, this, [this] { renew(); });
  renew();
}

int ParameterModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : columns;
}

QVariant ParameterModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == nameColumn     ? tr("Name")
         : section == valuesColumn ? tr("Values")
                                   : tr("Meaning");
}

void ParameterModel::setConfigurations(const Configuration& selected, const Configuration& best) {
  if (selected == m_selected && best == m_best) return;
  m_selected = selected;
  m_best = best;
  showAnew();
}

int ParameterModel::itemCount() const {
  return m_draft.isOpen() ? static_cast<int>(m_draft.space().parameters.size()) : 0;
}

const Parameter& ParameterModel::at(int row) const {
  return m_draft.space().parameters[static_cast<size_t>(row)];
}

QString ParameterModel::textAt(int row, int column) const {
  const Parameter& parameter = at(row);
  return QString::fromStdString(column == nameColumn     ? parameter.name
                                : column == valuesColumn ? view::valuesText(parameter.values)
                                                         : parameter.meaning);
}

// Names are those of the template's macros: not renamed from here.
bool ParameterModel::isEditable(int, int column) const {
  return column != nameColumn;
}

Status ParameterModel::edit(int row, int column, const QString& text) {
  const auto parameter = static_cast<size_t>(row);
  const QString name = textAt(row, nameColumn);
  if (column == valuesColumn)
    return m_draft.apply(m_draft.editor().withValues(parameter, text.toStdString()),
                         tr("Values of %1").arg(name));
  return m_draft.apply(m_draft.editor().withMeaning(parameter, text.toStdString()),
                       tr("Meaning of %1").arg(name));
}

Status ParameterModel::add(const QString& text) {
  return m_draft.apply(m_draft.editor().withParameter(text.toStdString()), tr("Add a parameter"));
}

QString ParameterModel::cellName(int row, int column) const {
  if (row >= itemCount()) return tr("New parameter");
  const QString name = textAt(row, nameColumn);
  return column == valuesColumn ? tr("Values of %1").arg(name) : tr("Meaning of %1").arg(name);
}

int ParameterModel::placeOf(int row, const Configuration& configuration) const {
  const ParameterValue* value = configuration.find(at(row).name);
  if (!value) return -1;
  const auto& values = at(row).values;
  for (size_t i = 0; i < values.size(); ++i)
    if (expression::equal(values[i], *value)) return static_cast<int>(i);
  return -1;
}

QString ParameterModel::valuesSpoken(int row) const {
  const auto valueOf = [&](int place) {
    return QString::fromStdString(view::valueText(at(row).values[static_cast<size_t>(place)]));
  };
  QString words = textAt(row, valuesColumn);
  if (const int place = placeOf(row, m_selected); place >= 0)
    words += tr("\nSelected candidate: %1").arg(valueOf(place));
  if (const int place = placeOf(row, m_best); place >= 0)
    words += tr("\nBest so far: %1").arg(valueOf(place));
  return words;
}

QVariant ParameterModel::moreData(int row, int column, int role) const {
  if (role == Qt::FontRole && column == nameColumn) return Theme::instance().codeFont();
  if (role == Qt::ToolTipRole && column != valuesColumn) return textAt(row, meaningColumn);
  if (column != valuesColumn) return {};
  switch (role) {
    case Qt::ToolTipRole:
    case Qt::AccessibleTextRole:
      return valuesSpoken(row);
    case selectedRole:
      return placeOf(row, m_selected);
    case bestRole:
      return placeOf(row, m_best);
    case valueTextsRole: {
      QStringList texts;
      for (const ParameterValue& value : at(row).values)
        texts.append(QString::fromStdString(view::valueText(value)));
      return texts;
    }
    default:
      return {};
  }
}

}  // namespace kw
