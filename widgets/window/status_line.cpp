// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/status_line.h"

#include <QHBoxLayout>
#include <QResizeEvent>

#include "model/formats/wording.h"
#include "widgets/theme/tokens.h"

namespace kw {

namespace {

QString count(size_t number, const char* one, const char* many = "") {
  return QString::fromStdString(countText(number, one, many));
}

QString number(size_t value) {
  return QString::fromStdString(numberText(static_cast<double>(value)));
}

QString sessionText(const Content& content) {
  const SessionState& session = content.session();
  if (!content.isOpen()) return {};
  if (session.path.isEmpty()) return StatusLine::tr("No session yet: tuning makes one");
  if (!session.readOnly) return session.path;
  return StatusLine::tr("%1 (read only: %2)").arg(session.path, session.readOnlyWhy);
}

QString countsText(const Content& content) {
  if (!content.isOpen()) return {};
  const view::CandidateList& list = content.candidates();
  QString text = StatusLine::tr("%1: %2 verified, %3 failed")
                     .arg(count(list.verified() + list.failed(), "candidate"))
                     .arg(number(list.verified()), number(list.failed()));
  if (content.session().elsewhere > 0)
    text += StatusLine::tr("; not shown: %1 of other revisions or devices")
                .arg(count(content.session().elsewhere, "result"));
  return text;
}

}  // namespace

StatusLine::StatusLine(const Content& content, QWidget* parent)
    : QWidget(parent), m_content(content) {
  setObjectName(QStringLiteral("statusLine"));
  m_session = new QLabel;
  m_counts = new QLabel;
  m_device = new QLabel;
  m_session->setMinimumWidth(1);
  for (QLabel* label : {m_session, m_counts, m_device})
    label->setProperty("role", QStringLiteral("secondary"));
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(spacing::between, 0, spacing::between, 0);
  line->setSpacing(spacing::panel);
  line->addWidget(m_session, 1);
  line->addWidget(m_counts);
  line->addWidget(m_device);
  for (auto signal : {&Content::problemChanged, &Content::candidatesReset, &Content::sessionChanged,
                      &Content::deviceChanged, &Content::runStateChanged})
    connect(&content, signal, this, &StatusLine::refresh);
  connect(&content, &Content::candidatesAppended, this, &StatusLine::refresh);
  refresh();
}

void StatusLine::refresh() {
  m_sessionText = sessionText(m_content);
  m_session->setToolTip(m_sessionText);
  m_counts->setText(countsText(m_content));
  m_device->setText(m_content.device() ? QString::fromStdString(m_content.device()->model)
                                       : QString());
  elide();
}

void StatusLine::elide() {
  m_session->setText(
      m_session->fontMetrics().elidedText(m_sessionText, Qt::ElideMiddle, m_session->width()));
}

void StatusLine::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  elide();
}

}  // namespace kw
