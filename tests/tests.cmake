# Registers the tests. Only the target `tests` builds test programs, to keep `make` fast.
# Every test runs in the root of the repository with these variables:
#     FUDA        the fuda program       MKCLAUSES   the generator of clauses.h
#     FUDA_BUILD  the build directory   CC, CMAKE   the compiler, cmake
enable_testing()
add_custom_target(tests)
add_dependencies(tests mkclauses)

set(test_environment
    FUDA=${CMAKE_BINARY_DIR}/fuda MKCLAUSES=${CMAKE_BINARY_DIR}/mkclauses FUDA_BUILD=${CMAKE_BINARY_DIR}
    CC=${CMAKE_C_COMPILER} CMAKE=${CMAKE_COMMAND}
    LC_ALL=C.UTF-8 FUDA_DB= FUDA_DECKS= # no test sees the language, cards and decks of the one who runs it
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 ASAN_OPTIONS=detect_stack_use_after_return=1)

# fuda_test(NAME COMMAND...)
function(fuda_test name)
    add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "${test_environment}" TIMEOUT 600)
endfunction()

# tests/toy: a game of the tests' own, one folder and the last row of tests/toy/games.def. Programs
# test_toy*.c have the games of that list.
add_library(toy_core OBJECT EXCLUDE_FROM_ALL tests/toy/game.c)
set_target_properties(toy_core PROPERTIES C_EXTENSIONS OFF)
target_compile_options(toy_core PRIVATE -pedantic)
add_library(toy_host OBJECT EXCLUDE_FROM_ALL tests/toy/host.c)
foreach(part toy_core toy_host)
    target_include_directories(${part} PRIVATE tests)
    add_dependencies(${part} gen_clauses)
endforeach()

