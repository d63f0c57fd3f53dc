# kw_find_libclang()
#
# Makes the target Kernelwright::libclang: clang-c/Index.h and libclang of LLVM 14 to 19, the oldest first, since
# the interface in C only grows. Looked for in KW_LIBCLANG_ROOT, where llvm-config says, and in /usr/lib/llvm-N.
set(KW_LIBCLANG_ROOT "" CACHE PATH "An LLVM installation to take libclang from; found by itself when empty")

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
  # Header and library of one installation: the first root that has both.
  foreach(root IN LISTS roots)
    file(GLOB libraries "${root}/lib/libclang.so" "${root}/lib/libclang-*.so" "${root}/lib/libclang.so.*"
      "${root}/lib64/libclang.so*")
    list(FILTER libraries EXCLUDE REGEX "libclang-cpp")
    if(libraries AND EXISTS "${root}/include/clang-c/Index.h")
      list(GET libraries 0 library)
      set(KW_LIBCLANG_HEADERS "${root}/include" CACHE PATH "The folder that holds clang-c/Index.h")
      set(KW_LIBCLANG_LIBRARY "${library}" CACHE FILEPATH "libclang")
      break()
    endif()
  endforeach()
  find_path(KW_LIBCLANG_HEADERS clang-c/Index.h)
  find_library(KW_LIBCLANG_LIBRARY NAMES clang libclang)
  mark_as_advanced(KW_LIBCLANG_HEADERS KW_LIBCLANG_LIBRARY)
  if(NOT KW_LIBCLANG_HEADERS OR NOT KW_LIBCLANG_LIBRARY)
    message(FATAL_ERROR "libclang was not found: clang-c/Index.h and libclang.so of LLVM 14 to 19, which `kwr new` "
      "reads sources with. Install libclang-dev (packaging/setup.sh does), or set KW_LIBCLANG_ROOT. Looked in: ${roots}")
  endif()
  add_library(Kernelwright::libclang UNKNOWN IMPORTED GLOBAL)
  set_target_properties(Kernelwright::libclang PROPERTIES IMPORTED_LOCATION "${KW_LIBCLANG_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${KW_LIBCLANG_HEADERS}")
endfunction()
