/* args.h: the arguments of any call, by role. */
#ifndef FENCEPOST_ARGS_H
#define FENCEPOST_ARGS_H

#include <stddef.h>

enum show {
  SHOW_END,
  SHOW_NONE,
  SHOW_INT,
  SHOW_LONG,
  SHOW_RANK,
  SHOW_TAG,
  SHOW_ASSERT,
  SHOW_LOCKTYPE,
  SHOW_COMM,
  SHOW_WIN,
  SHOW_TYPE,
  SHOW_OP,
  SHOW_REQUEST,
  SHOW_GROUP,
  SHOW_INFO,
  SHOW_POINTER,
  SHOW_STR
};

/* Writes them as "dest=1, tag=3, comm=MPI_COMM_WORLD". */
void args_text(unsigned call, const void *args, char *text, size_t room);
/* Returns the first argument that is shown that way, NULL if there is none. */
const void *args_first(unsigned call, const void *args, enum show show);
/* From 0. */
const void *args_nth(unsigned call, const void *args, enum show show, int n);
/* Returns which argument is this pointer, from 1; 0 if none is. */
int args_place(unsigned call, const void *args, const void *pointer);
size_t args_size(unsigned call);

#endif
