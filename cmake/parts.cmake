# The libraries we take from the system. Repeated by sinewConfig.cmake, since static rooms hand their needs on.
include(CMakeFindDependencyMacro)
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(tl-expected REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(meshoptimizer REQUIRED)
find_package(draco REQUIRED)
find_package(TBB REQUIRED)

function(sinew_pkg target module)
  pkg_check_modules(${target} REQUIRED IMPORTED_TARGET GLOBAL ${module})
  if(NOT TARGET ${target})
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_link_libraries(${target} INTERFACE PkgConfig::${target})
  endif()
endfunction()

sinew_pkg(sinew_utf8proc libutf8proc)
sinew_pkg(sinew_sodium libsodium)
sinew_pkg(sinew_xxhash libxxhash)
sinew_pkg(sinew_bullet bullet)

# Debian's draco config sets variables instead of a target.
if(NOT TARGET draco::draco)
  add_library(draco::draco INTERFACE IMPORTED GLOBAL)
  find_library(SINEW_DRACO_LIBRARY draco REQUIRED)
  target_link_libraries(draco::draco INTERFACE ${SINEW_DRACO_LIBRARY})
endif()
