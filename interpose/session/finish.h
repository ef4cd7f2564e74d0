/* finish.h: the end of the run, in MPI_Finalize while MPI still works. */
#ifndef FENCEPOST_FINISH_H
#define FENCEPOST_FINISH_H

/* Collective over MPI_COMM_SELF only: arranges that MPI_Finalize calls us. */
void finish_prepare(void);
/* Counts the open MPI sessions. A rank that has not called MPI_Init ends with the last one. */
int finish_sessions(int change);
/* Collective over the processes of sessions that are together: whatever one has told another
 * has arrived. `over`: no message of theirs can be received any more. Also for processes whose
 * checking has stopped. */
struct frame;
void finish_meet(struct frame *f, int over);
/* Under a bare LD_PRELOAD: says where the journals are if the run ends early. */
void finish_hint(const char *why);

#endif
