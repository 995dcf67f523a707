/* Counts instructions: callgrind collects inside sim_game, or a perf event is enabled around it. */
#include "sim/count.h"
#include <errno.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the games
 * --------------------------------------------------------------------------------------- */

/* Plays the games and enables the perf event (fd 'counter', -1: none) only around sim_game, so that
 * setup is not counted. */
static bool play_games(const SimConfig *config, unsigned games, int counter, uint64_t *decisions) {
    SimSeat seat;
    bool good = sim_seat_open(&seat, config);
    *decisions = 0;
    for (uint64_t i = 0; good && i < games; i++) {
        FudaDeck decks[MAX_PLAYERS];
        unsigned which[MAX_PLAYERS];
        FudaSetup setup = sim_setup(config, i, decks, which);
        sim_seed(seat.chooser, seat.nchoosers, setup.seed);
        good = game_start(seat.run.s, &setup);
        if (!good) break;
        if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
        *decisions += sim_game(&seat.run, seat.chooser).decisions;
        if (counter >= 0) ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    }
    sim_seat_close(&seat);
    return good;
}

bool count_inner(const SimConfig *config, unsigned games, uint64_t *decisions) {
    return play_games(config, games, -1, decisions);
}

/* ---- the processor's counter
 * ---------------------------------------------------------------------------- */

/* Counts user-mode instructions; fails where perf events are not permitted. */
static bool count_by_perf_event(const SimConfig *config, unsigned games, InstructionCount *out) {
    struct perf_event_attr attr = {.type = PERF_TYPE_HARDWARE,
                                   .size = sizeof attr,
                                   .config = PERF_COUNT_HW_INSTRUCTIONS,
                                   .disabled = 1,
                                   .exclude_kernel = 1,
                                   .exclude_hv = 1};
    int fd = (int)syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);
    if (fd < 0) return false;
    bool good =
        play_games(config, games, fd, &out->decisions) &&
        read(fd, &out->instructions, sizeof out->instructions) == (ssize_t)sizeof out->instructions;
    close(fd);
    out->how = "perf_event (this processor's counter, user mode)";
    return good && out->instructions > 0;
}

/* ---- callgrind
 * ------------------------------------------------------------------------------------------- */

/* Runs a command and stores stdout and stderr in 'out'. Returns false if it could not start or
 * failed. */
static bool run_command(char *const *words, char *out, size_t size) {
    int ends[2];
    size_t n = 0;
    if (pipe(ends) != 0) return false;
    pid_t child = fork();
    if (child == 0) {
        /* callgrind counts `rep movsb` as one instruction a byte; copy states by vectors instead */
        setenv("GLIBC_TUNABLES", "glibc.cpu.x86_rep_movsb_threshold=1073741824", 1);
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        close(ends[1]);
        execvp(words[0], words);
        _exit(127);
    }
    close(ends[1]);
    for (ssize_t got; child > 0 && n + 1 < size; n += (size_t)got) {
        got = read(ends[0], out + n, size - 1 - n);
        if (got < 0 && errno == EINTR)
            got = 0;
        else if (got <= 0)
            break;
    }
    out[n] = '\0';
    close(ends[0]);
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Runs `fuda bench KEY --inner GAMES` under callgrind and parses its output. */
static bool count_by_callgrind(const SimConfig *config, unsigned games, const char *as_of,
                               InstructionCount *out) {
    static char output[1 << 16];
    char self[4096], number[16];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0) return false;
    self[n] = '\0';
    snprintf(number, sizeof number, "%u", games);
    char *const words[] = {"valgrind",
                           "--tool=callgrind",
                           "--callgrind-out-file=/dev/null",
                           "--toggle-collect=sim_game",
                           self,
                           "bench",
                           (char *)config->game->key,
                           "--inner",
                           number,
                           as_of ? "--as-of" : NULL,
                           (char *)as_of,
                           NULL};
    fflush(stdout);
    if (!run_command(words, output, sizeof output)) return false;
    const char *collected = strstr(output, "Collected : "),
               *decisions = strstr(output, "decisions ");
    if (!collected || !decisions) return false;
    out->instructions = strtoull(collected + 12, NULL, 10);
    out->decisions = strtoull(decisions + 10, NULL, 10);
    out->how = "callgrind (collecting inside sim_game)";
    return out->instructions && out->decisions;
}

void count_instructions(const SimConfig *config, unsigned games, const char *as_of,
                        InstructionCount *out) {
    *out = (InstructionCount){
        .how = "not measured: neither valgrind nor the processor's counter can be used here"};
    if (!count_by_callgrind(config, games, as_of, out) &&
        !count_by_perf_event(config, games, out)) {
        out->instructions = out->decisions = 0;
        return;
    }
    out->per_decision = (double)out->instructions / (double)out->decisions;
}
