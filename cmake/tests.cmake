# sonde_unit_test(ROOM): the GoogleTest program unit_ROOM of tests/unit/ROOM, linked against that room.
function(sonde_unit_test room)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/${room}/*.cpp)
  if(NOT sources)
    return()
  endif()
  add_executable(unit_${room} ${sources})
  target_link_libraries(unit_${room} PRIVATE sonde_${room} sonde_warnings GTest::gmock_main)
  target_compile_definitions(unit_${room} PRIVATE SONDE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  gtest_discover_tests(unit_${room} TEST_PREFIX "unit.${room}." PROPERTIES TIMEOUT 120 LABELS unit
    DISCOVERY_MODE PRE_TEST)
endfunction()
