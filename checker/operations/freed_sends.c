/* freed_sends.c: buffers of sends whose requests were freed. Only something that another rank
 * does after the receive can tell the program that such a send is complete (section 3.7.3). So
 * a use of the buffer is a mistake as long as this process has heard from no other one since
 * the send began. It is not checked whether what it hears has to do with that receive. */
#include "checker/core/access.h"
#include "checker/core/watch.h"
#include "checker/rules/shared.h"
#include "freed_sends.h"
#include "origin.h"
#include "rma_request.h"

#define FREED_SENDS_MOST 64

static void drop_all(struct check *c) {
  struct access *next;
  for (struct access *a = c->freed_sends.buffers; a; a = next) {
    next = a->mate;
    a->mate = NULL;
    shared_end(c, a, 0);
    open_remove(c, a);
    access_free(c, a);
  }
  c->freed_sends.buffers = NULL;
  c->freed_sends.count = 0;
}

void freed_sends_add(struct check *c, struct request *r) {
  if (c->windows.table) { /* what processes read in windows may tell them much that is not seen
                             here */
    issue_lost(c, r);
    return;
  }
  if (c->freed_sends.count >= FREED_SENDS_MOST)
    drop_all(c);
  struct access *next;
  for (struct access *a = r->buffers; a; a = next) {
    next = a->mate;
    a->request = 0;
    a->mate = c->freed_sends.buffers;
    c->freed_sends.buffers = a;
    c->freed_sends.count++;
  }
  r->buffers = NULL;
}

void freed_sends_learned(struct check *c) {
  c->freed_sends.learned++;
  if (c->freed_sends.buffers)
    drop_all(c);
}

uint64_t check_learned(const struct check *c) {
  return c->freed_sends.learned;
}
