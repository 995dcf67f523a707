/* Any bytes as a scenario file: read, and where that succeeds played. */
#include "scenario/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scenario_run_text("fuzz", (const char *)data, size, 0, 0, 0);
    return 0;
}
