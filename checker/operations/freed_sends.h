/* freed_sends.h: buffers of sends whose requests were freed */
#ifndef FENCEPOST_FREED_SENDS_H
#define FENCEPOST_FREED_SENDS_H

#include <stdint.h>

struct access;
struct check;
struct request;

struct freed_sends {
  struct access *buffers; /* by mate */
  int count;
  uint64_t learned; /* how often this rank has learned something from another one */
};

void freed_sends_add(struct check *c, struct request *r);
/* This rank has learned something from another process. */
void freed_sends_learned(struct check *c);

#endif
