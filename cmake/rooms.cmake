# sonde_room(NAME [PUBLIC libraries...] [PRIVATE libraries...]): the library of src/NAME, made of every source file in it.
# In a tree for simulated MPI the files of src/NAME/simulated stand in for those of the same names.
# A room sees what it links and nothing else of MPI: rooms that do not link the mpi room cannot include <mpi.h>.
# With SONDE_PURE_ROOMS the rooms that know no MPI (those before `include(mpi)`) are linked from another build tree.
function(sonde_room name)
  cmake_parse_arguments(ARG "" "" "PUBLIC;PRIVATE" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/*.cpp)
  file(GLOB stand_ins CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${name}/simulated/*.cpp)
  if(SONDE_SIMULATED AND stand_ins)
    list(TRANSFORM stand_ins REPLACE "/simulated/" "/" OUTPUT_VARIABLE replaced)
    list(REMOVE_ITEM sources ${replaced})
    list(APPEND sources ${stand_ins})
  endif()
  if(sources AND SONDE_PURE_ROOMS AND NOT TARGET sonde_mpi_library)
    list(TRANSFORM ARG_PRIVATE REPLACE "(.+)" "$<LINK_ONLY:\\1>")
    sonde_room_from_tree(${name} ${ARG_PUBLIC} ${ARG_PRIVATE})
  elseif(sources)
    add_library(sonde_${name} STATIC ${sources})
    target_link_libraries(sonde_${name} PUBLIC ${ARG_PUBLIC} PRIVATE sonde_warnings ${ARG_PRIVATE})
    target_include_directories(sonde_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated)
    add_dependencies(sonde_rooms sonde_${name})
    if(TARGET sonde_room_headers)
      sonde_precompiled_as(sonde_${name} sonde_room_headers)
    endif()
  else()
    add_library(sonde_${name} INTERFACE)
    target_link_libraries(sonde_${name} INTERFACE ${ARG_PUBLIC})
    target_include_directories(sonde_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated)
  endif()
endfunction()

# sonde_room_headers: what most files of most rooms include, parsed once. Only under sanitizers, whose compilation takes longest:
# elsewhere every file shows that it includes what it uses.
if(SONDE_SANITIZE)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/room_headers.cpp CONTENT "// Carries the precompiled headers of the rooms.\n")
  add_library(sonde_room_headers OBJECT ${CMAKE_BINARY_DIR}/room_headers.cpp)
  target_link_libraries(sonde_room_headers PRIVATE fmt::fmt tl::expected sonde_warnings)
  sonde_precompile(sonde_room_headers <fmt/format.h> <tl/expected.hpp> <nlohmann/json.hpp> <algorithm> <array> <cmath>
    <functional> <map> <memory> <optional> <set> <span> <string> <string_view> <vector>)
endif()

add_custom_target(sonde_rooms) # the libraries of all rooms, without programs and tests

# sonde_room_from_tree(NAME libraries...): the room as SONDE_PURE_ROOMS has built it.
function(sonde_room_from_tree name)
  # An imported library, so that archives stand on the command line of the linker in the order of what needs what.
  add_library(sonde_${name}_archive STATIC IMPORTED GLOBAL)
  set_target_properties(sonde_${name}_archive PROPERTIES
    IMPORTED_LOCATION ${SONDE_PURE_ROOMS}/src/libsonde_${name}.a INTERFACE_LINK_LIBRARIES "${ARGN}")
  add_library(sonde_${name} INTERFACE)
  target_link_libraries(sonde_${name} INTERFACE sonde_${name}_archive ${ARGN})
  target_include_directories(sonde_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_BINARY_DIR}/generated)
  add_dependencies(sonde_${name} sonde_rooms_there)
  set_property(GLOBAL APPEND PROPERTY SONDE_ROOMS_THERE ${SONDE_PURE_ROOMS}/src/libsonde_${name}.a)
endfunction()

# sonde_rooms_there(): the target that brings those rooms up to date; called when all of them are known.
function(sonde_rooms_there)
  # Linking what another compiler or other flags made would hide what this tree is there to show.
  load_cache(${SONDE_PURE_ROOMS} READ_WITH_PREFIX there_ CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_BUILD_TYPE SONDE_SANITIZE)
  foreach(setting CMAKE_CXX_COMPILER CMAKE_CXX_FLAGS CMAKE_BUILD_TYPE SONDE_SANITIZE)
    if(NOT "${${setting}}" STREQUAL "${there_${setting}}")
      message(FATAL_ERROR "SONDE_PURE_ROOMS: ${setting} is '${${setting}}' here and '${there_${setting}}' in ${SONDE_PURE_ROOMS}")
    endif()
  endforeach()
  get_property(libraries GLOBAL PROPERTY SONDE_ROOMS_THERE)
  add_custom_target(sonde_rooms_there COMMENT "Bringing the rooms of ${SONDE_PURE_ROOMS} up to date"
    COMMAND ${CMAKE_COMMAND} --build ${SONDE_PURE_ROOMS} --target sonde_rooms BYPRODUCTS ${libraries})
endfunction()
