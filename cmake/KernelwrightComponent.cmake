# kw_component(USES <folders> EXTERNAL <targets> APART <files>)
#
# Makes the current folder of core/ or widgets/ a static library from all its .cpp files. USES is the
# complete list of the folders whose headers it may include, as includes name them ("model/space",
# "widgets/theme"); a test compares it with the includes. APART names files whose local names clash
# with another's, where a preset compiles many files as one.
function(kw_component)
  cmake_parse_arguments(ARG "" "" "USES;EXTERNAL;APART" ${ARGN})
  file(RELATIVE_PATH folder "${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}")
  string(REGEX REPLACE "^core/" "" folder "${folder}")
  string(REPLACE "/" "_" name "${folder}")
  file(GLOB sources CONFIGURE_DEPENDS "*.cpp" "*.c")
  set(used "")
  foreach(item IN LISTS ARG_USES)
    string(REPLACE "/" "_" target "${item}")
    list(APPEND used "kw_${target}")
  endforeach()
  if(ARG_APART)
    set_source_files_properties(${ARG_APART} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  set(reach PRIVATE)
  if(folder MATCHES "^widgets/")
    set(reach PUBLIC)  # Qt stands in the headers
  endif()
  if(sources)
    add_library(kw_${name} STATIC ${sources})
    target_link_libraries(kw_${name} PUBLIC kw_settings ${used} ${reach} ${ARG_EXTERNAL})
  else()
    add_library(kw_${name} INTERFACE)
    target_link_libraries(kw_${name} INTERFACE kw_settings ${used} ${ARG_EXTERNAL})
  endif()
endfunction()

# kw_embed(TARGET <target> NAMESPACE <name> FILES <files>)
#
# Makes each file a `constexpr std::string_view` in kw::<namespace>, named after the file with
# everything outside [A-Za-z0-9] turned into '_', in the header generated/embedded/<namespace>.h.
add_custom_target(kw_embedded)  # all generated headers, for tools that read sources
function(kw_embed)
  cmake_parse_arguments(ARG "" "TARGET;NAMESPACE" "FILES" ${ARGN})
  set(header "${PROJECT_BINARY_DIR}/generated/embedded/${ARG_NAMESPACE}.h")
  set(paths "")
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(path "${file}" ABSOLUTE)
    list(APPEND paths "${path}")
  endforeach()
  string(REPLACE ";" "|" joined "${paths}")
  add_custom_command(
    OUTPUT "${header}"
    COMMAND ${CMAKE_COMMAND} "-DHEADER=${header}" "-DNAMESPACE=${ARG_NAMESPACE}" "-DFILES=${joined}"
            -P "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    DEPENDS ${paths} "${PROJECT_SOURCE_DIR}/cmake/EmbedFiles.cmake"
    COMMENT "Embedding files into ${ARG_NAMESPACE}.h" VERBATIM)
  add_custom_target(${ARG_TARGET}_embedded DEPENDS "${header}")
  add_dependencies(${ARG_TARGET} ${ARG_TARGET}_embedded)
  add_dependencies(kw_embedded ${ARG_TARGET}_embedded)
endfunction()
