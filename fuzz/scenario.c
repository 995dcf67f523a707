/* Fuzz target: scenario files. Parses them and plays those that parse. */
#include "scenario/scenario.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    scenario_run_text("fuzz", (const char *)data, size, 0, 0, 0);
    return 0;
}
