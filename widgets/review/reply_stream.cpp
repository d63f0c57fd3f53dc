// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/reply_stream.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "widgets/controls/action_button.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int clockMilliseconds = 500;

}  // namespace

ReplyStream::ReplyStream(QAction* stop, QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::between, spacing::between, spacing::between,
                             spacing::between);
  column->setSpacing(spacing::within);
  auto* row = new QHBoxLayout;
  row->setSpacing(spacing::between);
  m_doing = new QLabel(this);
  m_doing->setObjectName(QStringLiteral("review.doing"));
  m_doing->setTextFormat(Qt::PlainText);
  m_doing->setWordWrap(true);
  row->addWidget(m_doing, 1);
  row->addWidget(new ActionButton(stop, this), 0, Qt::AlignTop);
  column->addLayout(row);
  m_text = new QPlainTextEdit(this);
  m_text->setObjectName(QStringLiteral("review.reply"));
  m_text->setAccessibleName(tr("The reply as it comes"));
  m_text->setReadOnly(true);
  m_text->setUndoRedoEnabled(false);
  m_text->setTabChangesFocus(true);
  m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  m_text->setPlaceholderText(tr("The model's reply appears here as it comes."));
  column->addWidget(m_text, 1);
  m_figures = new QLabel(this);
  m_figures->setObjectName(QStringLiteral("review.figures"));
  m_figures->setProperty("role", "secondary");
  m_figures->setWordWrap(true);
  column->addWidget(m_figures);
  m_clock.setInterval(clockMilliseconds);
  connect(&m_clock, &QTimer::timeout, this, &ReplyStream::showFigures);
  const auto wear = [this] { m_text->setFont(Theme::instance().codeFont()); };
  connect(&Theme::instance(), &Theme::changed, this, wear);
  wear();
  setFocusProxy(m_text);
}

void ReplyStream::begin() {
  m_text->clear();
  m_spent.clear();
  m_characters = 0;
  m_isComing = false;
  showDoing(tr("Looking at the problem"));
  showFigures();
}

void ReplyStream::showDoing(const QString& text) {
  m_doing->setText(text);
}

void ReplyStream::showSpent(const QString& text) {
  m_spent = text;
  m_isComing = false;
  m_clock.stop();
  showFigures();
}

void ReplyStream::beginReply() {
  m_text->clear();
  m_characters = 0;
  m_isComing = true;
  m_since.start();
  m_clock.start();
  showFigures();
}

// What somebody scrolled back to stays in sight.
void ReplyStream::grow(const QString& text) {
  QScrollBar* bar = m_text->verticalScrollBar();
  const bool follows = bar->value() == bar->maximum();
  const int at = bar->value();
  QTextCursor end(m_text->document());
  end.movePosition(QTextCursor::End);
  end.insertText(text);
  bar->setValue(follows ? bar->maximum() : at);
  m_characters += text.size();
  showFigures();
}

void ReplyStream::end() {
  m_clock.stop();
  m_isComing = false;
  showFigures();
}

QString ReplyStream::replyText() const {
  return m_text->toPlainText();
}

void ReplyStream::showFigures() {
  QStringList parts;
  if (m_isComing)
    parts.append(
        tr("Reply: %1, %2")
            .arg(QString::fromStdString(countText(static_cast<size_t>(m_characters), "character")),
                 QString::fromStdString(
                     durationText(static_cast<double>(m_since.elapsed() / 1000)))));
  if (!m_spent.isEmpty()) parts.append(tr("Spent so far: %1").arg(m_spent));
  m_figures->setText(parts.join(QStringLiteral(". ")));
  m_figures->setVisible(!parts.isEmpty());
}

}  // namespace kw
