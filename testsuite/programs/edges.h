/* edges.h: what the parts of edges.c share: they number messages and write down what came. */
#ifndef EDGES_H
#define EDGES_H

#include <mpi.h>

#define TAGS 64
#define COMMS 8

extern int rank, other;
extern MPI_Comm comms[COMMS]; /* communicators are named by their index here */

/* Returns the number of the next message to the other rank. */
int next(int c, int tag);
/* Writes down that a message from the other rank was received. */
void took(int c, int tag, int number);
/* Prints how many messages have come so far. */
void tell(const char *what);
/* Both ranks wait for each other. This uses messages on a communicator of its own, which no
 * wildcard can take, and no collective call. */
void meet(void);
void send_one(int c, int tag);
void send_many(int c, int tag, int n);
void recv_one(int c, int source, int tag);

/* edges_rare.c */
void cancelled(void);
void errors(void);
void communicators(void);
void callbacks(void);
#if MPI_VERSION >= 4
void mpi4(void);
#endif

#endif
