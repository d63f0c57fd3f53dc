// SPDX-License-Identifier: GPL-3.0-or-later
// "Language models": the providers that kwr and the window share, to add, change, remove and test.
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "client/language_model/providers/provider_settings.h"
#include "widgets/jobs/job.h"

class QLabel;
class QListWidget;
class QPushButton;
class QScrollArea;

namespace kw {

class KeyField;
class ProviderFields;

class ProvidersDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ProvidersDialog(QWidget* parent = nullptr);

  // Nothing is being read, stored or asked.
  bool isSettled() const;
  // Asks whether changes are to be lost.
  void reject() override;

 Q_SIGNALS:
  void providersChanged();

 private:
  QWidget* makeList();
  QWidget* makePage();
  QWidget* makeTestRow();
  void load();
  void showRead(Result<std::vector<language::ProviderSettings>> read);
  void fillList(const QString& current);
  void choose();
  // The user's own in the list's row; nullptr for a preset.
  const language::ProviderSettings* own(int row) const;
  QString freeName() const;
  void add();
  void remove();
  void save();
  void store(std::vector<language::ProviderSettings> providers, const QString& current,
             const QString& said);
  void test();
  void stopTest();
  void setChanged(bool changed);
  void say(QLabel& label, const QString& text, const char* role);
  void sayError(QLabel& label, const Error& error);

  std::vector<language::ProviderSettings> m_own;
  std::vector<language::ProviderSettings> m_presets;  // those whose names none of the own has
  std::optional<language::ProviderSettings> m_new;    // not stored yet; the list's last row
  Job m_reading, m_storing, m_testing;
  QListWidget* m_list;
  QPushButton *m_add, *m_remove, *m_save, *m_test, *m_stop;
  ProviderFields* m_fields;
  KeyField* m_key;
  QLabel *m_answer, *m_said;
  bool m_changed = false, m_readable = false;
  int m_shownRow = -1;
};

}  // namespace kw
