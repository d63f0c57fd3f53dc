// SPDX-License-Identifier: GPL-3.0-or-later
// What happens in the dialog. What it consists of is in providers_layout.cpp.
#include "widgets/providers/providers_dialog.h"

#include <QLabel>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyle>
#include <algorithm>

#include "client/language_model/keyring.h"
#include "client/language_model/providers/connection_test.h"
#include "client/language_model/providers/stored_providers.h"
#include "widgets/providers/key_field.h"
#include "widgets/providers/provider_fields.h"
#include "widgets/theme/theme.h"

namespace kw {

using language::ProviderSettings;

bool ProvidersDialog::isSettled() const {
  return !m_reading.running() && !m_storing.running() && !m_testing.running() && m_key->isSettled();
}

void ProvidersDialog::load() {
  for (QPushButton* one : {m_add, m_remove})
    one->setEnabled(false);
  m_reading.start(
      [](std::stop_token) { return language::storedProviders(); },
      [this](Result<std::vector<ProviderSettings>> read) { showRead(std::move(read)); });
}

void ProvidersDialog::showRead(Result<std::vector<ProviderSettings>> read) {
  m_readable = read.has_value();
  m_add->setEnabled(m_readable);
  if (read)
    m_own = std::move(*read);
  else
    sayError(*m_said, read.error());  // it is not written over: what is wrong may be a slip
  fillList({});
}

void ProvidersDialog::fillList(const QString& current) {
  m_presets.clear();
  for (const std::string& name : language::presetNames())
    if (std::ranges::find(m_own, name, &ProviderSettings::name) == m_own.end())
      m_presets.push_back(language::preset(name));
  {
    const QSignalBlocker blocker(m_list);
    m_list->clear();
    for (const ProviderSettings& one : m_own)
      m_list->addItem(QString::fromStdString(one.name));
    for (const ProviderSettings& one : m_presets) {
      auto* item =
          new QListWidgetItem(tr("%1 (not set up)").arg(QString::fromStdString(one.name)), m_list);
      item->setForeground(Theme::instance().tokens().secondaryText);
    }
    if (m_new) m_list->addItem(tr("%1 (new)").arg(QString::fromStdString(m_new->name)));
    const int height = Theme::instance().scaled(spacing::row);
    for (int row = 0; row < m_list->count(); ++row)
      m_list->item(row)->setSizeHint(QSize(0, height));
  }
  int row = m_new ? m_list->count() - 1 : 0;
  for (size_t i = 0; i < m_own.size() && !m_new; ++i)
    if (QString::fromStdString(m_own[i].name) == current) row = static_cast<int>(i);
  m_shownRow = -1;
  setChanged(false);
  m_list->setCurrentRow(row);
  choose();
}

const ProviderSettings* ProvidersDialog::own(int row) const {
  const auto index = static_cast<size_t>(row);
  return row >= 0 && index < m_own.size() ? &m_own[index] : nullptr;
}

void ProvidersDialog::choose() {
  const int row = m_list->currentRow();
  if (row == m_shownRow || row < 0) return;
  if (m_changed) {
    const QSignalBlocker blocker(m_list);
    m_list->setCurrentRow(m_shownRow);
    say(*m_said, tr("Save what was changed first, or close and let it go."), "warning");
    return;
  }
  m_shownRow = row;
  stopTest();
  m_answer->clear();
  const auto preset = static_cast<size_t>(row) - m_own.size();
  const ProviderSettings* mine = own(row);
  const bool isPreset = !mine && preset < m_presets.size();
  m_fields->showProvider(mine ? *mine : isPreset ? m_presets[preset] : *m_new);
  m_key->setProvider(m_fields->name());
  m_remove->setEnabled(m_readable && !isPreset);
  setChanged(!mine && !isPreset);
  if (isPreset && m_readable)
    say(*m_said, tr("A preset: name a model and save it to set it up."), "secondary");
  else if (m_readable)
    m_said->clear();
}

QString ProvidersDialog::freeName() const {
  const auto taken = [this](const QString& name) {
    return std::ranges::find(m_own, name.toStdString(), &ProviderSettings::name) != m_own.end();
  };
  QString name = QStringLiteral("mine");
  for (int number = 2; taken(name); ++number)
    name = QStringLiteral("mine%1").arg(number);
  return name;
}

void ProvidersDialog::add() {
  if (m_changed) return say(*m_said, tr("Save what was changed first."), "warning");
  m_new = ProviderSettings();
  m_new->name = freeName().toStdString();
  fillList({});
  m_fields->findChild<QWidget*>(QStringLiteral("provider.name"))->setFocus();
}

void ProvidersDialog::remove() {
  if (!own(m_shownRow)) {  // a new one that was not stored
    m_new.reset();
    return fillList({});
  }
  const QString name = m_list->item(m_shownRow)->text();
  const auto answer =
      QMessageBox::question(this, tr("Remove a provider"),
                            tr("Remove '%1'? A key of its in the keyring stays there.").arg(name),
                            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer != QMessageBox::Yes) return;
  std::vector<ProviderSettings> left = m_own;
  left.erase(left.begin() + m_shownRow);
  store(std::move(left), {}, tr("Removed '%1'.").arg(name));
}

void ProvidersDialog::save() {
  if (!m_readable) return;
  Result<ProviderSettings> settings = m_fields->settings();
  if (!settings)
    return say(*m_said, tr("Not saved: what is wrong stands below the fields."), "failed");
  std::vector<ProviderSettings> all = m_own;
  if (own(m_shownRow))
    all[static_cast<size_t>(m_shownRow)] = *settings;
  else
    all.push_back(*settings);
  const QString name = QString::fromStdString(settings->name);
  store(std::move(all), name, tr("Saved '%1'; kwr knows it, too.").arg(name));
}

void ProvidersDialog::store(std::vector<ProviderSettings> providers, const QString& current,
                            const QString& said) {
  m_storing.start([providers](std::stop_token) { return language::storeProviders(providers); },
                  [this, providers, current, said](const Status& status) {
                    if (!status) return sayError(*m_said, status.error());
                    m_own = providers;
                    m_new.reset();
                    fillList(current);
                    say(*m_said, said, "verified");
                    Q_EMIT providersChanged();
                  });
}

void ProvidersDialog::test() {
  const Result<ProviderSettings> settings = m_fields->settings();
  if (!settings) return say(*m_answer, tr("What is wrong stands below the fields."), "failed");
  say(*m_answer, tr("Asking '%1'").arg(QString::fromStdString(settings->name)), "secondary");
  m_testing.start(
      [settings = *settings](std::stop_token stop) {
        language::KeyringKeys keys(stop);
        return language::testConnection(settings, keys, stop);
      },
      [this](const Result<std::string>& answer) {
        if (answer)
          say(*m_answer, QString::fromStdString(*answer), "verified");
        else
          sayError(*m_answer, answer.error());
      });
}

void ProvidersDialog::stopTest() {
  if (!m_testing.running()) return;
  m_testing.cancel();
  say(*m_answer, tr("The test was stopped."), "secondary");
}

void ProvidersDialog::reject() {
  if (m_changed) {
    const auto answer =
        QMessageBox::question(this, tr("Changes are not saved"),
                              tr("Close and let the changes to '%1' go?").arg(m_fields->name()),
                              QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Discard) return;
  }
  QDialog::reject();
}

void ProvidersDialog::setChanged(bool changed) {
  m_changed = changed;
  m_save->setEnabled(changed && m_readable);
}

void ProvidersDialog::say(QLabel& label, const QString& text, const char* role) {
  label.setText(text);
  label.setProperty("role", role);
  label.style()->unpolish(&label);
  label.style()->polish(&label);
}

void ProvidersDialog::sayError(QLabel& label, const Error& error) {
  QString text = QString::fromStdString(error.message);
  if (!text.isEmpty()) text[0] = text[0].toUpper();
  if (!error.place.empty())
    text = QStringLiteral("%1: %2").arg(QString::fromStdString(describe(error.place)), text);
  if (!error.advice.empty())
    text += QStringLiteral(" (%1)").arg(QString::fromStdString(error.advice));
  say(label, text, "failed");
}

}  // namespace kw
