# How tests are registered. One test of ctest is a program or a file of many cases; every test has a limit, every name
# begins with its layer (unit.base, mpi.files). script/test counts the cases.
#
# SONDE_TEST_LAYERS says which layers a build tree holds, so that the trees of script/test do not repeat each other.
# A layer is a folder of tests/: C++ tests are GoogleTest programs, tests of whole programs are Python (tests/support).

# The launcher that belongs to the MPI library of this tree, by its full name.
set(SONDE_LAUNCHER_NAME "mpiexec" CACHE STRING "Name of the launcher that the tests start programs with")
find_program(SONDE_LAUNCHER NAMES ${SONDE_LAUNCHER_NAME} mpiexec mpirun)

# What every started program finds in its environment: MPI libraries run as root and with more ranks than cores, and Open MPI
# does not look for networks, which takes twice as long as the rest of its start.
set(SONDE_TEST_ENVIRONMENT
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
  HYDRA_LAUNCHER=fork XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/cache
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=${CMAKE_SOURCE_DIR}/tests/support
  SONDE_MPIEXEC=${SONDE_LAUNCHER} SONDE_SOURCE=${CMAKE_SOURCE_DIR} SONDE_BUILD=${CMAKE_BINARY_DIR})

# MPICH does not give the core away while a rank waits, and tests run side by side: tests/mpi builds what is preloaded.
if(SONDE_MPI AND SONDE_LAUNCHER_NAME MATCHES mpich AND NOT SONDE_SANITIZE  # which preloading would prevent
   AND (NOT DEFINED SONDE_TEST_LAYERS OR "mpi" IN_LIST SONDE_TEST_LAYERS))
  list(APPEND SONDE_TEST_ENVIRONMENT SONDE_YIELDING=$<TARGET_FILE:yield_when_idle>)
endif()

# Every C++ test program, to build without the programs that a tree does not test.
add_custom_target(test_programs)

# UCX replaces the functions that hand out memory when it is loaded, and so does the thread sanitizer.
if(SONDE_SANITIZE MATCHES thread)
  list(APPEND SONDE_TEST_ENVIRONMENT UCX_MEM_EVENTS=no)
endif()

# Programs without MPI need no stack of every piece of memory to tell leaks from those of a library (cmake/sanitized.cpp).
function(sonde_unwinds_fast test)
  if(SONDE_SANITIZE)
    set_property(TEST ${test} APPEND PROPERTY ENVIRONMENT ASAN_OPTIONS=fast_unwind_on_malloc=1)
  endif()
endfunction()

# What a test does itself is compiled as fast as can be; the rooms it tests are optimised.
function(sonde_test_program target)
  add_dependencies(test_programs ${target})
  target_compile_options(${target} PRIVATE -O0)
endfunction()

# sonde_test_headers(NAME LIBRARIES library...): the headers that all tests of a layer include, parsed once for all of them.
function(sonde_test_headers name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES" ${ARGN})
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(GENERATE OUTPUT ${source} CONTENT "// Carries the precompiled headers of tests.\n")
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES} sonde_warnings GTest::gmock_main)
  target_compile_options(${name} PRIVATE -O0)
  target_compile_definitions(${name} PRIVATE SONDE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  sonde_precompile(${name} <gmock/gmock.h> <gtest/gtest.h> <fmt/format.h> <tl/expected.hpp> <algorithm> <array>
    <cmath> <fstream> <map> <optional> <set> <span> <string> <vector>)
endfunction()

# sonde_unit_test(ROOM): the GoogleTest program unit_ROOM of tests/unit/ROOM, linked against that room; one test unit.ROOM.
# GTEST_FILTER in the environment chooses among its cases.
function(sonde_unit_test room)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/${room}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(unit_${room} ${sources})
  target_include_directories(unit_${room} PRIVATE ${CMAKE_SOURCE_DIR}/tests/support)
  target_link_libraries(unit_${room} PRIVATE sonde_${room} sonde_warnings GTest::gmock_main)
  sonde_test_program(unit_${room})
  target_compile_definitions(unit_${room} PRIVATE SONDE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  sonde_precompiled_as(unit_${room} unit_headers)
  set(filter "")
  if(SONDE_SANITIZE)  # proofs by simulation and bulk data take minutes there and show nothing new
    set(filter "--gtest_filter=-*hundred_thousand*:MaxTestErrors.*:*Coverage*:Modes.one_mode_stays*:Drift.false_alarms*:OverlapDocument.*:OftenSlowest.*:*FalseAlarms.*:Alarm.ThePrinted*:ExchangeOfNights.FindsNothing*:Power.IsWhat*:*DeathTest*")
  endif()
  add_test(NAME unit.${room} COMMAND unit_${room} ${filter})
  set_tests_properties(unit.${room} PROPERTIES TIMEOUT 1800 LABELS unit)
  sonde_unwinds_fast(unit.${room})
endfunction()

# sonde_spy_test(NAME SOURCES file... [LIBRARIES library...]): a GoogleTest program in one process that defines the MPI
# functions it watches itself: the definitions of the program win over those of the MPI library. Links the patterns.
function(sonde_spy_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_executable(spy_${name} ${ARG_SOURCES})
  sonde_test_program(spy_${name})
  target_include_directories(spy_${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests ${CMAKE_SOURCE_DIR}/tests/support)
  target_link_libraries(spy_${name} PRIVATE sonde_patterns ${ARG_LIBRARIES} sonde_warnings GTest::gmock_main)
  target_compile_definitions(spy_${name} PRIVATE SONDE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  sonde_precompiled_as(spy_${name} spy_headers)
  add_test(NAME spy.${name} COMMAND spy_${name})
  set_tests_properties(spy.${name} PROPERTIES TIMEOUT 900 LABELS spy)
endfunction()

# sonde_same_under_all(LIST NAME...): takes the tests of these names out of the list of files where another tree has them.
function(sonde_same_under_all list_name)
  if(SONDE_SECOND_LIBRARY)
    foreach(name ${ARGN})
      list(FILTER ${list_name} EXCLUDE REGEX "/${name}_test\\.py$")
    endforeach()
    set(${list_name} ${${list_name}} PARENT_SCOPE)
  endif()
endfunction()

# sonde_python_tests(LAYER [TIMEOUT seconds] [ENVIRONMENT name=value...] [FILES file...]): every file
# tests/LAYER/NAME_test.py is one test, LAYER.NAME, of many cases. SONDE_CASES in the environment chooses among its cases.
# tests/support/programs.py starts programs for them, each with a limit of its own.
function(sonde_python_tests layer)
  cmake_parse_arguments(ARG "" "TIMEOUT" "ENVIRONMENT;FILES" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 1800)
  endif()
  if(NOT ARG_FILES)
    file(GLOB ARG_FILES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/${layer}/*_test.py)
  endif()
  foreach(file ${ARG_FILES})
    get_filename_component(module ${file} NAME_WE)
    string(REGEX REPLACE "_test$" "" short ${module})
    set(test ${layer}.${short})
    add_test(NAME ${test} COMMAND ${Python3_EXECUTABLE} -m cases ${module} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}/tests/${layer})
    set_tests_properties(${test} PROPERTIES LABELS ${layer} TIMEOUT ${ARG_TIMEOUT}
      ENVIRONMENT "${SONDE_TEST_ENVIRONMENT};${ARG_ENVIRONMENT}")
  endforeach()
endfunction()
