// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/configuration_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStyle>

#include "view/space/space_figures.h"
#include "view/space/value_text.h"
#include "widgets/controls/choice_box.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

ChoiceBox* makeCombo(const Parameter& parameter, const Configuration& initial, QWidget* parent) {
  auto* combo = new ChoiceBox(parent);
  combo->setAccessibleName(QString::fromStdString(parameter.name));
  combo->setAccessibleDescription(QString::fromStdString(parameter.meaning));
  combo->setToolTip(QString::fromStdString(parameter.meaning));
  combo->setFont(Theme::instance().numberFont());
  const ParameterValue* wanted = initial.find(parameter.name);
  for (size_t i = 0; i < parameter.values.size(); ++i) {
    combo->addItem(QString::fromStdString(view::valueText(parameter.values[i])));
    if (wanted && expression::equal(parameter.values[i], *wanted))
      combo->setCurrentIndex(static_cast<int>(i));
  }
  return combo;
}

}  // namespace

ConfigurationDialog::ConfigurationDialog(Space space, std::optional<DeviceInfo> device,
                                         const Configuration& initial, QWidget* parent)
    : QDialog(parent), m_space(std::move(space)), m_device(std::move(device)) {
  setObjectName(QStringLiteral("configurationDialog"));
  setWindowTitle(tr("Evaluate a configuration"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  layout->setSpacing(spacing::groups);
  auto* area = new QScrollArea(this);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setFocusPolicy(Qt::NoFocus);
  auto* fields = new QWidget(area);
  auto* form = new QFormLayout(fields);
  form->setContentsMargins(0, 0, spacing::between, 0);
  form->setSpacing(spacing::between);
  for (const Parameter& parameter : m_space.parameters) {
    m_values.push_back(makeCombo(parameter, initial, fields));
    form->addRow(QString::fromStdString(parameter.name), m_values.back());
    connect(m_values.back(), &ChoiceBox::currentIndexChanged, this, &ConfigurationDialog::judge);
  }
  area->setWidget(fields);
  layout->addWidget(area, 1);
  m_verdict = new QLabel(this);
  m_verdict->setWordWrap(true);
  m_verdict->setTextFormat(Qt::PlainText);
  layout->addWidget(m_verdict);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  m_confirm = buttons->addButton(tr("Evaluate"), QDialogButtonBox::AcceptRole);
  m_confirm->setProperty("accent", true);
  m_confirm->setDefault(true);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  const Theme& theme = Theme::instance();
  const int rows = static_cast<int>(m_values.size()) * theme.scaled(spacing::button + 10);
  resize(theme.scaled(400), std::min(rows + theme.scaled(150), theme.scaled(600)));
  judge();
}

Configuration ConfigurationDialog::configuration() const {
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (size_t i = 0; i < m_values.size(); ++i) {
    const auto place = static_cast<size_t>(std::max(0, m_values[i]->currentIndex()));
    values.emplace_back(m_space.parameters[i].name, m_space.parameters[i].values[place]);
  }
  return Configuration(std::move(values));
}

bool ConfigurationDialog::isValid() const {
  return view::violatedConstraint(m_space, m_device, configuration()).empty();
}

void ConfigurationDialog::judge() {
  const std::string violated = view::violatedConstraint(m_space, m_device, configuration());
  m_confirm->setEnabled(violated.empty());
  m_verdict->setText(violated.empty()
                         ? tr("All constraints hold.")
                         : tr("This does not hold: %1").arg(QString::fromStdString(violated)));
  m_verdict->setProperty("role", violated.empty() ? "verified" : "failed");
  m_verdict->style()->unpolish(m_verdict);
  m_verdict->style()->polish(m_verdict);
}

}  // namespace kw
