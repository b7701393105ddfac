# SONDE_SANITIZE=address,undefined compiles and links everything with those sanitizers.
if(SONDE_SANITIZE)
  # What the address sanitizer finds as well, or no code here can do, would cost a quarter of the compilation.
  add_compile_options(-fsanitize=${SONDE_SANITIZE} -fno-sanitize=null,object-size,vptr -fno-omit-frame-pointer -fno-sanitize-recover=undefined -g1
    $<IF:$<CXX_COMPILER_ID:GNU>,-Og,-O1> $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  add_link_options(-fsanitize=${SONDE_SANITIZE} -rdynamic)
  # Every program carries what it takes to tell our leaks from those of the MPI libraries: no environment is needed.
  add_library(sonde_sanitized OBJECT ${CMAKE_SOURCE_DIR}/cmake/sanitized.cpp)
  link_libraries(sonde_sanitized)
endif()

# sonde_preloaded(TARGET): a library that tests preload, before its libraries are named. The launcher and other programs that are not
# instrumented load it, too, so it cannot be; what it does with memory goes through the functions that the sanitizers replace.
function(sonde_preloaded target)
  if(SONDE_SANITIZE)
    set_target_properties(${target} PROPERTIES LINK_LIBRARIES "")
    target_compile_options(${target} PRIVATE -fno-sanitize=all)
    target_link_options(${target} PRIVATE -fno-sanitize=all)
  endif()
endfunction()
