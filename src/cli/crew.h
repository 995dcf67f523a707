/* The crew: the processes that share a run under MPI (mpirun -n N fuda sim ...), or this process
 * alone. Number 0 leads; it alone prints, and its exit code is that of the run. All MPI is in
 * crew.c; a build without MPI has crews of one.
 *
 * Messages are arrays of 64-bit words. Between two processes they arrive in order. Only the thread
 * that called crew_join calls these functions. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Joins the crew, if mpirun has started this process. False: it has, but this build is without MPI,
 * or MPI fails; said on stderr. Processes other than 0 print nothing from here on. */
bool crew_join(void);
unsigned crew_size(void);
unsigned crew_number(void);
static inline bool crew_leads(void) { return crew_number() == 0; }
/* Ends the work of this process in the crew; waits for the others. */
void crew_leave(void);
/* Lets the errors of this process be seen (on stderr), or not. */
void crew_speak(bool aloud);

typedef struct CrewMessage {
    unsigned from;
    size_t n;
    uint64_t *word; /* the caller frees it */
} CrewMessage;

void crew_send(unsigned to, const uint64_t *word, size_t n);
/* Takes a message that has arrived, without waiting. False: there is none. */
bool crew_poll(CrewMessage *m);
/* Waits for a message. */
void crew_receive(CrewMessage *m);

/* Every process calls this; true if all did so with 'good' and with equal 'same'. Else the leader
 * prints why the first one failed, by its 'error' or, if that is null, because the others run
 * something else. */
bool crew_agree(bool good, uint64_t same, const char *error);
/* Every process calls this: adds up the words of all of them at process 0. */
void crew_sum(uint64_t *word, size_t n);
