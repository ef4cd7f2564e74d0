# FindFencepost.cmake: tests of MPI programs under Fencepost, for CTest.
#
#   find_package(MPI REQUIRED COMPONENTS C)
#   find_package(Fencepost REQUIRED)
#   add_fencepost_test(NAME halo RANKS 4 COMMAND halo 100)
#
# add_fencepost_test(NAME <name> [RANKS <n>] [OPTIONS <option of fencepost run>...]
#                    COMMAND <target or program> [<argument>...])
#   The test fails if the program does, if Fencepost finds an error in it, or if it could not be checked.
#   RANKS is 2 if it is not given. The report is <name>.json in the current binary directory, and
#   <name>.junit.xml beside it. A test that can go on no more ends by itself; one that takes longer than
#   300 seconds is ended, unless OPTIONS has another --timeout.
#
# Sets Fencepost_FOUND, Fencepost_VERSION, and FENCEPOST_EXECUTABLE, which may be given. MPI programs are
# started as FindMPI says (MPIEXEC_EXECUTABLE and its like).
find_program(FENCEPOST_EXECUTABLE fencepost HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
mark_as_advanced(FENCEPOST_EXECUTABLE)

if(FENCEPOST_EXECUTABLE AND NOT Fencepost_VERSION)
  execute_process(COMMAND "${FENCEPOST_EXECUTABLE}" --version OUTPUT_VARIABLE _fencepost_says
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  string(REGEX REPLACE "^fencepost " "" Fencepost_VERSION "${_fencepost_says}")
  unset(_fencepost_says)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Fencepost REQUIRED_VARS FENCEPOST_EXECUTABLE
  VERSION_VAR Fencepost_VERSION)

function(add_fencepost_test)
  cmake_parse_arguments(PARSE_ARGV 0 test "" "NAME;RANKS" "OPTIONS;COMMAND")
  if(test_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_fencepost_test does not know: ${test_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT test_NAME OR NOT test_COMMAND)
    message(FATAL_ERROR "add_fencepost_test needs NAME and COMMAND")
  endif()
  if(NOT MPIEXEC_EXECUTABLE)
    message(FATAL_ERROR "add_fencepost_test needs find_package(MPI) before it")
  endif()
  if(NOT test_RANKS)
    set(test_RANKS 2)
  endif()
  list(POP_FRONT test_COMMAND program)
  if(TARGET "${program}")
    set(program "$<TARGET_FILE:${program}>")
  endif()
  add_test(NAME "${test_NAME}"
    COMMAND "${FENCEPOST_EXECUTABLE}" run --timeout=300 --format=junit
      "--output=${CMAKE_CURRENT_BINARY_DIR}/${test_NAME}.json" ${test_OPTIONS}
      "${MPIEXEC_EXECUTABLE}" ${MPIEXEC_NUMPROC_FLAG} ${test_RANKS} ${MPIEXEC_PREFLAGS}
      "${program}" ${MPIEXEC_POSTFLAGS} ${test_COMMAND})
  set_tests_properties("${test_NAME}" PROPERTIES PROCESSORS ${test_RANKS} LABELS fencepost)
endfunction()
