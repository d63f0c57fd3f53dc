// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/values_delegate.h"

#include <QApplication>
#include <QPainter>

#include "widgets/space/parameter_model.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

struct Piece {
  QString text;
  int width = 0;
  bool isSelected = false, isBest = false;
};

class Line {
 public:
  Line(const QModelIndex& index, const QFontMetrics& metrics, int room) : m_metrics(metrics) {
    const QStringList texts = index.data(ParameterModel::valueTextsRole).toStringList();
    const int selected = index.data(ParameterModel::selectedRole).toInt();
    const int best = index.data(ParameterModel::bestRole).toInt();
    for (qsizetype i = 0; i < texts.size(); ++i) {
      Piece piece{texts[i], 0, i == selected, i == best};
      piece.width = metrics.horizontalAdvance(piece.text);
      m_all.append(piece);
    }
    fit(room, selected);
  }

  const QList<Piece>& pieces() const { return m_shown; }
  static int gap(const QFontMetrics& metrics) { return metrics.averageCharWidth() + 2; }

 private:
  int widthOf(const QList<Piece>& pieces) const {
    int width = 0;
    for (const Piece& piece : pieces)
      width += piece.width + gap(m_metrics);
    return width;
  }

  Piece dots(qsizetype left) const {
    const QString text = QStringLiteral("… +%1").arg(left);
    return {text, m_metrics.horizontalAdvance(text), false, false};
  }

  // All of them, or the first ones with the selected in place of the last.
  void fit(int room, int selected) {
    m_shown = m_all;
    if (widthOf(m_shown) <= room) return;
    const bool keepsOne = selected >= 0 && selected < m_all.size();
    for (qsizetype count = m_all.size() - 1; count >= 0; --count) {
      m_shown = m_all.mid(0, count);
      const bool apart = keepsOne && selected >= count;
      m_shown.append(dots(m_all.size() - count - (apart ? 1 : 0)));
      if (apart) m_shown.append(m_all[selected]);
      if (widthOf(m_shown) <= room) return;
    }
  }

  QFontMetrics m_metrics;
  QList<Piece> m_all, m_shown;
};

void paintPiece(QPainter& painter, const Piece& piece, const QRect& place, const QFont& font) {
  const Tokens& t = Theme::instance().tokens();
  const int margin = Line::gap(QFontMetrics(font)) / 2 - 1;
  if (piece.isSelected) {
    painter.setPen(t.focusRing);
    painter.setBrush(t.selection);
    painter.drawRoundedRect(QRectF(place).adjusted(-margin + 0.5, 2.5, margin - 0.5, -2.5),
                            spacing::corner, spacing::corner);
  }
  painter.setFont(font);
  painter.setPen(piece.text.startsWith(u'…') ? t.secondaryText : t.text);
  painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, piece.text);
  if (!piece.isBest) return;
  const int thickness = std::max(2, Theme::instance().scaled(2));
  painter.fillRect(QRect(place.left(), place.bottom() - thickness, place.width(), thickness),
                   t.accent);
}

}  // namespace

void ValuesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                           const QModelIndex& index) const {
  const bool refused = !index.data(DraftTable::faultRole).toString().isEmpty();
  if (refused) return QStyledItemDelegate::paint(painter, option, index);
  QStyleOptionViewItem plain = option;
  initStyleOption(&plain, index);
  plain.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &plain, painter, option.widget);
  const QFont font = Theme::instance().numberFont();
  const QFontMetrics metrics(font);
  const QRect room = option.rect.adjusted(spacing::within + 2, 0, -spacing::within, 0);
  painter->save();
  painter->setClipRect(option.rect);
  painter->setRenderHint(QPainter::Antialiasing);
  int x = room.left();
  const Line line(index, metrics, room.width());
  for (const Piece& piece : line.pieces()) {
    paintPiece(*painter, piece, QRect(x, room.top(), piece.width, room.height()), font);
    x += piece.width + Line::gap(metrics);
  }
  painter->restore();
}

QWidget* ValuesDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                      const QModelIndex& index) const {
  QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
  if (editor) {
    editor->setFont(Theme::instance().codeFont());
    editor->setAccessibleName(
        index.model()->headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString());
  }
  return editor;
}

}  // namespace kw
