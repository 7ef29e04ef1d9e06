# Warnings and flags that every target of ours shares. -ffp-contract=off keeps hashed results the same on every machine.
add_library(sinew_flags INTERFACE)
target_compile_options(sinew_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-psabi -ffp-contract=off
                                             $<$<BOOL:${SINEW_WERROR}>:-Werror>)
# g++ 12 sees overlapping copies in std::string's operator+ where there are none (GCC bug 105651).
target_compile_options(sinew_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
if(SINEW_SANITIZE)
  add_compile_options(-fsanitize=${SINEW_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SINEW_SANITIZE})
endif()

# sinew_room(name ROOMS other... PARTS public... PRIVATE_PARTS hidden...): the static library of src/name.
function(sinew_room name)
  cmake_parse_arguments(ARG "" "" "ROOMS;PARTS;PRIVATE_PARTS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cpp)
  add_library(sinew_${name} STATIC ${sources})
  add_library(sinew::${name} ALIAS sinew_${name})
  set_target_properties(sinew_${name} PROPERTIES EXPORT_NAME ${name} LINKER_LANGUAGE CXX)
  target_compile_features(sinew_${name} PUBLIC cxx_std_20)
  target_include_directories(sinew_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
                                           PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(sinew_${name} PRIVATE $<BUILD_INTERFACE:sinew_flags> ${ARG_PRIVATE_PARTS} PUBLIC ${ARG_PARTS})
  foreach(room IN LISTS ARG_ROOMS)
    target_link_libraries(sinew_${name} PUBLIC sinew_${room})
  endforeach()
  set_property(GLOBAL APPEND PROPERTY SINEW_ROOMS sinew_${name})
endfunction()
