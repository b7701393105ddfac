# Version, compiler and flags for the records, when the tree is configured; the source revision, when it is built.
string(TOUPPER "${CMAKE_BUILD_TYPE}" _sonde_type)
string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${_sonde_type}}" SONDE_FLAGS)
# Builders of packages map the folder of the build away: the records would name it, and two builds in two folders would differ.
string(REGEX REPLACE "-f[a-z]+-prefix-map=[^ ]* ?" "" SONDE_FLAGS "${SONDE_FLAGS}")
configure_file(${CMAKE_SOURCE_DIR}/cmake/version.hpp.in ${CMAKE_BINARY_DIR}/generated/base/version.hpp @ONLY)

set(SONDE_REVISION_SOURCE ${CMAKE_BINARY_DIR}/generated/base/revision.cpp)
add_custom_target(sonde_revision
  COMMAND ${CMAKE_COMMAND} -DSOURCE=${CMAKE_SOURCE_DIR} -DOUTPUT=${SONDE_REVISION_SOURCE} -P ${CMAKE_SOURCE_DIR}/cmake/write_revision.cmake
  BYPRODUCTS ${SONDE_REVISION_SOURCE} VERBATIM)
