# What is made from the tables of the measuring programs: pages of options and benchmarks, the schema of records, man
# pages. The target `documents_update` writes the files that are committed under docs anew.
set(SONDE_DOCUMENTS ${CMAKE_BINARY_DIR}/documents)
file(GLOB documents_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/documents/*.cpp)
add_executable(documents ${documents_sources})
target_link_libraries(documents PRIVATE sonde_args sonde_record sonde_patterns sonde_warnings)
add_custom_command(OUTPUT ${SONDE_DOCUMENTS}/made
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${SONDE_DOCUMENTS}
  COMMAND documents ${SONDE_DOCUMENTS}
  COMMAND ${CMAKE_COMMAND} -E touch ${SONDE_DOCUMENTS}/made
  DEPENDS documents COMMENT "Writing man pages and the pages of options and benchmarks")
add_custom_target(documents_made ALL DEPENDS ${SONDE_DOCUMENTS}/made)
add_custom_target(documents_update
  COMMAND ${CMAKE_COMMAND} -E copy_directory ${SONDE_DOCUMENTS}/docs ${CMAKE_SOURCE_DIR}/docs)
add_dependencies(documents_update documents_made)

install(DIRECTORY ${SONDE_DOCUMENTS}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
