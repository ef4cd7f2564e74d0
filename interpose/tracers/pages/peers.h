/* peers.h: at trace level `pages` a process must not read another one's memory by system calls
 * (process_vm_readv), except by the functions of libc (remote.h), because such a call fails
 * where a view has no rights. So MPI is told, before it starts, not to do that: by environment
 * variables, unless the user has set them, and if all processes are on one host.
 *
 * LIBRARY_VARIABLES (interpose/mpi/library.h) are what a library is told at every level. */
#ifndef FENCEPOST_PEERS_H
#define FENCEPOST_PEERS_H

/* Called before and after MPI starts, so that the program does not see the variables. `apart`:
 * the level needs it. */
void peers_prepare(int apart);
void peers_restore(void);
/* Returns whether processes are kept apart: all are on one host, and MPI was told. */
int peers_apart(void);
/* Returns whether they are, or what another process reads and writes here it does by functions
 * of libc, which try again at the alias of a view. That is slow, so it is for memory that is
 * seldom a view. */
int peers_fail_gently(void);

#endif
