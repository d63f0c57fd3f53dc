// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/run_fields.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSignalBlocker>

#include "client/engine/engine.h"
#include "client/search/registry.h"
#include "widgets/controls/choice_box.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

// Items of the device combo that are no device of the runner beside this program.
const QString autoId = QStringLiteral("auto");
const QString hostId = QStringLiteral("host");
const QString otherId = QStringLiteral("other");

QLabel* labelFor(QWidget* field, const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", "secondary");
  label->setBuddy(field);
  return label;
}

void addItem(QComboBox* combo, const QString& text, const QString& id, const QString& tip) {
  combo->addItem(text, id);
  combo->setItemData(combo->count() - 1, tip, Qt::ToolTipRole);
}

int lettersWide(const QWidget* widget, int letters) {
  return widget->fontMetrics().averageCharWidth() * letters + 2 * spacing::groups;
}

}  // namespace

RunFields::RunFields(QWidget* bar)
    : QObject(bar),
      m_device(new ChoiceBox(bar)),
      m_strategy(new ChoiceBox(bar)),
      m_budget(new QLineEdit(bar)),
      m_seed(new QLineEdit(bar)),
      m_runnersRow(new QWidget(bar)),
      m_runners(new QPlainTextEdit(m_runnersRow)),
      m_faultLine(new QLabel(bar)) {
  m_device->setObjectName(QStringLiteral("run.device"));
  m_device->setAccessibleName(tr("Device"));
  m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_device->setMinimumContentsLength(15);
  m_strategy->setObjectName(QStringLiteral("run.strategy"));
  m_strategy->setAccessibleName(tr("Search strategy"));
  for (const StrategyDescription& strategy : strategyDescriptions()) {
    const QString name = QString::fromUtf8(strategy.name.data(), qsizetype(strategy.name.size()));
    addItem(m_strategy, name, name,
            QString::fromUtf8(strategy.meaning.data(), qsizetype(strategy.meaning.size())));
  }
  m_budget->setObjectName(QStringLiteral("run.budget"));
  m_budget->setAccessibleName(tr("Budget"));
  m_budget->setToolTip(tr("A number of candidates (24) or a time (500ms, 60s, 5m, 2h)"));
  m_seed->setObjectName(QStringLiteral("run.seed"));
  m_seed->setAccessibleName(tr("Seed"));
  m_seed->setToolTip(tr("The same seed asks for the same candidates in the same order"));
  m_faultLine->setObjectName(QStringLiteral("run.fault"));
  m_faultLine->setProperty("role", "failed");
  m_faultLine->setTextFormat(Qt::PlainText);
  m_faultLine->setWordWrap(true);

  auto* row = new QHBoxLayout(m_runnersRow);
  row->setContentsMargins(0, 0, 0, 0);
  m_runners->setObjectName(QStringLiteral("run.runners"));
  m_runners->setAccessibleName(tr("Command lines that start runners, one on each line"));
  m_runners->setTabChangesFocus(true);
  m_runners->setLineWrapMode(QPlainTextEdit::NoWrap);
  m_runners->setPlaceholderText(
      tr("One command line for each runner, such as:\n"
         "ssh gpu07 kwr-runner\n"
         "srun --gpus 1 kwr-runner"));
  QLabel* label = labelFor(m_runners, tr("Runners"), m_runnersRow);
  label->setContentsMargins(0, spacing::within, 0, 0);
  row->addWidget(label, 0, Qt::AlignTop);
  row->addWidget(m_runners, 1);

  connect(m_device, &QComboBox::currentIndexChanged, this, &RunFields::check);
  connect(m_strategy, &QComboBox::currentIndexChanged, this, &RunFields::check);
  connect(m_budget, &QLineEdit::textChanged, this, &RunFields::check);
  connect(m_seed, &QLineEdit::textChanged, this, &RunFields::check);
  connect(m_runners, &QPlainTextEdit::textChanged, this, &RunFields::check);
  connect(&Theme::instance(), &Theme::changed, this, &RunFields::restyle);
  makeActions();
  setDevices({});
  setChoices({});
}

void RunFields::makeActions() {
  struct Field {
    QWidget* widget;
    const char* name;
    QString text;
    Qt::Key key;
  };
  const Field fields[] = {
      {m_device, "run.chooseDevice", tr("Choose the device"), Qt::Key_D},
      {m_strategy, "run.chooseStrategy", tr("Choose the search strategy"), Qt::Key_Y},
      {m_budget, "run.setBudget", tr("Set the budget"), Qt::Key_B},
      {m_seed, "run.setSeed", tr("Set the seed"), Qt::Key_E}};
  for (const Field& field : fields) {
    auto* action = new QAction(field.text, this);
    action->setObjectName(QLatin1String(field.name));
    action->setShortcut(Qt::CTRL | Qt::ALT | field.key);
    connect(action, &QAction::triggered, this, [widget = field.widget] {
      widget->setFocus(Qt::ShortcutFocusReason);
      if (auto* list = qobject_cast<QComboBox*>(widget)) list->showPopup();
      if (auto* line = qobject_cast<QLineEdit*>(widget)) line->selectAll();
    });
    m_actions.append(action);
  }
}

