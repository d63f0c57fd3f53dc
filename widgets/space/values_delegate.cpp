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

// No more of a value is shown: a whole text of a megabyte takes seconds to measure.
constexpr qsizetype mostLetters = 200;

// As many values as there is room for.
class Line {
 public:
  Line(const QModelIndex& index, const QFontMetrics& metrics, int room)
      : m_metrics(metrics),
        m_texts(index.data(ParameterModel::valueTextsRole).toStringList()),
        m_selected(index.data(ParameterModel::selectedRole).toInt()),
        m_best(index.data(ParameterModel::bestRole).toInt()) {
    const qsizetype count = m_texts.size();
    int width = 0;
    while (m_shown.size() < count && width <= room) {
      m_shown.append(pieceOf(m_shown.size()));
      width += spaceFor(m_shown.back());
    }
    if (width > room) shorten(room, width);
  }

  const QList<Piece>& pieces() const { return m_shown; }
  static int gap(const QFontMetrics& metrics) { return metrics.averageCharWidth() + 2; }

 private:
  Piece pieceOf(qsizetype i) const {
    const QString text =
        m_texts[i].size() > mostLetters ? m_texts[i].left(mostLetters) + u'…' : m_texts[i];
    return {text, m_metrics.horizontalAdvance(text), i == m_selected, i == m_best};
  }

  Piece dots(qsizetype left) const {
    const QString text = QStringLiteral("… +%1").arg(left);
    return {text, m_metrics.horizontalAdvance(text), false, false};
  }

  int spaceFor(const Piece& piece) const { return piece.width + gap(m_metrics); }

  // The first ones with the selected in place of the last. `width`: of those that are shown.
  void shorten(int room, int width) {
    while (true) {
      const qsizetype count = m_shown.size();
      const bool apart = m_selected >= count && m_selected < m_texts.size();
      QList<Piece> end;
      if (const qsizetype left = m_texts.size() - count - (apart ? 1 : 0); left > 0)
        end.append(dots(left));
      if (apart) end.append(pieceOf(m_selected));
      int needed = width;
      for (const Piece& piece : std::as_const(end))
        needed += spaceFor(piece);
      if (needed <= room || count == 0) {
        m_shown += end;
        return;
      }
      width -= spaceFor(m_shown.back());
      m_shown.removeLast();
    }
  }

  QFontMetrics m_metrics;
  QStringList m_texts;
  int m_selected, m_best;
  QList<Piece> m_shown;
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
