// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/ask_options.h"

#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <utility>

#include "client/agent/time_limit.h"
#include "model/formats/wording.h"
#include "widgets/agent/ask_limits.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/fold_button.h"
#include "widgets/review/form_rows.h"
#include "widgets/review/note_folders.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int64_t mostCalls = 1'000'000, mostTokens = 1'000'000'000'000;
// Places in the lists.
constexpr int unattendedReviewer = 1, splitRoles = 1;

std::string typed(const QLineEdit* field) {
  return field->text().trimmed().toStdString();
}

}  // namespace

AskOptions::AskOptions(QFormLayout& form)
    : QObject(form.parentWidget()),
      m_form(form),
      m_more(new FoldButton(tr("More options"), form.parentWidget())),
      m_fault(new QLabel(form.parentWidget())) {
  m_more->setObjectName(QStringLiteral("review.more"));
  m_form.addRow(m_more);
  makeRows();
  m_fault->setObjectName(QStringLiteral("review.optionsFault"));
  m_fault->setProperty("role", "failed");
  m_fault->setTextFormat(Qt::PlainText);
  m_fault->setWordWrap(true);
  m_form.addRow(m_fault);
  connect(m_more, &FoldButton::toggled, this, &AskOptions::fold);
  fold();
  check();
}

void AskOptions::makeRows() {
  QWidget* body = m_form.parentWidget();
  m_review = new ChoiceBox(body);
  m_review->addItems({tr("Ask me about each proposal"), tr("Take what verifies, without asking")});
  addFormRow(m_form, "reviewer", tr("&Review"), m_review);
  m_roles = new ChoiceBox(body);
  m_roles->addItems(
      {tr("One call in each round"), tr("Split: analysis, planning, templating and testing")});
  addFormRow(m_form, "roles", tr("Ro&les"), m_roles);
  m_notes = new NoteFolders(body);
  addFormRow(m_form, "notes", tr("&Notes"), m_notes);
  m_calls = addLineRow(m_form, "mostCalls", tr("Most c&alls"), tr("no limit; or such as 20"));
  m_tokens = addLineRow(m_form, "mostTokens", tr("Most &tokens"),
                        tr("no limit; or such as 200000, sent and received"));
  m_money = addLineRow(m_form, "mostMoney", tr("Most mone&y"),
                       tr("no limit; or such as 0.50, by the provider's prices"));
  m_time =
      addLineRow(m_form, "mostTime", tr("Most t&ime"), tr("no limit; or such as 20m, 90s or 2h"));
  for (const ChoiceBox* box : {m_review, m_roles})
    connect(box, &QComboBox::currentIndexChanged, this, &AskOptions::check);
  for (const QLineEdit* field : {m_calls, m_tokens, m_money, m_time})
    connect(field, &QLineEdit::textChanged, this, &AskOptions::check);
  connect(m_notes, &NoteFolders::changed, this, &AskOptions::check);
}

void AskOptions::fold() {
  for (QWidget* field : std::initializer_list<QWidget*>{m_review, m_roles, m_notes, m_calls,
                                                        m_tokens, m_money, m_time})
    m_form.setRowVisible(field, m_more->isChecked());
  m_form.setRowVisible(m_fault, m_more->isChecked() && !m_fault->text().isEmpty());
}

bool AskOptions::isUnattended() const {
  return m_review->currentIndex() == unattendedReviewer;
}

AskOptions::Fault AskOptions::read(AgentRequest& request) const {
  Fault fault;
  const auto take = [&fault](auto limit, auto& into, QWidget* field) {
    if (limit)
      into = *limit;
    else if (!fault.field)
      fault = {QString::fromStdString(limit.error().text()), field};
  };
  language::BudgetOfCalls& budget = request.provider.budget;
  take(readCountLimit("Most calls", typed(m_calls), mostCalls), budget.calls, m_calls);
  take(readCountLimit("Most tokens", typed(m_tokens), mostTokens), budget.tokens, m_tokens);
  take(readMoneyLimit("Most money", typed(m_money)), budget.money, m_money);
  take(readTimeLimit("Most time:", typed(m_time)), request.time, m_time);
  return fault;
}

