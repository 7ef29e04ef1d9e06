# Installs this build into a scratch prefix, builds examples/ against the installed package and runs them.
# Called by ctest: cmake -DBUILD=... -DSOURCE=... -DCOMPILER=... -DFLAGS=... -P package.cmake
set(prefix ${BUILD}/package/prefix)
file(REMOVE_RECURSE ${BUILD}/package)
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nexit ${status}\n${out}")
  endif()
endfunction()
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${CMAKE_COMMAND} -S ${SOURCE}/examples -B ${BUILD}/package/build -G Ninja -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${COMPILER}
    "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=Release)
run(${CMAKE_COMMAND} --build ${BUILD}/package/build)
run(${BUILD}/package/build/fit)
run(${BUILD}/package/build/fall)
run(${BUILD}/package/build/crowd)
run(${BUILD}/package/build/own_engine)
run(${prefix}/bin/sinew fit @figure --json)
