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