# tests/unit/test_NAME.c, tests/prop/NAME.c: one cmocka program each
find_path(CMOCKA_INCLUDE cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
if(CMOCKA_INCLUDE AND CMOCKA_LIBRARY)
    foreach(kind unit prop)
        if(kind STREQUAL "unit")
            fuda_glob(test_sources tests/unit/test_*.c)
        else()
            fuda_glob(test_sources tests/prop/*.c)
        endif()
        foreach(source ${test_sources})
            get_filename_component(name ${source} NAME_WE)
            string(REGEX REPLACE "^test_" "" name ${name})
            set(program ${kind}_${name})
            add_executable(${program} EXCLUDE_FROM_ALL ${source})
            target_link_options(${program} PRIVATE "$<${FUDA_GCC_RELEASE}:-fno-lto>")
            target_link_libraries(${program} PRIVATE fuda_lib ${CMOCKA_LIBRARY})
            if(NOT CMOCKA_INCLUDE IN_LIST CMAKE_C_IMPLICIT_INCLUDE_DIRECTORIES)
                target_include_directories(${program} SYSTEM PRIVATE ${CMOCKA_INCLUDE})
            endif()
            if(name MATCHES "^toy")
                fuda_own_games(${program} ${CMAKE_SOURCE_DIR}/tests/toy/games.def)
                target_sources(${program} PRIVATE $<TARGET_OBJECTS:toy_core> $<TARGET_OBJECTS:toy_host>)
                target_include_directories(${program} PRIVATE tests)
            endif()
            add_dependencies(${program} gen_clauses)
            add_dependencies(tests ${program})
            fuda_test(${kind}.${name} ${program})
        endforeach()
    endforeach()
elseif(FUDA_REQUIRE_TESTS)
    message(FATAL_ERROR "cmocka is missing: scripts/setup test installs it")
else()
    message(STATUS "cmocka is missing: skipping unit and property tests")
endif()

# tests/tools/NAME.sh: tests of tools and scripts
fuda_glob(tool_scripts tests/tools/*.sh)
foreach(script ${tool_scripts})
    get_filename_component(name ${script} NAME_WE)
    fuda_test(tools.${name} bash ${script})
endforeach()

# tests/cli/NAME.sh, tests/tui/NAME.sh (through a pseudo terminal), and the judge scenarios
if(TARGET fuda)
    add_dependencies(tests fuda)
    fuda_glob(cli_scripts tests/cli/*.sh)
    foreach(script ${cli_scripts})
        get_filename_component(name ${script} NAME_WE)
        fuda_test(cli.${name} bash ${script})
    endforeach()
    fuda_glob(tui_scripts tests/tui/*.sh)
    foreach(script ${tui_scripts})
        get_filename_component(name ${script} NAME_WE)
        fuda_test(tui.${name} bash ${script})
    endforeach()
    file(GLOB_RECURSE scenarios CONFIGURE_DEPENDS scenarios/*.fuda)
    if(scenarios)
        fuda_test(scenarios fuda scenario scenarios)
        set_property(TEST scenarios PROPERTY FAIL_REGULAR_EXPRESSION ": warning: ")
    endif()
endif()

# tests/lib/NAME.sh: the installed library, as other programs use it. Sanitizers would have to be linked
# to those programs, too.
if(TARGET fuda_shared AND NOT CMAKE_BUILD_TYPE STREQUAL "Asan")
    add_dependencies(tests lib)
    fuda_glob(lib_scripts tests/lib/*.sh)
    foreach(script ${lib_scripts})
        get_filename_component(name ${script} NAME_WE)
        fuda_test(lib.${name} bash ${script})
    endforeach()
endif()

# tests/python/test_NAME.py: the Python package, with the first python3 that has numpy and cffi
if(TARGET fuda_shared AND NOT CMAKE_BUILD_TYPE STREQUAL "Asan")
    foreach(candidate python3 /usr/bin/python3)
        execute_process(COMMAND ${candidate} -c "import numpy, cffi" RESULT_VARIABLE missing OUTPUT_QUIET ERROR_QUIET)
        if(NOT missing AND NOT FUDA_PYTHON)
            set(FUDA_PYTHON ${candidate})
        endif()
    endforeach()
    fuda_glob(python_scripts tests/python/test_*.py)
    if(FUDA_PYTHON)
        foreach(script ${python_scripts})
            get_filename_component(name ${script} NAME_WE)
            string(REGEX REPLACE "^test_" "" name ${name})
            fuda_test(python.${name} ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_SOURCE_DIR}/python
                FUDA_LIBRARY=$<TARGET_FILE:fuda_shared> ${FUDA_PYTHON} -B ${script})
        endforeach()
    elseif(FUDA_REQUIRE_TESTS)
        message(FATAL_ERROR "numpy or cffi is missing: scripts/setup test installs them")
    else()
        message(STATUS "numpy or cffi is missing: skipping tests of the Python package")
    endif()
endif()

# tests/text/NAME.py: the text compiler on all texts there are; texts.py is what they share
find_program(PYTHON3 python3)
if(TARGET fuda AND PYTHON3)
    fuda_glob(text_scripts tests/text/*.py)
    list(REMOVE_ITEM text_scripts tests/text/texts.py)
    foreach(script ${text_scripts})
        get_filename_component(name ${script} NAME_WE)
        fuda_test(text.${name} ${PYTHON3} -B ${script})
    endforeach()
    fuda_test(scenarios.swapped ${PYTHON3} -B tests/scenario/swapped.py)
elseif(FUDA_REQUIRE_TESTS)
    message(FATAL_ERROR "python3 is missing: scripts/setup test installs it")
endif()

# fuzz targets on their corpus
foreach(name ${fuzz_names})
    add_dependencies(tests fuzz_${name})
    if(IS_DIRECTORY ${CMAKE_SOURCE_DIR}/fuzz/corpus/${name})
        fuda_test(fuzz.${name} fuzz_${name} fuzz/corpus/${name})
    endif()
endforeach()

# generated documents must be up to date
foreach(name ${doc_names})
    string(TOUPPER ${name} page)
    add_dependencies(tests doc_${name})
    fuda_test(docs.${name} bash -c "$<TARGET_FILE:doc_${name}> | diff -u docs/${page}.md -")
endforeach()

# sanitizers add data to the library, so lint runs on other builds only
if(NOT CMAKE_BUILD_TYPE STREQUAL "Asan")
    if(core_sources)
        fuda_test(lint scripts/lint --lib $<TARGET_FILE:fuda_core>)
    else()
        fuda_test(lint scripts/lint)
    endif()
endif()
