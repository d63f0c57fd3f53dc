// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/loaded_libclang.h"

#include <clang-c/Index.h>
#include <dlfcn.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace kw::reading {

namespace {

// Sonames differ by distribution: libclang-14.so.1 and .so.13 (Debian), libclang.so.15 (Fedora).
std::vector<std::string> libraryNames() {
  if (const char* const named = std::getenv("KERNELWRIGHT_LIBCLANG")) return {named};
  std::vector<std::string> names;
  for (int version = 14; version <= 19; ++version) {
    const std::string number = std::to_string(version);
    for (const std::string& name : {"libclang-" + number + ".so.1", "libclang-" + number + ".so.13",
                                    "libclang-" + number + ".so." + number, "libclang.so." + number,
                                    "/usr/lib/llvm-" + number + "/lib/libclang.so.1"})
      names.push_back(name);
  }
  names.insert(names.end(), {"libclang.so.1", "libclang.so.13", "libclang.so"});
  return names;
}

void* openedLibrary() {
  for (const std::string& name : libraryNames())
    if (void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  return nullptr;
}

// Stays open until the process ends.
void* library() {
  static void* const opened = openedLibrary();
  return opened;
}

template <class Function>
Function* found(const char* name) {
  return reinterpret_cast<Function*>(dlsym(library(), name));
}

}  // namespace

Status loadLibclang() {
  if (library()) return {};
  return failMissing("libclang, which reads sources, is not installed here",
                     "install it (Debian 12: apt-get install libclang1-14; LLVM 14 to 19 will do), "
                     "or let KERNELWRIGHT_LIBCLANG name it");
}

}  // namespace kw::reading

// Each function of the interface that is used here goes to the one loaded.
#define KW_FORWARD(result, name, parameters, arguments)                      \
  result name parameters {                                                   \
    static auto* const function = kw::reading::found<decltype(name)>(#name); \
    return function arguments;                                               \
  }

extern "C" {
KW_FORWARD(CXIndex, clang_createIndex, (int a, int b), (a, b))
KW_FORWARD(void, clang_disposeIndex, (CXIndex index), (index))
KW_FORWARD(enum CXErrorCode, clang_parseTranslationUnit2,
           (CXIndex index, const char* file, const char* const* arguments, int argumentCount,
            struct CXUnsavedFile* files, unsigned fileCount, unsigned options,
            CXTranslationUnit* unit),
           (index, file, arguments, argumentCount, files, fileCount, options, unit))
KW_FORWARD(void, clang_disposeTranslationUnit, (CXTranslationUnit unit), (unit))
KW_FORWARD(CXCursor, clang_getTranslationUnitCursor, (CXTranslationUnit unit), (unit))
KW_FORWARD(unsigned, clang_getNumDiagnostics, (CXTranslationUnit unit), (unit))
KW_FORWARD(CXDiagnostic, clang_getDiagnostic, (CXTranslationUnit unit, unsigned index),
           (unit, index))
KW_FORWARD(CXString, clang_getDiagnosticSpelling, (CXDiagnostic diagnostic), (diagnostic))
KW_FORWARD(void, clang_disposeDiagnostic, (CXDiagnostic diagnostic), (diagnostic))
KW_FORWARD(const char*, clang_getCString, (CXString string), (string))
KW_FORWARD(void, clang_disposeString, (CXString string), (string))
KW_FORWARD(unsigned, clang_visitChildren,
           (CXCursor parent, CXCursorVisitor visitor, CXClientData data), (parent, visitor, data))
KW_FORWARD(enum CXCursorKind, clang_getCursorKind, (CXCursor cursor), (cursor))
KW_FORWARD(CXCursor, clang_getCursorSemanticParent, (CXCursor cursor), (cursor))
KW_FORWARD(CXString, clang_getCursorSpelling, (CXCursor cursor), (cursor))
KW_FORWARD(CXSourceLocation, clang_getCursorLocation, (CXCursor cursor), (cursor))
KW_FORWARD(CXSourceRange, clang_getCursorExtent, (CXCursor cursor), (cursor))
KW_FORWARD(CXType, clang_getCursorType, (CXCursor cursor), (cursor))
KW_FORWARD(int, clang_Location_isFromMainFile, (CXSourceLocation location), (location))
KW_FORWARD(CXSourceLocation, clang_getRangeStart, (CXSourceRange range), (range))
KW_FORWARD(CXSourceLocation, clang_getRangeEnd, (CXSourceRange range), (range))
KW_FORWARD(void, clang_getExpansionLocation,
           (CXSourceLocation location, CXFile* file, unsigned* line, unsigned* column,
            unsigned* offset),
           (location, file, line, column, offset))
KW_FORWARD(CXType, clang_getCanonicalType, (CXType type), (type))
KW_FORWARD(CXType, clang_getPointeeType, (CXType type), (type))
KW_FORWARD(CXString, clang_getTypeSpelling, (CXType type), (type))
KW_FORWARD(unsigned, clang_isConstQualifiedType, (CXType type), (type))
KW_FORWARD(unsigned, clang_isRestrictQualifiedType, (CXType type), (type))
}
#undef KW_FORWARD
