# sonde_embed(TARGET NAME FILE...): compiles the files, one after the other, into TARGET as
#   extern const sonde::Embedded NAME;   (base/embedded.hpp: text and SHA-256)
# The bytes become an array, so that no compiler's limit on string literals matters.
function(sonde_embed target name)
  set(output ${CMAKE_BINARY_DIR}/generated/embedded/${name}.cpp)
  set(script ${CMAKE_SOURCE_DIR}/cmake/write_embedded.cmake)
  string(REPLACE ";" "|" joined "${ARGN}")
  add_custom_command(OUTPUT ${output} DEPENDS ${ARGN} ${script} VERBATIM COMMENT "Embedding ${name}"
    COMMAND ${CMAKE_COMMAND} -DNAME=${name} -DFILES=${joined} -DOUTPUT=${output} -P ${script})
  target_sources(${target} PRIVATE ${output})
  set_source_files_properties(${output} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
