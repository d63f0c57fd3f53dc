// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_delegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>
#include <string>
#include <utility>

#include "widgets/models/candidates_model.h"
#include "widgets/panels/inset_cell.h"
#include "widgets/panels/verdict_mark.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

const CandidatesModel* modelOf(const QModelIndex& index) {
  return qobject_cast<const CandidatesModel*>(index.model());
}

bool isOfTime(const CandidatesModel& model, int column) {
  const view::Column& which = model.table().columns()[static_cast<size_t>(column)];
  return which.isTime() || which.field == view::Field::speedup ||
         which.field == view::Field::difference;
}

// The columns of times beside each other that this one is among, in the view's coordinates.
std::pair<int, int> spanOfTimes(const QTableView& view, const CandidatesModel& model, int column) {
  const QHeaderView& header = *view.horizontalHeader();
  const auto belongs = [&](int visual) {
    const int logical = header.logicalIndex(visual);
    return logical >= 0 && (header.isSectionHidden(logical) || isOfTime(model, logical));
  };
  int first = header.visualIndex(column), last = first;
  while (first > 0 && belongs(first - 1))
    --first;
  while (last + 1 < header.count() && belongs(last + 1))
    ++last;
  const int end = header.logicalIndex(last);
  return {view.columnViewportPosition(header.logicalIndex(first)),
          view.columnViewportPosition(end) + view.columnWidth(end)};
}

// In a column of their own: then they are not said twice.
bool showsReasons(const QTableView& view, const CandidatesModel& model) {
  const auto column = model.table().columnWithId("reason");
  return column && !view.isColumnHidden(static_cast<int>(*column));
}

// Without the verdict, which stands in the column before.
QString reasonText(const view::CandidateRow& row) {
  const std::string prefix = std::string(name(row.verdict)) + ": ";
  return QString::fromStdString(row.reason.starts_with(prefix) ? row.reason.substr(prefix.size())
                                                               : row.reason);
}

}  // namespace

// Each cell paints the part of the text that lies in it.
void CandidatesDelegate::paintReason(QPainter& painter, const QStyleOptionViewItem& option,
                                     const QModelIndex& index) {
  const CandidatesModel* model = modelOf(index);
  const auto* view = qobject_cast<const QTableView*>(option.widget);
  if (!model || !view || !isOfTime(*model, index.column())) return;
  const view::CandidateRow* row = model->rowAt(index);
  if (!row || row->timed() || row->reason.empty() || showsReasons(*view, *model)) return;
  const auto [left, right] = spanOfTimes(*view, *model, index.column());
  const QRect whole(left + spacing::between, option.rect.top(), right - left - 2 * spacing::between,
                    option.rect.height());
  const Theme& theme = Theme::instance();
  painter.save();
  painter.setClipRect(option.rect, Qt::IntersectClip);
  painter.setFont(theme.interfaceFont());
  painter.setPen(option.state & QStyle::State_Selected ? theme.tokens().text
                                                       : theme.tokens().secondaryText);
  painter.drawText(whole, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                   QFontMetrics(theme.interfaceFont())
                       .elidedText(reasonText(*row), Qt::ElideRight, whole.width()));
  painter.restore();
}

bool CandidatesDelegate::hasMark(const QModelIndex& index) {
  const CandidatesModel* model = modelOf(index);
  return model && model->table().columns()[static_cast<size_t>(index.column())].field ==
                      view::Field::verdict;
}

// An empty decoration makes the style leave room for the mark.
void CandidatesDelegate::initStyleOption(QStyleOptionViewItem* option,
                                         const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (!hasMark(index)) return;
  const int side = option->fontMetrics.ascent() * 3 / 4;
  option->features |= QStyleOptionViewItem::HasDecoration;
  option->decorationSize = QSize(side, side);
}

void CandidatesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const {
  QStyleOptionViewItem full = option;
  initStyleOption(&full, index);
  const QStyle* style = full.widget ? full.widget->style() : QApplication::style();
  paintInset(*painter, full, *style);
  paintReason(*painter, option, index);
  if (!hasMark(index)) return;
  const QRect room = style->subElementRect(QStyle::SE_ItemViewItemDecoration, &full, full.widget);
  const auto kind = static_cast<VerdictKind>(index.data(CandidatesModel::verdictRole).toInt());
  paintVerdictMark(*painter, room, kind, index.data(CandidatesModel::sourceRole).toBool(),
                   Theme::instance().tokens());
}

}  // namespace kw
