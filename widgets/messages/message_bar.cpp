// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/messages/message_bar.h"

#include <QAction>
#include <QHBoxLayout>
#include <QPainter>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/palette/action_registry.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int doneMilliseconds = 8000;
constexpr int detailLines = 8;
// A message is read at a glance; what is longer goes behind "Details".
constexpr qsizetype longestText = 400;

QToolButton* button(const QString& text, const QString& accessibleName) {
  auto* made = new QToolButton;
  made->setObjectName(QStringLiteral("action"));
  made->setText(text);
  made->setAccessibleName(accessibleName);
  return made;
}

QString sentence(const Error& error) {
  QString text = QString::fromStdString(error.message);
  const QString place = QString::fromStdString(describe(error.place));
  if (!place.isEmpty()) text = place + QStringLiteral(": ") + text;
  if (!error.advice.empty())
    text += QStringLiteral(". ") +
            MessageBar::tr("What to do: %1").arg(QString::fromStdString(error.advice));
  return text;
}

}  // namespace

MessageBar::MessageBar(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("messageBar"));
  m_mark = new QLabel;
  m_text = new QLabel;
  m_text->setObjectName(QStringLiteral("message.text"));
  m_text->setWordWrap(true);
  m_text->setTextFormat(Qt::PlainText);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_more = button(tr("Details"), tr("Show the message's details"));
  m_more->setCheckable(true);
  m_close = button(tr("Dismiss"), tr("Dismiss the message"));
  m_details = new QPlainTextEdit;
  m_details->setReadOnly(true);
  m_details->setTabChangesFocus(true);
  m_details->setAccessibleName(tr("Details of the message"));
  makeActions();
  layOut();

  m_timer = new QTimer(this);
  m_timer->setSingleShot(true);
  connect(m_timer, &QTimer::timeout, this, &MessageBar::dismiss);
  connect(m_close, &QToolButton::clicked, this, &MessageBar::dismiss);
  connect(m_more, &QToolButton::toggled, m_details, &QWidget::setVisible);
  connect(&Theme::instance(), &Theme::changed, this, &MessageBar::restyle);
  restyle();
}

void MessageBar::makeActions() {
  m_showDetails = new QAction(tr("Show the message's details"), this);
  m_showDetails->setObjectName(QStringLiteral("message.details"));
  m_showDetails->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_I);
  m_dismiss = new QAction(tr("Dismiss the message"), this);
  m_dismiss->setObjectName(QStringLiteral("message.dismiss"));
  m_dismiss->setShortcut(Qt::SHIFT | Qt::Key_Escape);
  addActions(panelActions());
  m_more->setToolTip(m_showDetails->shortcut().toString(QKeySequence::NativeText));
  m_close->setToolTip(m_dismiss->shortcut().toString(QKeySequence::NativeText));
  connect(m_showDetails, &QAction::triggered, this, [this] {
    m_more->toggle();
    if (m_more->isChecked()) m_details->setFocus(Qt::ShortcutFocusReason);
  });
  connect(m_dismiss, &QAction::triggered, this, &MessageBar::dismiss);
  enableActions();
}

void MessageBar::layOut() {
  auto* line = new QHBoxLayout;
  line->setSpacing(spacing::between);
  line->addWidget(m_mark, 0, Qt::AlignTop);
  line->addWidget(m_text, 1, Qt::AlignTop);
  line->addWidget(m_more, 0, Qt::AlignTop);
  line->addWidget(m_close, 0, Qt::AlignTop);
  auto* all = new QVBoxLayout(this);
  all->setContentsMargins(spacing::panel, spacing::between, spacing::panel, spacing::between);
  all->addLayout(line);
  all->addWidget(m_details);
}

void MessageBar::enableActions() {
  const QString none = tr("there is no message");
  m_dismiss->setEnabled(m_shown);
  ActionRegistry::setDisabledReason(m_dismiss, m_shown ? QString() : none);
  const bool hasDetails = m_shown && !m_details->toPlainText().isEmpty();
  m_showDetails->setEnabled(hasDetails);
  ActionRegistry::setDisabledReason(m_showDetails, hasDetails ? QString()
                                                   : m_shown  ? tr("the message has no details")
                                                              : none);
}

void MessageBar::showError(const QString& doing, const Error& error) {
  QString text = tr("%1 failed: %2").arg(doing, sentence(error));
  QString details;
  for (const Error& further : error.further)
    details += QString::fromStdString(further.text()) + QLatin1Char('\n');
  if (text.size() > longestText) {
    details.prepend(text + QLatin1Char('\n'));
    text = text.left(longestText) + QStringLiteral("…");
  }
  showText(Kind::error, text, details.trimmed());
}

void MessageBar::showDone(const QString& text) {
  showText(Kind::done, text, {});
  m_timer->start(doneMilliseconds);
}

void MessageBar::showNote(const QString& text) {
  showText(Kind::note, text, {});
  m_timer->start(doneMilliseconds);
}

void MessageBar::showBusy(const QString& text) {
  showText(Kind::busy, text, {});
}

void MessageBar::showText(Kind kind, const QString& text, const QString& details) {
  m_timer->stop();
  m_kind = kind;
  m_text->setText(text);
  m_text->setAccessibleName(text);
  m_details->setPlainText(details);
  m_more->setVisible(!details.isEmpty());
  m_more->setChecked(false);
  m_details->hide();
  restyle();
  m_shown = true;
  enableActions();
  Q_EMIT shownChanged(true);
}

void MessageBar::dismiss() {
  m_timer->stop();
  m_shown = false;
  enableActions();
  Q_EMIT shownChanged(false);
}

QString MessageBar::text() const {
  return m_shown ? m_text->text() : QString();
}

void MessageBar::restyle() {
  const Tokens& tokens = Theme::instance().tokens();
  const bool busy = m_kind == Kind::busy;
  m_mark->setFixedHeight(m_close->sizeHint().height());
  const auto [mark, colour] = m_kind == Kind::error ? std::pair(QStringLiteral("✕"), tokens.failed)
                              : m_kind == Kind::done
                                  ? std::pair(QStringLiteral("✓"), tokens.verified)
                                  : std::pair(QStringLiteral("…"), tokens.text);
  m_mark->setText(mark);
  m_mark->setStyleSheet(QStringLiteral("color: %1; font-weight: bold;").arg(colour.name()));
  m_close->setVisible(!busy);
  m_details->setFont(Theme::instance().codeFont());
  m_details->setFixedHeight(m_details->fontMetrics().lineSpacing() * detailLines);
  fitText();
  update();
}

// A bar of tools asks a text that wraps for its usual height, which is that of many lines.
void MessageBar::fitText() {
  layout()->activate();
  m_text->setFixedHeight(std::max(m_text->heightForWidth(m_text->width()),
                                  m_close->isHidden() ? 0 : m_close->sizeHint().height()));
}

void MessageBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitText();
}

void MessageBar::paintEvent(QPaintEvent*) {
  const Tokens& tokens = Theme::instance().tokens();
  const QColor& paper = m_kind == Kind::error  ? tokens.faultPaper
                        : m_kind == Kind::done ? tokens.addedPaper
                                               : tokens.changedPaper;
  QPainter(this).fillRect(rect(), paper);
}

}  // namespace kw
