include(CMakePackageConfigHelpers)
get_property(rooms GLOBAL PROPERTY SINEW_ROOMS)
install(TARGETS ${rooms} EXPORT sinewTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS sinew_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/sinew DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT sinewTargets NAMESPACE sinew:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
install(FILES cmake/parts.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
configure_package_config_file(cmake/sinewConfig.cmake.in ${CMAKE_BINARY_DIR}/sinewConfig.cmake
                              INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/sinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/sinewConfig.cmake ${CMAKE_BINARY_DIR}/sinewConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sinew)
