# What benchmarks of one's own are compiled with (docs/user/own-benchmarks.md), installed: headers, a file for pkg-config and a CMake
# package; `cmake --install build/release --component interface` installs these alone. Both find the headers from where they are themselves, so the tree may be moved. No library: a plug-in calls nothing of Sonde.
include(CMakePackageConfigHelpers)
set(SONDE_INTERFACE ${CMAKE_BINARY_DIR}/interface)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/sonde DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT interface)

file(RELATIVE_PATH SONDE_INCLUDES_FROM_PC ${CMAKE_INSTALL_FULL_DATADIR}/pkgconfig ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${CMAKE_SOURCE_DIR}/cmake/sonde.pc.in ${SONDE_INTERFACE}/sonde.pc @ONLY)
install(FILES ${SONDE_INTERFACE}/sonde.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig COMPONENT interface)

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/SondeConfig.cmake.in ${SONDE_INTERFACE}/SondeConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/Sonde PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${SONDE_INTERFACE}/SondeConfigVersion.cmake COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES ${SONDE_INTERFACE}/SondeConfig.cmake ${SONDE_INTERFACE}/SondeConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_DATADIR}/cmake/Sonde COMPONENT interface)
