// SPDX-License-Identifier: GPL-3.0-or-later
// Colours CUDA C++ from the theme's tokens.
#pragma once

#include <Qsci/qscilexercpp.h>

namespace kw {

class CudaLexer : public QsciLexerCPP {
  Q_OBJECT

 public:
  explicit CudaLexer(QObject* parent = nullptr);

  const char* language() const override { return "CUDA"; }
  // 1: C++'s words. 2: CUDA's qualifiers, built-in variables, vector types and intrinsics.
  const char* keywords(int set) const override;
  // Takes colours and font anew from Theme.
  void restyle();
};

}  // namespace kw
