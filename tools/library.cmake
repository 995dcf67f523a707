# libfuda.so and libfuda.a, and what is installed of them. Target `lib` builds both libraries.
#
# The archive holds one object in which all names but fuda_* are local, so that a program's own names
# cannot collide with ours.
include(GNUInstallDirs)

set_source_files_properties(src/cards/files.c PROPERTIES COMPILE_DEFINITIONS
    FUDA_DATADIR="${CMAKE_INSTALL_FULL_DATADIR}/fuda")

set(lib_options "$<${FUDA_GCC_RELEASE}:-flto=auto;${FUDA_WHOLE}>")
add_library(fuda_shared SHARED EXCLUDE_FROM_ALL $<TARGET_OBJECTS:fuda_lib>)
add_dependencies(fuda_shared gen_clauses grammars)
target_link_libraries(fuda_shared PRIVATE fuda_host)
target_link_options(fuda_shared PRIVATE ${lib_options})
set_target_properties(fuda_shared PROPERTIES
    OUTPUT_NAME fuda VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})

set(archive ${CMAKE_BINARY_DIR}/libfuda.a)
set(whole ${CMAKE_BINARY_DIR}/fuda_whole.o)
set(relink_options)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    set(relink_options -O3 -flto=auto -flinker-output=nolto-rel ${FUDA_WHOLE})
    if(FUDA_HAS_march_native)
        list(APPEND relink_options -march=native)
    endif()
    if(FUDA_HAS_mno_avx512f)
        list(APPEND relink_options -mno-avx512f)
    endif()
endif()
add_custom_command(
    OUTPUT ${archive}
    COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -fPIC ${relink_options} -o ${whole}
            $<TARGET_OBJECTS:fuda_lib> -Wl,--start-group $<TARGET_FILE:fuda_host>
            $<TARGET_FILE:fuda_core> $<TARGET_FILE:fuda_clauses> -Wl,--end-group
    COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${whole}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${archive}
    COMMAND ${CMAKE_AR} rcs ${archive} ${whole}
    DEPENDS fuda_lib fuda_host fuda_core fuda_clauses $<TARGET_OBJECTS:fuda_lib>
    COMMAND_EXPAND_LISTS
    COMMENT "libfuda.a"
    VERBATIM)

# the manual page is the header, laid out
set(manual ${CMAKE_BINARY_DIR}/fuda.3)
add_custom_command(
    OUTPUT ${manual}
    COMMAND awk -v version=${PROJECT_VERSION} -f ${CMAKE_SOURCE_DIR}/tools/manual.awk
            ${CMAKE_SOURCE_DIR}/include/fuda.h > ${manual}
    DEPENDS include/fuda.h tools/manual.awk
    VERBATIM)
add_custom_target(lib DEPENDS ${archive} ${manual})
add_dependencies(lib fuda_shared)

configure_file(tools/fuda.pc.in ${CMAKE_BINARY_DIR}/fuda.pc @ONLY)
install(TARGETS fuda_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/fuda.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_BINARY_DIR}/fuda.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
install(DIRECTORY python/fuda python/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/fuda/python
    FILES_MATCHING PATTERN *.py)
install(FILES python/pyproject.toml python/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/fuda/python)
