/* Replay files: whatever the bytes are, they are refused with a line or played, and a game that was
 * read can be written and read again. */
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
