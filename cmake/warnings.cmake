# The warnings every target of this project is compiled with.
add_library(sonde_warnings INTERFACE)
target_compile_options(sonde_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor)
if(SONDE_WERROR)
  target_compile_options(sonde_warnings INTERFACE -Werror)
endif()
# g++ 12 warns about memory that std::string's operator+ never touches (GCC bug 105651).
target_compile_options(sonde_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
# Several sources compiled as one share their unnamed namespaces, which clang counts as shadowing.
if(CMAKE_UNITY_BUILD)
  target_compile_options(sonde_warnings INTERFACE $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
endif()
