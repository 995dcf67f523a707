/* Prints failed assertions of the core in debug builds. The core itself does no output. */
#include "kernel/run.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef FUDA_DEBUG
void core_assert_failed(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: assertion failed: %s\n", file, line, what);
    abort();
}
#else
typedef int not_empty;
#endif
