/* Where a broken invariant of the core ends up in debug builds. */
#include "kernel/run.h"
#include <stdio.h>
#include <stdlib.h>

#ifdef FUDA_DEBUG
void core_assert_failed(const char *what, const char *file, int line) {
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}
#else
typedef int not_empty;
#endif
