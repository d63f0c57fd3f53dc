// SPDX-License-Identifier: GPL-3.0-or-later
// What few want to choose when a model is asked: who reviews, how many calls a round takes, notes
// of one's own, and what it may cost. Rows of a form that fold open.
#pragma once

#include <QObject>
#include <QVariantMap>

#include "base/result/result.h"
#include "widgets/agent/agent_request.h"
#include "widgets/jobs/job.h"

class QFormLayout;
class QLabel;
class QLineEdit;

namespace kw {

class ChoiceBox;
class FoldButton;
class NoteFolders;

class AskOptions : public QObject {
  Q_OBJECT

 public:
  // Adds its rows to the form, which outlives it, folded.
  explicit AskOptions(QFormLayout& form);

  // Asked for with a good request, once what was chosen has been found to be right. What is wrong
  // is shown instead, with the keys in its field.
  void submit(AgentRequest request);
  // What is chosen, as far as it can be read.
  void fill(AgentRequest& request) const;
  bool isUnattended() const;
  bool settled() const { return !m_looking.running(); }

  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 Q_SIGNALS:
  void changed();
  void accepted(const kw::AgentRequest& request);

 private:
  struct Fault {
    QString text;
    QWidget* field = nullptr;
  };
  void makeRows();
  void fold();
  void check();
  void show(const Fault& fault);
  void refuse(const Fault& fault);
  // The first of the limits that cannot be read.
  Fault read(AgentRequest& request) const;
  QString summary() const;

  QFormLayout& m_form;
  FoldButton* m_more;
  ChoiceBox *m_review, *m_roles;
  NoteFolders* m_notes;
  QLineEdit *m_calls, *m_tokens, *m_money, *m_time;
  QLabel* m_fault;
  Job m_looking;  // for the folders
};

}  // namespace kw
