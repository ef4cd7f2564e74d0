/* peers.h: at trace level `pages` one process must not read another one's memory by system call
 * (process_vm_readv) unless by the functions of libc (remote.h): where a view has no rights
 * that fails. So MPI is told, while it starts, not to; by environment variables, unless the
 * user has set them, and where all processes are on one host.
 *
 * What a library is told at every level is LIBRARY_VARIABLES (interpose/mpi/library.h). */
#ifndef FENCEPOST_PEERS_H
#define FENCEPOST_PEERS_H

/* Before and after MPI starts: the program does not see it. `apart`: whether the level needs
 * it. */
void peers_prepare(int apart);
void peers_restore(void);
/* Whether they do not: all are on one host, and MPI was told. */
int peers_apart(void);

#endif
