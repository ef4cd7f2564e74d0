/* together.h: how processes come to be checked together.
 *
 * Processes that call MPI_Init begin together: they agree on what they see. Processes of MPI-4
 * sessions begin one by one (world.alone), because MPI_Session_init is local. They come
 * together when the program makes a communicator of all of them (MPI_Comm_create_from_group, or
 * MPI_Init after all), which they do at the same time; before it no two of them can have
 * communicated. They end one by one, because MPI_Session_finalize is local, too; so they meet a
 * last time when that communicator is freed (section 11.3 of MPI-4.0).
 *
 * Cost: a few collective calls, once. */
#ifndef FENCEPOST_TOGETHER_H
#define FENCEPOST_TOGETHER_H

#include "interpose/base/mpi_call.h"
#include "interpose/base/mpi_frame.h"
#include "report/journal/options.h"

enum { TOGETHER_TERMS = 10 };

/* Collective over world.comm unless the process is alone: what the processes of the program
 * have in common. `level`: what this process would choose. */
void together_agree(const struct options *o, int level);
/* Collective over world.comm. Returns whether all ranks read the same clock, as those on one
 * host do. */
int together_one_host(void);
/* Collective over `world_comm`, which has the processes of MPI_COMM_WORLD. Returns whether some
 * of them have begun one by one. */
int together_some_alone(MPI_Comm world_comm);
/* Collective over `comm`: whether its processes can be checked together, with these levels and
 * locks. `o`: NULL for those of the environment. all: what together_take has to know then. */
int together_alike(MPI_Comm comm, const struct options *o, int fit, int concurrent, int level,
                   int *all);
void together_take(const int *all);
/* Collective over `every`, a communicator of all processes of the program, of which some began
 * one by one: they are together then, unless they are too different. */
void together_found(MPI_Comm every);
/* Before and after calls that processes of sessions make together. They run also if checking
 * has stopped in this process, because the others wait for it. */
void together_enter(struct frame *f);
void together_leave(struct frame *f);
/* What to tell of processes that never came together. */
void together_note(void);
/* The process's last session ends. */
void together_end(void);

#endif
