// SPDX-License-Identifier: GPL-3.0-or-later
// Which model is to be asked for templates, how often, and how each is searched.
#pragma once

#include <QScrollArea>
#include <QVariantMap>
#include <optional>

#include "widgets/agent/agent_request.h"
#include "widgets/review/ask_options.h"

class QAction;
class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace kw {

class ChoiceBox;

class ProposeForm : public QScrollArea {
  Q_OBJECT

 public:
  // `ask` begins; its button stands here.
  ProposeForm(QAction* ask, QWidget* parent);

  AgentRequest request() const;
  // asked() follows, unless something is wrong, which is shown.
  void submit();
  // Above the button, until something else is asked; "": nothing.
  void showFault(const QString& fault);
  bool settled() const { return m_options->settled(); }
  // Goes on from that round; unset: from what was gained last.
  void setFrom(std::optional<int64_t> round, const QString& name);
  // Reads again which providers there are.
  void listProviders();
  // In place of the usual words above the fields; "": the usual ones.
  void showReason(const QString& whyNot);

  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 Q_SIGNALS:
  void asked(const kw::AgentRequest& request);

 private:
  void makeFields();
  void makeRounds();
  void showRows();
  void showWords();

  QLabel *m_words, *m_fault, *m_from, *m_unattended;
  QString m_whyNot;
  AskOptions* m_options;
  QFormLayout* m_form;
  ChoiceBox* m_provider;
  QLineEdit *m_model, *m_base, *m_command, *m_replies, *m_file, *m_budget;
  QSpinBox* m_rounds;
  QCheckBox* m_showsEach;
  std::optional<int64_t> m_fromRound;
};

}  // namespace kw
