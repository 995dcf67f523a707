/* Fuzz target: replay files. Any input must be refused with an error or played. */
#include "sim/replay.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Replay p;
    ReplayReport report;
    FileError e;
    if (!replay_take(&p, "fuzz", data, size, &e)) {
        if (!e.line[0]) abort();
        return 0;
    }
    if (!replay_verify(&p, "fuzz", &report, &e) && !e.line[0]) abort();
    replay_free(&p);
    return 0;
}
