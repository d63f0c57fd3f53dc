# What is built, with which compiler settings.
include(GNUInstallDirs)

option(KW_CLIENT "Build the command line and what it needs (SQLite, CLI11)" ON)
option(KW_WINDOW "Build the workbench (Qt 6 Widgets and Charts, QScintilla); needs KW_CLIENT" ON)
option(KW_HOST_DEVICE "Build the host device, which runs CUDA C++ on the CPU (Boost.Context, libseccomp)" ON)
option(KW_TESTS "Build the tests (Qt Test)" ON)
option(KW_GPU_CHECKS "Build the program that tries the cuda device on a real GPU" OFF)
option(KW_FUZZERS "Build the libFuzzer programs (clang only)" OFF)
option(KW_WARNINGS_AS_ERRORS "Treat compiler warnings as errors" ON)
set(KW_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined or thread")
set(KW_CUDA_ROOT "" CACHE PATH "A CUDA toolkit or wheel folder to take headers from; found by itself when empty")

if(NOT KW_CLIENT)
  set(KW_WINDOW OFF)
endif()

if(NOT CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 20)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()

find_program(KW_CCACHE ccache)
if(KW_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${KW_CCACHE})
endif()

# Every target of ours links this one: warnings and sanitizers.
add_library(kw_settings INTERFACE)
target_compile_options(kw_settings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
  -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ takes the unused side of a std::optional for a read of it, at -O2 and above.
  target_compile_options(kw_settings INTERFACE -Wno-maybe-uninitialized)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # "a" + std::string is taken for an overlapping copy, at -O2 and above (GCC bug 105651).
    target_compile_options(kw_settings INTERFACE -Wno-restrict)
  endif()
endif()
if(KW_WARNINGS_AS_ERRORS)
  target_compile_options(kw_settings INTERFACE -Werror)
endif()
if(KW_SANITIZE)
  # Not in targets that set the property KW_UNSANITIZED.
  set(sanitized "$<NOT:$<BOOL:$<TARGET_PROPERTY:KW_UNSANITIZED>>>")
  target_compile_options(kw_settings INTERFACE "$<${sanitized}:-fsanitize=${KW_SANITIZE};-fno-omit-frame-pointer;-fno-sanitize-recover=all>")
  target_link_options(kw_settings INTERFACE "$<${sanitized}:-fsanitize=${KW_SANITIZE}>")
  # Hundreds of test programs are linked: several times faster than with GNU ld.
  find_program(KW_LLD ld.lld)
  if(KW_LLD)
    target_link_options(kw_settings INTERFACE -fuse-ld=lld)
  endif()
endif()
target_include_directories(kw_settings INTERFACE "${PROJECT_SOURCE_DIR}/core" "${PROJECT_BINARY_DIR}/generated")

find_package(Threads REQUIRED)
target_link_libraries(kw_settings INTERFACE Threads::Threads)

# tl::expected where the system has it; otherwise std::expected, which g++ 13 has in C++23.
find_path(KW_TL_EXPECTED tl/expected.hpp)
if(NOT KW_TL_EXPECTED)
  set(CMAKE_CXX_STANDARD 23)
endif()

# nlohmann's header: from its package, or wherever the header lies. Only core/base/json includes it.
find_package(nlohmann_json 3.10 QUIET)
if(NOT nlohmann_json_FOUND)
  find_path(KW_NLOHMANN nlohmann/json.hpp REQUIRED)
  add_library(nlohmann_json INTERFACE)
  add_library(nlohmann_json::nlohmann_json ALIAS nlohmann_json)
  target_include_directories(nlohmann_json SYSTEM INTERFACE "${KW_NLOHMANN}")
endif()

# Recordings of other tuners come compressed.
if(KW_CLIENT)
  find_package(ZLIB REQUIRED)
  include(FindLibclang)
  kw_find_libclang()
endif()
