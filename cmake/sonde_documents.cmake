# The man pages of `sonde`, made from its command line in the tree that builds it, and completion for three shells, installed.
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
    DEPENDS sonde_documents COMMENT "Writing man pages of sonde")
  add_custom_target(sonde_documents_made ALL DEPENDS ${SONDE_OWN_DOCUMENTS}/made)
endif()

install(DIRECTORY ${SONDE_OWN_DOCUMENTS}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})

# Shells look for a file named after the command: one file, under the name of every program and launcher but srun in bash, which
# has a file of Slurm's.
set(completed sonde sonde-mpi IMB-MPI1 IMB-EXT IMB-IO IMB-NBC IMB-RMA IMB-MPI4 IMB-P2P IMB-MT PMB-MPI1 IMB-MPI1-GPU IMB-RMA-GPU mpirun mpiexec mpirun.openmpi mpiexec.openmpi
  mpirun.mpich mpiexec.mpich mpiexec.hydra mpirun_rsh orterun prterun srun aprun ibrun)
foreach(name ${completed})
  if(NOT name STREQUAL srun)
    install(FILES ${CMAKE_SOURCE_DIR}/packaging/completion/sonde.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ${name})
  endif()
  install(FILES ${CMAKE_SOURCE_DIR}/packaging/completion/sonde.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME ${name}.fish)
endforeach()
install(FILES ${CMAKE_SOURCE_DIR}/packaging/completion/_sonde DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
