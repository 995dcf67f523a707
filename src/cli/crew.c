#include "cli/crew.h"
#include "cli/cli.h"
#include "cli/speak.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static unsigned size = 1, number;
static int real_stderr = -1;

unsigned crew_size(void) { return size; }
unsigned crew_number(void) { return number; }

/* How many processes mpirun (of Open MPI or MPICH) or srun has started; 0: none. */
static int started_with(void) {
    static const char *const variables[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"};
    for (unsigned i = 0; i < sizeof variables / sizeof *variables; i++)
        if (getenv(variables[i])) return atoi(getenv(variables[i]));
    return getenv("PMIX_RANK") && getenv("SLURM_NTASKS") ? atoi(getenv("SLURM_NTASKS")) : 0;
}

#ifdef FUDA_MPI
#include <mpi.h>

static bool joined;

static void stay_silent(void) {
    const int nowhere = open("/dev/null", O_WRONLY);
    fflush(stdout);
    real_stderr = dup(STDERR_FILENO);
    if (nowhere < 0) return;
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    close(nowhere);
}

bool crew_join(void) {
    int provided = 0, n = 1, mine = 0;
    if (started_with() < 1) return true;
    joined = MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS;
    if (joined) MPI_Comm_size(MPI_COMM_WORLD, &n);
    if (joined) MPI_Comm_rank(MPI_COMM_WORLD, &mine);
    if (!joined || provided < MPI_THREAD_FUNNELED || n != started_with()) {
        fputs(tr("fuda: this program does not fit the MPI that has started it\n",
                 "fuda：このプログラムは、起動したMPIと合いません\n"),
              stderr);
        return false;
    }
    size = (unsigned)n;
    number = (unsigned)mine;
    if (number) stay_silent();
    return true;
}

void crew_leave(void) {
    if (joined) MPI_Finalize();
    joined = false;
}

void crew_send(unsigned to, const uint64_t *word, size_t n) {
    MPI_Send(word, (int)n, MPI_UINT64_T, (int)to, 0, MPI_COMM_WORLD);
}

bool crew_poll(CrewMessage *m) {
    MPI_Status status;
    int there = 0, n = 0;
    if (size == 1) return false;
    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
    if (!there) return false;
    MPI_Get_count(&status, MPI_UINT64_T, &n);
    *m = (CrewMessage){.from = (unsigned)status.MPI_SOURCE, .n = (size_t)n};
    m->word = malloc(((size_t)n + 1) * sizeof *m->word);
    if (!m->word) MPI_Abort(MPI_COMM_WORLD, EXIT_INPUT);
    MPI_Recv(m->word, n, MPI_UINT64_T, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return true;
}
#else
bool crew_join(void) {
    if (started_with() < 2) return true;
    fputs(
        tr("fuda: this program was built without MPI; install libopenmpi-dev and build it again\n",
           "fuda：このプログラムはMPIなしで作られています。libopenmpi-"
           "devを入れて作り直してください\n"),
        stderr);
    return false;
}

void crew_leave(void) {}
void crew_send(unsigned to, const uint64_t *word, size_t n) { (void)to, (void)word, (void)n; }

bool crew_poll(CrewMessage *m) {
    (void)m;
    return false;
}
#endif

void crew_speak(bool aloud) {
    if (real_stderr < 0) return;
    const int to = aloud ? dup(real_stderr) : open("/dev/null", O_WRONLY);
    if (to < 0) return;
    dup2(to, STDERR_FILENO);
    close(to);
}

/* Sleeps between looks: MPI itself would keep the processor busy. */
void crew_receive(CrewMessage *m) {
    while (!crew_poll(m)) nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
}

/* ---- what all do together -------------------------------------------------------------------- */

enum { AGREE_GOOD, AGREE_SAME, AGREE_ERROR, ERROR_WORDS = 128 };

/* Says why process m->from is not like process 0. */
static void explain(const CrewMessage *m) {
    char line[ERROR_WORDS * sizeof *m->word];
    memcpy(line, m->word + AGREE_ERROR, sizeof line);
    line[sizeof line - 1] = '\0';
    if (m->word[AGREE_GOOD])
        fprintf(stderr,
                tr("fuda: process %u would play other games than process 0: it has other cards or "
                   "decks, or another build of fuda\n",
                   "fuda：プロセス%uはプロセス0と違う試合をします。カードかデッキ、またはfudaのビル"
                   "ドが違います\n"),
                m->from);
    else
        fprintf(stderr, tr("process %u: %s\n", "プロセス%u：%s\n"), m->from, line);
}

bool crew_agree(bool good, uint64_t same, const char *error) {
    uint64_t word[AGREE_ERROR + ERROR_WORDS] = {good, same};
    CrewMessage m;
    if (size == 1) return good;
    strncpy((char *)(word + AGREE_ERROR), error ? error : "", (ERROR_WORDS - 1) * sizeof *word);
    if (!crew_leads()) {
        crew_send(0, word, sizeof word / sizeof *word);
        crew_receive(&m);
        good = m.word[0];
        free(m.word);
        return good;
    }
    bool all = good;
    for (unsigned i = 1; i < size; i++) {
        crew_receive(&m);
        if (all && !(m.word[AGREE_GOOD] && m.word[AGREE_SAME] == same)) {
            explain(&m);
            all = false;
        }
        free(m.word);
    }
    for (unsigned i = 1; i < size; i++) crew_send(i, &(uint64_t){all}, 1);
    return all;
}

void crew_sum(uint64_t *word, size_t n) {
    CrewMessage m;
    if (!crew_leads()) crew_send(0, word, n);
    for (unsigned i = 1; crew_leads() && i < size; i++) {
        crew_receive(&m);
        for (size_t k = 0; k < n && k < m.n; k++) word[k] += m.word[k];
        free(m.word);
    }
}
