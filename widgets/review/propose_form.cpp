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
#include "widgets/review/form_rows.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int mostRounds = 100, roundsWidth = 105;

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
  m_unattended = label("warning");
  m_unattended->setObjectName(QStringLiteral("review.unattended"));
  m_unattended->setText(
      tr("Each proposal is compiled and run without asking you first. What does not verify is "
         "dropped."));
  m_fault->setObjectName(QStringLiteral("review.formFault"));
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
  m_options = new AskOptions(*m_form);
  column->addWidget(m_fault);
  column->addWidget(m_unattended);
  column->addWidget(new ActionButton(ask, body, true), 0, Qt::AlignLeft);
  column->addStretch(1);
  setFocusProxy(m_provider);
  connect(m_options, &AskOptions::changed, this, &ProposeForm::showWords);
  connect(m_options, &AskOptions::accepted, this, &ProposeForm::asked);
  listProviders();
  showRows();
  showWords();
}

void ProposeForm::makeFields() {
  m_provider = new ChoiceBox(widget());
  addFormRow(*m_form, "provider", tr("&Provider"), m_provider);
  m_model = addLineRow(*m_form, "model", tr("&Model"), tr("its name, as the provider knows it"));
  m_base =
      addLineRow(*m_form, "base", tr("Ser&ver"), tr("its address, where it is not the usual one"));
  m_command = addLineRow(*m_form, "command", tr("&Command"),
                         tr("reads a prompt, writes a reply: some-agent --print"));
  m_replies = addLineRow(*m_form, "replies", tr("R&eplies"),
                         tr("a folder; else \"replies\" beside the problem"));
  m_file = addLineRow(*m_form, "providers", tr("Providers' &file"),
                      tr("kernelwright-providers/1; may be left empty"));
  makeRounds();
  m_budget = addLineRow(*m_form, "budget", tr("&Search budget"),
                        tr("of each round: candidates (24) or time (60s)"));
  m_budget->setText(QString::fromStdString(AgentRequest().budget));
  m_showsEach =
      new QCheckBox(tr("Show each prompt before it is sent, not the first alone"), widget());
  m_showsEach->setObjectName(QStringLiteral("review.showsEach"));
  m_form->addRow(QString(), m_showsEach);
  connect(m_provider, &QComboBox::currentTextChanged, this, &ProposeForm::showRows);
  connect(m_file, &QLineEdit::editingFinished, this, &ProposeForm::listProviders);
}

void ProposeForm::makeRounds() {
  m_rounds = new QSpinBox(widget());
  addFormRow(*m_form, "roundCount", tr("R&ounds"), m_rounds);
  m_rounds->setAccessibleName(tr("Rounds"));
  if (auto* field = m_rounds->findChild<QLineEdit*>()) field->setAccessibleName(tr("Rounds"));
  m_rounds->setRange(1, mostRounds);
  m_rounds->setButtonSymbols(QAbstractSpinBox::NoButtons);
  m_rounds->setValue(AgentRequest().rounds);
  m_rounds->setMaximumWidth(Theme::instance().scaled(roundsWidth));
}

void ProposeForm::listProviders() {
  language::ProviderChoice choice;
  choice.file = m_file->text().trimmed().toStdString();
  const auto read = language::providerNames(choice);
  showFault(read ? QString() : QString::fromStdString(read.error().text()));
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
  m_whyNot = whyNot;
  showWords();
}

void ProposeForm::showWords() {
  const bool isUnattended = m_options->isUnattended();
  m_unattended->setVisible(isUnattended);
  if (!m_whyNot.isEmpty()) return m_words->setText(m_whyNot);
  m_words->setText(
      tr("Asks a language model for a better template, with the source, what was measured and what "
         "was tried. You see what leaves this machine before it does%1. The device and the "
         "strategy are those of the run bar; keys come from the environment or the desktop's "
         "keyring.")
          .arg(isUnattended ? QString()
                            : tr(", and nothing of a proposal is compiled or run before you "
                                 "accept it")));
}

void ProposeForm::showFault(const QString& fault) {
  m_fault->setText(fault);
  m_fault->setVisible(!fault.isEmpty());
}

void ProposeForm::submit() {
  showFault({});
  m_options->submit(request());
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
  m_options->fill(request);
  return request;
}

QVariantMap ProposeForm::saveState() const {
  QVariantMap state = m_options->saveState();
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
  m_options->restoreState(state);
}

}  // namespace kw
