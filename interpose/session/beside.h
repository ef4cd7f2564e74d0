/* beside.h: the command `fencepost` in a process of its own, under a bare LD_PRELOAD.
 *
 * The program does not notice that process, neither by SIGCHLD nor by wait(). */
#ifndef FENCEPOST_BESIDE_H
#define FENCEPOST_BESIDE_H

/* `words`: the command line, with NULL at its end; valid until the call returns. `wait`: until
 * the command has ended. Returns NULL, or what went wrong. Not for two threads at once. */
const char *beside_run(char **words, int wait);

#endif