void RunFields::layOut(QHBoxLayout* row) {
  QWidget* bar = m_faultLine->parentWidget();
  const std::pair<QWidget*, QString> fields[] = {{m_device, tr("Device")},
                                                 {m_strategy, tr("Strategy")},
                                                 {m_budget, tr("Budget")},
                                                 {m_seed, tr("Seed")}};
  for (const auto& [field, text] : fields) {
    row->addWidget(labelFor(field, text, bar));
    row->addWidget(field);
    row->addSpacing(spacing::within);
  }
}

void RunFields::setDevices(const QList<DeviceChoice>& devices) {
  const QString chosen = m_device->currentData().toString();
  {
    const QSignalBlocker quiet(m_device);
    m_device->clear();
    addItem(m_device, QStringLiteral("auto"), autoId, tr("The first GPU, else this machine's CPU"));
    bool hasHost = false;
    for (const DeviceChoice& device : devices) {
      addItem(m_device, device.text, device.id, device.tooltip);
      hasHost = hasHost || device.id == hostId;
    }
    if (!hasHost)
      addItem(m_device, tr("host (CPU)"), hostId,
              tr("Runs CUDA C++ on this machine's CPU: to verify, not to time"));
    m_device->insertSeparator(m_device->count());
    addItem(m_device, tr("Other runner…"), otherId,
            tr("Runners on other machines, started by ssh or a job scheduler"));
  }
  selectDevice(chosen.isEmpty() ? autoId : chosen);
}

// A device that is not listed (yet) is kept as it is named.
void RunFields::selectDevice(const QString& id) {
  int at = m_device->findData(id);
  if (at < 0) {
    addItem(m_device, id, id, tr("Not among the devices that were found"));
    at = m_device->count() - 1;
  }
  m_device->setCurrentIndex(at);
  check();
}

void RunFields::setChoices(const RunChoices& choices) {
  m_runners->setPlainText(choices.runners.join(QLatin1Char('\n')));
  m_budget->setText(choices.budget);
  m_seed->setText(QString::number(choices.seed));
  const int strategy = m_strategy->findData(choices.strategy);
  m_strategy->setCurrentIndex(strategy < 0 ? 0 : strategy);
  selectDevice(choices.runners.isEmpty() ? choices.device : otherId);
}

RunChoices RunFields::choices() const {
  RunChoices choices;
  choices.device = usesOtherRunners() ? autoId : m_device->currentData().toString();
  if (usesOtherRunners())
    for (const QString& line : m_runners->toPlainText().split(QLatin1Char('\n')))
      if (!line.trimmed().isEmpty()) choices.runners.append(line.trimmed());
  choices.strategy = m_strategy->currentData().toString();
  choices.budget = m_budget->text().trimmed();
  choices.seed = m_seed->text().trimmed().toULongLong();
  return choices;
}

bool RunFields::usesOtherRunners() const {
  return m_device->currentData().toString() == otherId;
}

QString RunFields::findFault() const {
  const Result<Budget> budget = Budget::parse(m_budget->text().trimmed().toStdString());
  if (!budget) return QString::fromStdString(budget.error().text());
  bool isNumber = false;
  m_seed->text().trimmed().toULongLong(&isNumber);
  if (!isNumber)
    return tr("'%1' is no seed (give a whole number from 0 on)").arg(m_seed->text().trimmed());
  if (usesOtherRunners() && choices().runners.isEmpty())
    return tr(
        "No runner is named (give a command line that starts one, such as ssh gpu07 "
        "kwr-runner)");
  return {};
}

void RunFields::check() {
  m_runnersRow->setVisible(usesOtherRunners());
  m_fault = findFault();
  m_faultLine->setText(m_fault);
  m_faultLine->setVisible(!m_fault.isEmpty());
  const int tip = m_device->currentIndex();
  m_device->setToolTip(m_device->itemData(tip, Qt::ToolTipRole).toString());
  restyle();
  Q_EMIT changed();
}

void RunFields::setEnabled(bool enabled) {
  for (QWidget* field : {static_cast<QWidget*>(m_device), static_cast<QWidget*>(m_strategy),
                         static_cast<QWidget*>(m_budget), static_cast<QWidget*>(m_seed),
                         static_cast<QWidget*>(m_runners)})
    field->setEnabled(enabled);
}

void RunFields::restyle() {
  const bool badBudget = !Budget::parse(m_budget->text().trimmed().toStdString());
  bool isNumber = false;
  m_seed->text().trimmed().toULongLong(&isNumber);
  const QString border = QStringLiteral("QLineEdit { border-color: %1; }")
                             .arg(Theme::instance().tokens().failed.name());
  m_budget->setStyleSheet(badBudget ? border : QString());
  m_seed->setStyleSheet(isNumber ? QString() : border);
  // On a small screen the lists give way, so that no button leaves the window.
  m_device->setMinimumWidth(lettersWide(m_device, 6));
  m_strategy->setMinimumWidth(lettersWide(m_strategy, 6));
  m_budget->setFixedWidth(lettersWide(m_budget, 8));
  m_seed->setFixedWidth(lettersWide(m_seed, 7));
  m_runners->setFixedHeight(m_runners->fontMetrics().lineSpacing() * 3 + 2 * spacing::groups);
  m_runners->setFont(Theme::instance().codeFont());
}

}  // namespace kw
