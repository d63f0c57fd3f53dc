# kw_find_cuda_headers(VARIABLE)
#
# The folders that hold cuda.h and nvrtc.h, which the cuda device needs at build time (its libraries are loaded at
# run time).
#
# kw_find_cupti_headers(VARIABLE)
#
# The folder that holds CUPTI's headers; empty where there is none: counters cannot be read then.
#
# Both are looked for in KW_CUDA_ROOT, the environment's KERNELWRIGHT_CUDA, CUDA_HOME and CUDA_PATH, beside nvcc,
# in /usr/local/cuda and in the wheels that set-up put into ~/.local/share/kernelwright/cuda.
function(kw_cuda_include_folders variable roots_variable)
  set(roots "${KW_CUDA_ROOT}" "$ENV{KERNELWRIGHT_CUDA}" "$ENV{CUDA_HOME}" "$ENV{CUDA_PATH}")
  find_program(KW_NVCC nvcc HINTS /usr/local/cuda/bin)
  if(KW_NVCC)
    get_filename_component(real "${KW_NVCC}" REALPATH)
    get_filename_component(real "${real}" DIRECTORY)
    get_filename_component(real "${real}" DIRECTORY)
    list(APPEND roots "${real}")
  endif()
  set(wheels "$ENV{KERNELWRIGHT_WHEELS}")
  if(NOT wheels)
    set(wheels "$ENV{HOME}/.local/share/kernelwright/cuda")
  endif()
  list(APPEND roots /usr/local/cuda "${wheels}")
  list(REMOVE_ITEM roots "")

  set(folders "")
  foreach(root IN LISTS roots)
    file(GLOB found LIST_DIRECTORIES true "${root}/include" "${root}/nvidia/*/include" "${root}/*/include"
      "${root}/extras/CUPTI/include")
    list(APPEND folders ${found})
  endforeach()
  set(${variable} "${folders}" PARENT_SCOPE)
  set(${roots_variable} "${roots}" PARENT_SCOPE)
endfunction()

function(kw_find_cuda_headers variable)
  kw_cuda_include_folders(folders roots)
  find_path(KW_CUDA_H cuda.h PATHS ${folders} NO_DEFAULT_PATH)
  find_path(KW_NVRTC_H nvrtc.h PATHS ${folders} NO_DEFAULT_PATH)
  if(NOT KW_CUDA_H OR NOT KW_NVRTC_H)
    message(FATAL_ERROR "The headers cuda.h and nvrtc.h were not found. Install a CUDA toolkit (12.4 or later), or run "
      "packaging/setup.sh, which fetches the headers as Python wheels, or set KW_CUDA_ROOT to a toolkit's folder. "
      "Looked in: ${roots}")
  endif()
  set(result "${KW_CUDA_H}" "${KW_NVRTC_H}")
  list(REMOVE_DUPLICATES result)
  set(${variable} "${result}" PARENT_SCOPE)
endfunction()

function(kw_find_cupti_headers variable)
  kw_cuda_include_folders(folders roots)
  # Since CUDA 12.6.
  find_path(KW_CUPTI_H cupti_range_profiler.h PATHS ${folders} NO_DEFAULT_PATH)
  set(result "")
  if(KW_CUPTI_H)
    set(result "${KW_CUPTI_H}")
  else()
    message(STATUS "CUPTI's headers were not found: this runner will not read hardware counters")
  endif()
  set(${variable} "${result}" PARENT_SCOPE)
endfunction()
