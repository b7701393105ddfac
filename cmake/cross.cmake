# Toolchain file for a cross compiler of Debian: cmake -DCMAKE_TOOLCHAIN_FILE=cmake/cross.cmake -DSONDE_TRIPLET=aarch64-linux-gnu
# -DSONDE_EMULATOR="qemu-aarch64 -L /usr/aarch64-linux-gnu" -DSONDE_LIBRARIES=FOLDER. FOLDER has what the other processor needs besides the compiler's own
# libraries: fmt and GoogleTest of Debian, unpacked. Libraries that are headers alone are those of this machine.
# script/portability-test does all of it.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SONDE_TRIPLET SONDE_EMULATOR SONDE_LIBRARIES)
string(REGEX MATCH "^[^-]+" CMAKE_SYSTEM_PROCESSOR ${SONDE_TRIPLET})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_CXX_COMPILER ${SONDE_TRIPLET}-g++)
separate_arguments(CMAKE_CROSSCOMPILING_EMULATOR UNIX_COMMAND "${SONDE_EMULATOR}")

# The folder of Debian's libraries is that of the compiler, but for i686, whose packages are called after the i386.
string(REPLACE i686 i386 _of_packages ${SONDE_TRIPLET})
set(fmt_DIR ${SONDE_LIBRARIES}/usr/lib/${_of_packages}/cmake/fmt)
set(GTest_DIR ${SONDE_LIBRARIES}/usr/lib/${_of_packages}/cmake/GTest)
set(ENV{PKG_CONFIG_LIBDIR} ${SONDE_LIBRARIES}/usr/lib/${_of_packages}/pkgconfig) # else this machine's hwloc would be linked
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
