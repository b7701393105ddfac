# The man pages and the completion of `sonde`, made from its command line in the tree that builds it, and installed.
set(SONDE_OWN_DOCUMENTS ${CMAKE_BINARY_DIR}/documents-sonde)
if(SONDE_PURE_ROOMS)
  add_custom_target(sonde_documents_made ALL DEPENDS sonde
    COMMAND ${CMAKE_COMMAND} --build ${SONDE_PURE_ROOMS} --target sonde_documents_made
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${SONDE_OWN_DOCUMENTS}
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${SONDE_PURE_ROOMS}/documents-sonde ${SONDE_OWN_DOCUMENTS})
else()
  file(GLOB sonde_documents_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/app/sonde_documents/*.cpp)
  add_executable(sonde_documents ${sonde_documents_sources})
  target_link_libraries(sonde_documents PRIVATE sonde_commands sonde_warnings)
  sonde_precompiled_as(sonde_documents sonde_commands)
  add_custom_command(OUTPUT ${SONDE_OWN_DOCUMENTS}/made
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${SONDE_OWN_DOCUMENTS}
    COMMAND sonde_documents ${SONDE_OWN_DOCUMENTS}
    COMMAND ${CMAKE_COMMAND} -E touch ${SONDE_OWN_DOCUMENTS}/made
    DEPENDS sonde_documents COMMENT "Writing man pages and completion of sonde")
  add_custom_target(sonde_documents_made ALL DEPENDS ${SONDE_OWN_DOCUMENTS}/made)
endif()

# sonde_install_documents(FOLDER): man pages and completion for three shells, as the programs that make documents lay them out.
function(sonde_install_documents folder)
  install(DIRECTORY ${folder}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(DIRECTORY ${folder}/bash/ DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(DIRECTORY ${folder}/zsh/ DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(DIRECTORY ${folder}/fish/ DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()
sonde_install_documents(${SONDE_OWN_DOCUMENTS})
