// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/finding_label.h"

#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QScreen>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

QLabel* paragraph(const QString& text, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setTextFormat(Qt::PlainText);
  label->setText(text);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->setAccessibleName(text);
  return label;
}

}  // namespace

FindingLabel::FindingLabel(QWidget* parent) : QAbstractButton(parent) {
  setObjectName(QStringLiteral("run.finding"));
  setCursor(Qt::PointingHandCursor);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setFocusPolicy(Qt::StrongFocus);
  connect(this, &QAbstractButton::clicked, this, &FindingLabel::showEvidence);
  connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
  setFinding({});
}

void FindingLabel::setFinding(const FindingWords& finding) {
  m_finding = finding;
  setVisible(!finding.sentence.isEmpty());
  setText(finding.sentence);
  setAccessibleName(tr("Finding: %1").arg(finding.sentence));
  setAccessibleDescription(tr("Shows the evidence"));
  setToolTip(finding.sentence.toHtmlEscaped());
  updateGeometry();
  update();
}

QSize FindingLabel::sizeHint() const {
  const int height =
      std::max(Theme::instance().scaled(spacing::hitArea), fontMetrics().height() + 2);
  return {fontMetrics().horizontalAdvance(m_finding.sentence) + 2 * spacing::within + 2, height};
}

QSize FindingLabel::minimumSizeHint() const {
  return {fontMetrics().averageCharWidth() * 16, sizeHint().height()};
}

void FindingLabel::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QFont font = this->font();
  font.setUnderline(underMouse());
  painter.setFont(font);
  painter.setPen(tokens.text);
  const QRect area = rect().adjusted(spacing::within, 0, -spacing::within, 0);
  painter.drawText(
      area, Qt::AlignLeft | Qt::AlignVCenter,
      painter.fontMetrics().elidedText(m_finding.sentence, Qt::ElideRight, area.width()));
  if (!hasFocus()) return;
  painter.setPen(tokens.focusRing);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), spacing::corner,
                          spacing::corner);
}

void FindingLabel::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    click();
  else
    QAbstractButton::keyPressEvent(event);
}

void FindingLabel::showEvidence() {
  const Tokens& tokens = Theme::instance().tokens();
  auto* popover = new QFrame(this, Qt::Popup);
  popover->setAttribute(Qt::WA_DeleteOnClose);
  popover->setObjectName(QStringLiteral("evidence"));
  popover->setAccessibleName(tr("Evidence of the finding"));
  popover->setStyleSheet(QStringLiteral("#evidence { background: %1; border: 1px solid %2; }")
                             .arg(tokens.panel.name(), tokens.hairline.name()));
  auto* layout = new QVBoxLayout(popover);
  layout->setContentsMargins(spacing::panel, spacing::groups, spacing::panel, spacing::groups);
  layout->setSpacing(spacing::between);
  QLabel* sentence = paragraph(m_finding.sentence, popover);
  QFont bold = sentence->font();
  bold.setBold(true);
  sentence->setFont(bold);
  layout->addWidget(sentence);
  layout->addWidget(paragraph(
      m_finding.evidence.isEmpty() ? tr("No more is known yet.") : m_finding.evidence, popover));

  const QRect screen = this->screen()->availableGeometry();
  const int width =
      std::min(fontMetrics().averageCharWidth() * 76, screen.width() - 2 * spacing::panel);
  popover->setFixedWidth(width);
  popover->resize(width, layout->heightForWidth(width));
  QPoint corner = mapToGlobal(QPoint(0, height()));
  corner.setX(
      std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width)));
  popover->move(corner);
  popover->show();
  sentence->setFocus(Qt::PopupFocusReason);
}

}  // namespace kw
