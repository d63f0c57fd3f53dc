// SPDX-License-Identifier: GPL-3.0-or-later
// "New problem from a .cu file": reads the file, asks for what only the user knows, shows what
// would be written while it is typed, and writes the folder.
#pragma once

#include <QDialog>
#include <QMap>
#include <QTimer>
#include <atomic>
#include <memory>

#include "client/new_problem/found_kernels.h"
#include "widgets/jobs/job.h"
#include "widgets/new_problem/worked_out.h"

class QCheckBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace kw {

class ArgumentRows;
class KernelList;
class ProblemPreview;

class NewProblemDialog : public QDialog {
  Q_OBJECT

 public:
  explicit NewProblemDialog(QWidget* parent = nullptr);

  // Reads it, in another thread.
  void setFile(const QString& path);
  // Nothing is being read, worked out or written.
  bool isSettled() const;

 Q_SIGNALS:
  // The folder is written and can be opened.
  void made(const QString& folder);

 protected:
  // A file that is dropped anywhere on it is read.
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct ReadFile {
    std::shared_ptr<const reading::GatheredSource> source;
    std::vector<drafting::FoundKernel> kernels;
  };

  void layOut();
  QWidget* makeFileRows();
  QWidget* makeForm();
  QLineEdit* addField(QFormLayout& form, const QString& field, const QString& title,
                      const QString& hint, QPushButton* beside = nullptr);
  void chooseFile();
  void chooseFolder();
  void read();
  void showProgress();
  void showRead(Result<ReadFile> file);
  void chooseKernel();
  void workOutSoon();
  void workOut();
  void showOutcome(const WorkedOut& out);
  void showKnown(const drafting::Draft& draft);
  void showFaults(const WorkedOut& out);
  void showVerdict(const WorkedOut& out);
  void say(const QString& text, const char* role);
  FormAnswers answers() const;
  QString text(const char* field) const;
  void make();

  std::shared_ptr<const reading::GatheredSource> m_source;
  std::optional<drafting::PreparedProblem> m_prepared;
  std::shared_ptr<std::atomic<size_t>> m_read, m_toRead;  // kernels, told by the job
  Job m_reading, m_working, m_writing;
  QTimer m_delay, m_progress;
  QMap<QString, QLineEdit*> m_fields;  // by the field's name
  QMap<QString, QLabel*> m_faults;
  QLineEdit *m_file, *m_includes;
  QWidget* m_form;
  KernelList* m_kernels;
  ArgumentRows* m_arguments;
  QLabel *m_instanceHead, *m_verdict;
  QCheckBox* m_lifts;
  ProblemPreview* m_preview;
  QPushButton *m_stop, *m_make;
  bool m_folderTouched = false;
};

}  // namespace kw
