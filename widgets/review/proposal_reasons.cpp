// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/proposal_reasons.h"

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "view/review/round_rows.h"
#include "widgets/theme/tokens.h"

namespace kw {

namespace {

QString reasonsText(const Round& round) {
  QString text;
  if (round.proposal) {
    const Proposal& proposal = *round.proposal;
    text = QString::fromStdString(proposal.reasons) + QStringLiteral("\n\n") +
           ProposalReasons::tr("Expects %1 over the best so far: %2")
               .arg(QString::fromStdString(ratioText(proposal.expectedSpeedup)),
                    QString::fromStdString(proposal.expectedWhy)) +
           QStringLiteral("\n\n");
  }
  return text + QString::fromStdString(view::roundSummary(round));
}

}  // namespace

ProposalReasons::ProposalReasons(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(spacing::within);
  m_reasons = new QPlainTextEdit(this);
  m_reasons->setObjectName(QStringLiteral("review.reasons"));
  m_reasons->setAccessibleName(tr("Reasons"));
  m_reasons->setReadOnly(true);
  m_reasons->setTabChangesFocus(true);
  m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_reasons, 3);
  m_evidenceHeading = new QLabel(tr("Evidence (Return opens the value)"), this);
  m_evidenceHeading->setProperty("role", "secondary");
  column->addWidget(m_evidenceHeading);
  m_evidence = new QListWidget(this);
  m_evidence->setObjectName(QStringLiteral("review.evidence"));
  m_evidence->setAccessibleName(tr("Evidence"));
  m_evidence->setWordWrap(true);
  m_evidence->setResizeMode(QListView::Adjust);
  m_evidence->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_evidence->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  column->addWidget(m_evidence, 2);
  connect(m_evidence, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
    Q_EMIT metricWanted(item->data(Qt::UserRole).toString());
  });
}

void ProposalReasons::showRound(const Round& round) {
  if (const QString text = reasonsText(round); text != m_reasons->toPlainText())
    m_reasons->setPlainText(text);
  m_evidence->clear();
  if (round.proposal)
    for (const CitedMetric& cited : round.proposal->evidence) {
      auto* item = new QListWidgetItem(
          QStringLiteral("%1 = %2: %3")
              .arg(QString::fromStdString(cited.metric),
                   QString::fromStdString(number(cited.value)), QString::fromStdString(cited.says)),
          m_evidence);
      item->setData(Qt::UserRole, QString::fromStdString(cited.metric));
      item->setToolTip(tr("Shows %1 among the counters").arg(item->data(Qt::UserRole).toString()));
    }
  m_evidence->setVisible(m_evidence->count() > 0);
  m_evidenceHeading->setVisible(m_evidence->count() > 0);
}

QString ProposalReasons::text() const {
  return m_reasons->toPlainText();
}

}  // namespace kw
