// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/propose_form.h"

#include <QAction>
#include <QCheckBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/controls/action_button.h"
#include "widgets/controls/choice_box.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int mostRounds = 100, fieldWidth = 420;

}  // namespace

ProposeForm::ProposeForm(QAction* ask, QWidget* parent) : QScrollArea(parent) {
  setObjectName(QStringLiteral("review.form"));
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  auto* body = new QWidget(this);
  auto* column = new QVBoxLayout(body);
  column->setContentsMargins(spacing::panel, spacing::panel, spacing::panel, spacing::panel);
  column->setSpacing(spacing::groups);
  const auto label = [body](const char* role) {
    auto* made = new QLabel(body);
    made->setTextFormat(Qt::PlainText);
    made->setWordWrap(true);
    made->setProperty("role", role);
    return made;
  };
  m_words = label("secondary");
  m_from = label("secondary");
  m_fault = label("failed");
  m_from->hide();
  m_fault->hide();
  column->addWidget(m_words);
  column->addWidget(m_from);
  m_form = new QFormLayout;
  m_form->setHorizontalSpacing(spacing::groups);
  m_form->setVerticalSpacing(spacing::between);
  m_form->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
  column->addLayout(m_form);
  setWidget(body);
  makeFields();
  column->addWidget(m_fault);
  column->addWidget(new ActionButton(ask, body, true), 0, Qt::AlignLeft);
  column->addStretch(1);
  setFocusProxy(m_provider);
  listProviders();
  showRows();
  showReason({});
}

QLineEdit* ProposeForm::addField(const char* name, const QString& label, const QString& hint) {
  auto* field = new QLineEdit(widget());
  field->setObjectName(QStringLiteral("review.") + QLatin1String(name));
  field->setPlaceholderText(hint);
  field->setMaximumWidth(Theme::instance().scaled(fieldWidth));
  m_form->addRow(label, field);
  QString plain = label;
  field->setAccessibleName(plain.remove(u'&'));
  return field;
}

void ProposeForm::makeFields() {
  m_provider = new ChoiceBox(widget());
  m_provider->setObjectName(QStringLiteral("review.provider"));
  m_provider->setAccessibleName(tr("Provider"));
  m_provider->setMaximumWidth(Theme::instance().scaled(fieldWidth));
  m_provider->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_form->addRow(tr("&Provider"), m_provider);
  m_model = addField("model", tr("&Model"), tr("its name, as the provider knows it"));
  m_base = addField("base", tr("Ser&ver"), tr("its address, where it is not the usual one"));
  m_command =
      addField("command", tr("&Command"), tr("reads a prompt, writes a reply: some-agent --print"));
  m_replies =
      addField("replies", tr("R&eplies"), tr("a folder; else \"replies\" beside the problem"));
  m_file = addField("providers", tr("Providers' &file"),
                    tr("kernelwright-providers/1; may be left empty"));
  m_rounds = new QSpinBox(widget());
  m_rounds->setObjectName(QStringLiteral("review.roundCount"));
  m_rounds->setAccessibleName(tr("Rounds"));
  if (auto* field = m_rounds->findChild<QLineEdit*>()) field->setAccessibleName(tr("Rounds"));
  m_rounds->setRange(1, mostRounds);
  m_rounds->setButtonSymbols(QAbstractSpinBox::NoButtons);
  m_rounds->setValue(AgentRequest().rounds);
  m_rounds->setMaximumWidth(Theme::instance().scaled(fieldWidth) / 4);
  m_form->addRow(tr("R&ounds"), m_rounds);
  m_budget =
      addField("budget", tr("&Search budget"), tr("of each round: candidates (24) or time (60s)"));
  m_budget->setText(QString::fromStdString(AgentRequest().budget));
  m_showsEach =
      new QCheckBox(tr("Show each prompt before it is sent, not the first alone"), widget());
  m_showsEach->setObjectName(QStringLiteral("review.showsEach"));
  m_form->addRow(QString(), m_showsEach);
  connect(m_provider, &QComboBox::currentTextChanged, this, &ProposeForm::showRows);
  connect(m_file, &QLineEdit::editingFinished, this, &ProposeForm::listProviders);
}

