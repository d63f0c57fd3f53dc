// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/time_choice/time_choice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "model/formats/wording.h"
#include "widgets/theme/tokens.h"

namespace kw {

namespace {

const QString caseKey = QStringLiteral("case");
const QString warmKey = QStringLiteral("warm");

}  // namespace

TimeChoice::TimeChoice(Content& content, QWidget* parent)
    : QWidget(parent), m_content(content), m_case(new ChoiceBox), m_state(new ChoiceBox) {
  m_case->setAccessibleName(tr("Performance case"));
  m_case->setToolTip(tr("Which performance case's time is shown"));
  m_case->setSizeAdjustPolicy(ChoiceBox::AdjustToContents);
  m_state->setAccessibleName(tr("Cache state"));
  m_state->addItems({tr("Cold"), tr("Warm")});
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(spacing::between);
  row->addWidget(m_case);
  row->addWidget(m_state);
  setAnyWarm(false);
  listCases();
  connect(&content, &Content::problemChanged, this, [this] {
    listCases();
    Q_EMIT changed();
  });
  connect(m_case, &ChoiceBox::currentIndexChanged, this, [this](int index) {
    m_wantedCase = index > 0 ? m_case->itemText(index) : QString();
    Q_EMIT changed();
  });
  connect(m_state, &ChoiceBox::currentIndexChanged, this, [this](int index) {
    m_wantedWarm = index == 1;
    Q_EMIT changed();
  });
}

void TimeChoice::listCases() {
  const QSignalBlocker blocker(m_case);
  m_case->clear();
  m_case->addItem(tr("Geometric mean"));
  for (const std::string& name : m_content.caseNames())
    m_case->addItem(QString::fromStdString(name));
  m_case->setCurrentIndex(std::max(0, m_case->findText(m_wantedCase)));
  m_case->setEnabled(m_case->count() > 1);
}

view::LatencyChoice TimeChoice::choice() const {
  view::LatencyChoice choice;
  choice.performanceCase = std::max(0, m_case->currentIndex()) - 1;
  choice.warm = m_state->isEnabled() && m_state->currentIndex() == 1;
  return choice;
}

QString TimeChoice::words() const {
  const view::LatencyChoice chosen = choice();
  const QString state = chosen.warm ? tr("warm") : tr("cold");
  if (chosen.performanceCase >= 0) return tr("case %1, %2").arg(m_case->currentText(), state);
  const std::string cases = countText(m_content.caseNames().size(), "case", "cases");
  return tr("geometric mean of %1, %2").arg(QString::fromStdString(cases), state);
}

std::vector<double> TimeChoice::weights() const {
  std::vector<double> weights;
  if (!m_content.problem()) return weights;
  for (const Case& which : m_content.problem()->problem.cases)
    if (which.performance) weights.push_back(which.weight);
  return weights;
}

void TimeChoice::setAnyWarm(bool any) {
  const bool changes = m_state->isEnabled() != any;
  const QSignalBlocker blocker(m_state);
  m_state->setEnabled(any);
  m_state->setCurrentIndex(any && m_wantedWarm ? 1 : 0);
  m_state->setToolTip(any ? tr("Cold: the cache is flushed before each launch")
                          : tr("There are no warm times: tune with the warm protocol to get some"));
  if (changes && m_wantedWarm) QMetaObject::invokeMethod(this, &TimeChoice::changed);
}

QVariantMap TimeChoice::saveState() const {
  return {{caseKey, m_wantedCase}, {warmKey, m_wantedWarm}};
}

void TimeChoice::restoreState(const QVariantMap& state) {
  m_wantedCase = state.value(caseKey).toString();
  m_wantedWarm = state.value(warmKey).toBool();
  listCases();
  setAnyWarm(m_state->isEnabled());
  Q_EMIT changed();
}

QHBoxLayout* makeTitleRow(Content& content, QLabel* title, QWidget* parent) {
  auto* heading = new QLabel(QString::fromUtf8(hostHeading), parent);
  heading->setProperty("role", QStringLiteral("warning"));
  heading->setObjectName(QStringLiteral("hostHeading"));
  QSizePolicy policy = heading->sizePolicy();
  policy.setRetainSizeWhenHidden(true);
  heading->setSizePolicy(policy);
  const auto update = [&content, heading] { heading->setVisible(content.onHost()); };
  QObject::connect(&content, &Content::deviceChanged, heading, update);
  heading->setVisible(content.onHost());
  auto* row = new QHBoxLayout;
  row->setSpacing(spacing::groups);
  row->addWidget(title, 1);
  row->addWidget(heading, 0, Qt::AlignTop);
  return row;
}

}  // namespace kw
