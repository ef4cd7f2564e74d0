/* hook_pipe.c: pipes and their like. A program that calls one may order its threads by it,
 * which nobody follows (interpose/stack/imports.h): so only programs that call one may have a
 * reference to them, and these are a member of the archive of their own. */
#define _GNU_SOURCE
#include <sys/eventfd.h>
#include "hook_wrap.h"

#define BOTH_ENDS WRITES(to, done ? 0 : 2 * sizeof *to)
RESULT(int, pipe, (int to[2]), (to), BOTH_ENDS)
RESULT(int, pipe2, (int to[2], int flags), (to, flags), BOTH_ENDS)
RESULT(int, socketpair, (int family, int type, int protocol, int to[2]),
       (family, type, protocol, to), BOTH_ENDS)
RESULT(int, eventfd_read, (int fd, eventfd_t *to), (fd, to), STORED_BY_0(to))