void ProposeForm::listProviders() {
  language::ProviderChoice choice;
  choice.file = m_file->text().trimmed().toStdString();
  const auto read = language::providerNames(choice);
  m_fault->setText(read ? QString() : QString::fromStdString(read.error().text()));
  m_fault->setVisible(!read);
  QStringList list;
  for (const std::string& name : read ? *read : language::builtInProviderNames())
    list.append(QString::fromStdString(name));
  const QString chosen = m_provider->currentText();
  m_provider->clear();
  m_provider->addItems(list);
  m_provider->setCurrentIndex(std::max(0, m_provider->findText(chosen)));
}

// What a provider has no use for is not asked for.
void ProposeForm::showRows() {
  const QString provider = m_provider->currentText();
  const auto& presets = language::presetNames();
  const bool isPreset =
      std::find(presets.begin(), presets.end(), provider.toStdString()) != presets.end();
  const bool isCommand = provider == QLatin1String("command");
  const bool isRecorded = provider == QLatin1String("recorded");
  const bool isOwn = !isPreset && !isCommand && !isRecorded && provider != QLatin1String("paste");
  m_form->setRowVisible(m_model, isPreset || isOwn);
  m_form->setRowVisible(m_base, isPreset);
  m_form->setRowVisible(m_command, isCommand);
  m_form->setRowVisible(m_replies, isRecorded);
}

void ProposeForm::setFrom(std::optional<int64_t> round, const QString& name) {
  m_fromRound = round;
  m_from->setText(round ? tr("Branches from %1.").arg(name) : QString());
  m_from->setVisible(round.has_value());
}

void ProposeForm::showReason(const QString& whyNot) {
  m_words->setText(
      !whyNot.isEmpty()
          ? whyNot
          : tr("Asks a language model for a better template, with the source, what was measured "
               "and what was tried. You see what leaves this machine before it does, and nothing "
               "of a proposal is compiled or run before you accept it. The device and the "
               "strategy are those of the run bar; keys come from the environment or the desktop's "
               "keyring."));
}

AgentRequest ProposeForm::request() const {
  const auto text = [](const QLineEdit* field) {
    return field->isVisibleTo(field->parentWidget()) ? field->text().trimmed().toStdString()
                                                     : std::string();
  };
  AgentRequest request;
  request.provider.provider = m_provider->currentText().toStdString();
  request.provider.model = text(m_model);
  request.provider.base = text(m_base);
  request.provider.command = text(m_command);
  request.provider.replies = text(m_replies);
  request.provider.file = text(m_file);
  request.rounds = m_rounds->value();
  request.budget = text(m_budget);
  request.showsEachPrompt = m_showsEach->isChecked();
  request.from = m_fromRound;
  return request;
}

QVariantMap ProposeForm::saveState() const {
  QVariantMap state;
  for (const QLineEdit* field : {m_model, m_base, m_command, m_replies, m_file, m_budget})
    state.insert(field->objectName(), field->text());
  state.insert(m_provider->objectName(), m_provider->currentText());
  state.insert(m_rounds->objectName(), m_rounds->value());
  state.insert(m_showsEach->objectName(), m_showsEach->isChecked());
  return state;
}

void ProposeForm::restoreState(const QVariantMap& state) {
  if (state.isEmpty()) return;
  for (QLineEdit* field : {m_model, m_base, m_command, m_replies, m_file, m_budget})
    if (state.contains(field->objectName()))
      field->setText(state.value(field->objectName()).toString());
  listProviders();
  const int provider = m_provider->findText(state.value(m_provider->objectName()).toString());
  if (provider >= 0) m_provider->setCurrentIndex(provider);
  m_rounds->setValue(state.value(m_rounds->objectName(), m_rounds->value()).toInt());
  m_showsEach->setChecked(state.value(m_showsEach->objectName()).toBool());
}

}  // namespace kw
