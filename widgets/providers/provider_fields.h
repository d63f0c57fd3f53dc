// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of one provider as fields, with what is wrong below each.
#pragma once

#include <QMap>
#include <QWidget>

#include "client/language_model/providers/provider_settings.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace kw {

class ChoiceBox;

class ProviderFields : public QWidget {
  Q_OBJECT

 public:
  explicit ProviderFields(QWidget* parent = nullptr);

  void showProvider(const language::ProviderSettings& settings);
  // What was shown, with what was changed. Errors as of a file with this provider alone, with the
  // fields' key paths ("providers[0].base"); each is shown below its field, too.
  Result<language::ProviderSettings> settings();
  QString name() const;
  // Another row below them.
  void addRow(const QString& title, QWidget* widget);
  void setKeyInKeyring(bool on);

 Q_SIGNALS:
  void changed();

 private:
  QLineEdit* addField(const QString& key, const QString& title, const QString& hint);
  void addChoices();
  void addPrices();
  void addKeys();
  void showKind();
  void showVariable();
  language::ProviderKind kind() const;
  void showFaults(const Error* error);
  std::optional<double> price(const char* key, std::vector<Error>& faults) const;
  void takeFields(language::ProviderSettings& settings, std::vector<Error>& faults) const;

  language::ProviderSettings m_shown;
  QFormLayout* m_form;
  QMap<QString, QLineEdit*> m_fields;  // by their keys in a file: "base", "prices.input"
  QMap<QString, QLabel*> m_faults;
  QMap<QString, QWidget*> m_rows;
  ChoiceBox *m_kind, *m_api;
  QCheckBox *m_keyring, *m_plainHttp;
  QLabel* m_variable;
};

}  // namespace kw