void AskOptions::fill(AgentRequest& request) const {
  request.isUnattended = isUnattended();
  request.roles = m_roles->currentIndex() == splitRoles ? AgentRoles::split : AgentRoles::one;
  for (const QString& folder : m_notes->folders())
    request.notes.push_back(folder.toStdString());
  read(request);
}

void AskOptions::check() {
  AgentRequest unused;
  show(read(unused));
  m_more->setSummary(summary());
  Q_EMIT changed();
}

void AskOptions::show(const Fault& fault) {
  const QString border = QStringLiteral("%1 { border-color: %2; }");
  const auto mark = [&](QWidget* field, const char* kind, bool isFaulty) {
    field->setStyleSheet(
        isFaulty ? border.arg(QLatin1String(kind), Theme::instance().tokens().failed.name())
                 : QString());
    field->setAccessibleDescription(isFaulty ? fault.text : QString());
  };
  for (QLineEdit* field : {m_calls, m_tokens, m_money, m_time})
    mark(field, "QLineEdit", field == fault.field);
  mark(m_notes->lines(), "QPlainTextEdit", fault.field == m_notes);
  m_fault->setText(fault.text);
  m_form.setRowVisible(m_fault, m_more->isChecked() && !fault.text.isEmpty());
}

void AskOptions::refuse(const Fault& fault) {
  m_more->setChecked(true);
  show(fault);
  fault.field->setFocus(Qt::OtherFocusReason);
}

void AskOptions::submit(AgentRequest request) {
  if (const Fault fault = read(request); fault.field) return refuse(fault);
  const QStringList folders = m_notes->folders();
  if (folders.isEmpty()) {
    Q_EMIT accepted(request);
    return;
  }
  // Those that hang on a network may take long.
  m_looking.start([folders](const std::stop_token&) { return NoteFolders::faultOf(folders); },
                  [this, request = std::move(request)](const QString& fault) {
                    if (!fault.isEmpty()) return refuse({fault, m_notes});
                    Q_EMIT accepted(request);
                  });
}

QString AskOptions::summary() const {
  QStringList parts;
  if (isUnattended()) parts.append(tr("without asking"));
  if (m_roles->currentIndex() == splitRoles) parts.append(tr("split roles"));
  if (const auto count = static_cast<size_t>(m_notes->folders().size()); count > 0)
    parts.append(QString::fromStdString(countText(count, "folder")) + tr(" of notes"));
  QStringList limits;
  const std::pair<const QLineEdit*, QString> fields[] = {{m_calls, tr("%1 calls")},
                                                         {m_tokens, tr("%1 tokens")},
                                                         {m_money, tr("%1 of money")},
                                                         {m_time, QStringLiteral("%1")}};
  for (const auto& [field, words] : fields)
    if (const QString text = field->text().trimmed(); !text.isEmpty())
      limits.append(words.arg(text));
  if (!limits.isEmpty()) parts.append(tr("at most ") + limits.join(QStringLiteral(", ")));
  return parts.join(QStringLiteral("; "));
}

QVariantMap AskOptions::saveState() const {
  QVariantMap state;
  state.insert(m_more->objectName(), m_more->isChecked());
  state.insert(m_review->objectName(), isUnattended());
  state.insert(m_roles->objectName(), m_roles->currentIndex());
  state.insert(m_notes->objectName(), m_notes->folders());
  for (const QLineEdit* field : {m_calls, m_tokens, m_money, m_time})
    state.insert(field->objectName(), field->text());
  return state;
}

void AskOptions::restoreState(const QVariantMap& state) {
  for (QLineEdit* field : {m_calls, m_tokens, m_money, m_time})
    if (state.contains(field->objectName()))
      field->setText(state.value(field->objectName()).toString());
  m_notes->setFolders(state.value(m_notes->objectName(), m_notes->folders()).toStringList());
  const bool isUnattendedThen = state.value(m_review->objectName(), isUnattended()).toBool();
  m_review->setCurrentIndex(isUnattendedThen ? unattendedReviewer : 0);
  m_roles->setCurrentIndex(
      state.value(m_roles->objectName(), m_roles->currentIndex()).toInt() == splitRoles ? splitRoles
                                                                                        : 0);
  m_more->setChecked(state.value(m_more->objectName(), m_more->isChecked()).toBool());
}

}  // namespace kw
