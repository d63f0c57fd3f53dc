# kw_find_libclang()
#
# Makes the target Kernelwright::libclang: the header clang-c/Index.h of LLVM 14 to 19, the oldest first, since the
# interface in C only grows. Looked for in KW_LIBCLANG_ROOT, where llvm-config says, and in /usr/lib/llvm-N. The library
# itself is loaded at run time (core/client/source_reading/loaded_libclang.h).
set(KW_LIBCLANG_ROOT "" CACHE PATH "An LLVM installation to take clang-c/Index.h from; found by itself when empty")

function(kw_find_libclang)
  if(TARGET Kernelwright::libclang)
    return()
  endif()
  set(roots "${KW_LIBCLANG_ROOT}")
  foreach(version RANGE 14 19)
    list(APPEND roots "/usr/lib/llvm-${version}" "/usr/lib/llvm/${version}" "/usr/lib64/llvm${version}"
      "/opt/homebrew/opt/llvm@${version}")
    find_program(KW_LLVM_CONFIG_${version} llvm-config-${version})
    mark_as_advanced(KW_LLVM_CONFIG_${version})
    if(KW_LLVM_CONFIG_${version})
      execute_process(COMMAND ${KW_LLVM_CONFIG_${version}} --prefix OUTPUT_VARIABLE prefix
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      list(APPEND roots "${prefix}")
    endif()
  endforeach()
  list(REMOVE_ITEM roots "")
  list(TRANSFORM roots APPEND "/include")
  find_path(KW_LIBCLANG_HEADERS clang-c/Index.h HINTS ${roots})
  mark_as_advanced(KW_LIBCLANG_HEADERS)
  if(NOT KW_LIBCLANG_HEADERS)
    message(FATAL_ERROR "clang-c/Index.h of LLVM 14 to 19 was not found, whose interface `kwr new` reads sources with. "
      "Install libclang-dev (packaging/packages names it), or set KW_LIBCLANG_ROOT. Looked in: ${roots}")
  endif()
  add_library(Kernelwright::libclang INTERFACE IMPORTED GLOBAL)
  target_include_directories(Kernelwright::libclang SYSTEM INTERFACE "${KW_LIBCLANG_HEADERS}")
  target_link_libraries(Kernelwright::libclang INTERFACE ${CMAKE_DL_LIBS})
endfunction()
