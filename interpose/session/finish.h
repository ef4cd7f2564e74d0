/* finish.h: the end of the run, in MPI_Finalize while MPI still works. */
#ifndef FENCEPOST_FINISH_H
#define FENCEPOST_FINISH_H

/* Collective over MPI_COMM_SELF only: arranges to be called by MPI_Finalize. */
void finish_prepare(void);
/* Counts the open MPI sessions: with the last one a rank without MPI_Init ends. */
int finish_sessions(int change);
/* Under a bare LD_PRELOAD: where the journals of a run that ends early are. */
void finish_hint(const char *why);

#endif
