/* edges.h: what the parts of edges.c share: messages that are numbered, and notes of them. */
#ifndef EDGES_H
#define EDGES_H

#include <mpi.h>

#define TAGS 64
#define COMMS 8

extern int rank, other;
extern MPI_Comm comms[COMMS]; /* the label of a communicator is its place here */

/* The number of the next message to the other rank. */
int next(int c, int tag);
/* A message from the other rank was received. */
void took(int c, int tag, int number);
/* Says how far it came. */
void tell(const char *what);
/* No collective, and on a communicator of its own, out of reach of wildcards. */
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
