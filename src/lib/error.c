/* Errors of the C interface, and its version. */
#include "lib/lib.h"
#include <stdarg.h>
#include <stdio.h>

const char *fuda_version(void) { return FUDA_VERSION; }

bool lib_fail(fuda_error *e, int code, const char *format, ...) {
    if (!e) return false;
    va_list list;
    va_start(list, format);
    vsnprintf(e->message, sizeof e->message, format, list);
    va_end(list);
    text_one_line(e->message);
    e->code = code;
    return false;
}

bool lib_fail_input(fuda_error *e, const FileError *why) {
    return lib_fail(e, FUDA_ERROR_INPUT, "%s", why->line);
}

bool lib_no_memory(fuda_error *e) { return lib_fail(e, FUDA_ERROR_MEMORY, "out of memory"); }

bool lib_missing(fuda_error *e, const char *what) {
    return lib_fail(e, FUDA_ERROR_ARGUMENT, "null was given where %s is expected", what);
}

void lib_ok(fuda_error *e) {
    if (!e) return;
    e->code = FUDA_OK;
    e->message[0] = 0;
}

size_t lib_put(const char *s, char *out, size_t size) {
    size_t n = strlen(s);
    if (!size || !out) return n;
    int fits = utf8_clip(s, size - 1);
    memcpy(out, s, (size_t)fits);
    out[fits] = 0;
    return n;
}
