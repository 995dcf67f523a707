# Profile-guided optimization. A training build of the engine in its own directory counts branches
# while tools/train.c plays games; the release build is then optimized with these counts. gcc finds a
# .gcda file by the path of its object, so the files are copied next to the release objects.
#
# Included by CMakeLists.txt: with FUDA_COUNTING defines the training build, otherwise uses it.
# As a script (cmake -P, with TRAIN, FROM and TO) runs the training and copies the counts.
if(CMAKE_SCRIPT_MODE_FILE)
    file(GLOB_RECURSE old ${FROM}/*.gcda)
    if(old)
        file(REMOVE ${old})
    endif()
    execute_process(COMMAND ${TRAIN} COMMAND_ERROR_IS_FATAL ANY)
    foreach(library fuda_core.dir fuda_host.dir)
        file(GLOB_RECURSE counts RELATIVE ${FROM} ${FROM}/${library}/*.gcda)
        foreach(count ${counts})
            get_filename_component(folder ${TO}/${count} DIRECTORY)
            file(COPY ${FROM}/${count} DESTINATION ${folder})
        endforeach()
    endforeach()
elseif(FUDA_COUNTING)
    add_executable(train EXCLUDE_FROM_ALL tools/train.c)
    target_link_libraries(train PRIVATE fuda_host)
    set_source_files_properties(${core_sources} ${text_sources} tools/train.c PROPERTIES
        COMPILE_OPTIONS -fprofile-generate)
    target_link_options(train PRIVATE -fprofile-generate)
else()
    set(build ${CMAKE_BINARY_DIR}/train)
    fuda_glob(trainers tools/train.* src/cards/*.[ch] src/play/*.[ch] src/sim/*.[ch] src/*/*.def src/games/*/*.def
        src/kernel/*.h src/vm/*.h src/text/*.h src/games/*.[ch] src/games/*/*.h src/games/*/host/*.c)
    add_custom_command(
        OUTPUT ${build}/trained
        COMMAND ${CMAKE_COMMAND} -S . -B ${build} -G ${CMAKE_GENERATOR} -DCMAKE_BUILD_TYPE=Release
                -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DFUDA_COUNTING=ON -DFUDA_NATIVE=${FUDA_NATIVE}
                --log-level=WARNING
        COMMAND ${CMAKE_COMMAND} --build ${build} --parallel --target train
        COMMAND ${CMAKE_COMMAND} -DTRAIN=${build}/train -DFROM=${build}/CMakeFiles
                -DTO=${CMAKE_BINARY_DIR}/CMakeFiles -P tools/train.cmake
        COMMAND ${CMAKE_COMMAND} -E touch ${build}/trained
        DEPENDS ${core_sources} ${text_sources} ${trainers} ${ledger_files}
        WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
        COMMENT "training build and training games"
        VERBATIM)
    add_custom_target(trained DEPENDS ${build}/trained)
    add_dependencies(fuda_core trained)
    add_dependencies(fuda_host trained)
    set_source_files_properties(${core_sources} ${text_sources} PROPERTIES
        OBJECT_DEPENDS ${build}/trained
        COMPILE_OPTIONS "-fprofile-use;-fprofile-partial-training;-Wno-missing-profile")
endif()
