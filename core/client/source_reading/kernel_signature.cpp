// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/kernel_signature.h"

#include <algorithm>

#include "client/source_reading/clang_cursor.h"
#include "client/source_reading/clang_unit.h"
#include "client/source_reading/located_tokens.h"

namespace kw::reading {

namespace {

constexpr std::string_view boundsMark = "kw.launch_bounds=";

std::string trimmedType(std::string text, const std::string& name) {
  if (!name.empty() && text.ends_with(name)) text.resize(text.size() - name.size());
  while (!text.empty() && text.back() == ' ')
    text.pop_back();
  return text;
}

std::string withoutConst(std::string type) {
  for (const std::string_view word : {"const ", "volatile "})
    if (type.starts_with(word)) type.erase(0, word.size());
  return type;
}

class SignatureReader {
 public:
  explicit SignatureReader(const ClangUnit& unit) : m_unit(unit) {}

  std::vector<KernelSignature> run() {
    visit(m_unit.root());
    return std::move(m_kernels);
  }

 private:
  void visit(CXCursor parent) {
    for (const CXCursor child : childrenOf(parent)) {
      const CXCursorKind kind = clang_getCursorKind(child);
      if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec ||
          kind == CXCursor_UnexposedDecl) {
        visit(child);
      } else if (kind == CXCursor_FunctionDecl || kind == CXCursor_FunctionTemplate) {
        if (m_unit.isInText(child)) read(child);
      }
    }
  }

  void read(CXCursor function) {
    KernelSignature kernel;
    bool isGlobal = false;
    for (const CXCursor child : childrenOf(function)) {
      const CXCursorKind kind = clang_getCursorKind(child);
      const std::string spelling = text(clang_getCursorSpelling(child));
      if (kind == CXCursor_AnnotateAttr && spelling == "kw.global") isGlobal = true;
      if (kind == CXCursor_AnnotateAttr && spelling.starts_with(boundsMark))
        kernel.launchBounds = spelling.substr(boundsMark.size());
      if (kind == CXCursor_ParmDecl) kernel.parameters.push_back(parameter(child));
      if (kind == CXCursor_CompoundStmt) kernel.hasBody = true;
      if (isTemplateParameter(kind)) kernel.templateParameters.push_back(templateParameter(child));
    }
    if (!isGlobal) return;
    kernel.name = text(clang_getCursorSpelling(function));
    kernel.qualifiedName = qualifiedName(function);
    const Extent extent = m_unit.extentOf(function);
    kernel.begin = extent.begin;
    kernel.end = extent.end;
    kernel.line = extent.line;
    m_kernels.push_back(std::move(kernel));
  }

  static bool isTemplateParameter(CXCursorKind kind) {
    return kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
           kind == CXCursor_TemplateTemplateParameter;
  }

  KernelParameter parameter(CXCursor cursor) const {
    KernelParameter result;
    result.name = text(clang_getCursorSpelling(cursor));
    const CXType type = clang_getCursorType(cursor);
    result.type = trimmedType(m_unit.textOf(cursor), result.name);
    const CXType canonical = clang_getCanonicalType(type);
    result.canonical = withoutConst(text(clang_getTypeSpelling(canonical)));
    result.isRestrict = clang_isRestrictQualifiedType(type) != 0;
    result.isEnum = canonical.kind == CXType_Enum;
    result.isPointer = canonical.kind == CXType_Pointer;
    if (!result.isPointer) return result;
    const CXType pointee = clang_getPointeeType(canonical);
    result.isConst = clang_isConstQualifiedType(pointee) != 0;
    result.pointee = withoutConst(text(clang_getTypeSpelling(pointee)));
    // A template's own type parameters are called by their places in canonical types.
    if (result.pointee.starts_with("type-parameter"))
      result.pointee = withoutConst(text(clang_getTypeSpelling(clang_getPointeeType(type))));
    return result;
  }

  TemplateParameter templateParameter(CXCursor cursor) const {
    TemplateParameter result;
    result.name = text(clang_getCursorSpelling(cursor));
    const CXCursorKind kind = clang_getCursorKind(cursor);
    if (kind == CXCursor_NonTypeTemplateParameter) result.kind = TemplateParameter::Kind::value;
    if (kind == CXCursor_TemplateTemplateParameter)
      result.kind = TemplateParameter::Kind::templateName;
    const std::string whole = m_unit.textOf(cursor);
    const Tokens all = locate(whole);
    size_t equals = 0;
    while (equals < all.size() && all[equals].text != "=")
      equals = all[equals].text == "(" ? behindBracket(all, equals) : equals + 1;
    if (equals < all.size()) result.fallback = joined(all, equals + 1, all.size());
    if (result.kind == TemplateParameter::Kind::value) {
      const size_t end = std::min(equals, all.size());
      result.type = trimmedType(joined(all, 0, end), result.name);
    }
    return result;
  }

  static std::string qualifiedName(CXCursor function) {
    std::string name = text(clang_getCursorSpelling(function));
    for (CXCursor at = clang_getCursorSemanticParent(function);
         clang_getCursorKind(at) == CXCursor_Namespace; at = clang_getCursorSemanticParent(at)) {
      const std::string space = text(clang_getCursorSpelling(at));
      if (!space.empty() && space.front() != '(') name = space + "::" + name;
    }
    return name;
  }

  const ClangUnit& m_unit;
  std::vector<KernelSignature> m_kernels;
};

}  // namespace

Result<ReadKernels> readKernels(std::string_view source) {
  KW_ASSIGN(const ClangUnit unit, ClangUnit::parse(source));
  ReadKernels read{SignatureReader(unit).run(), unit.unknownNames()};
  std::stable_sort(
      read.kernels.begin(), read.kernels.end(),
      [](const KernelSignature& a, const KernelSignature& b) { return a.hasBody && !b.hasBody; });
  return read;
}

}  // namespace kw::reading
