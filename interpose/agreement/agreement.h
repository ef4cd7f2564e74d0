/* agreement.h: what each collective call promises its partners: which call it is, its root, its
 * reduction operation, how much data of which type. The first LOG_MOST calls of this process on
 * each communicator are kept, and written to the journal when the process ends or hangs; the
 * calls of all processes are compared afterwards (checker/progress/disagreement.c). No message
 * is sent.
 *
 * Calls of one line with the same arguments are one kind, so a call costs a look-up and two
 * bytes; and nothing but the two bytes if its kind is known. */
#ifndef FENCEPOST_AGREEMENT_H
#define FENCEPOST_AGREEMENT_H

#include <stdint.h>
#include "interpose/base/mpi_frame.h"
#include "interpose/handles/comm.h"

enum { LOG_MOST = 4096 };

/* What all processes have to say alike. Zeroed before it is filled, because it is compared as
 * bytes. */
struct promise {
  uint16_t call, basic; /* basic: enum basic, of the data; BASIC_UNKNOWN: not told */
  int16_t reduce;       /* enum reduce; -1: none */
  uint16_t element;     /* size of the predefined datatype; 0: not known */
  int32_t root;         /* -1: none */
  int32_t thread;
  uint32_t stack;
  uint32_t unused;
  int64_t bytes;      /* -1: not compared */
  uint64_t arguments; /* a hash of other arguments that have to be equal; 0: none */
  uint64_t amounts;   /* a hash of struct amounts; 0: there are none */
};

/* How many bytes of which type a call sends to each process of the communicator and receives
 * from it, where these may differ. By rank in the communicator; AMOUNT_NONE: not told, or
 * nothing goes between the two. */
#define AMOUNT_NONE UINT64_MAX
enum {
  AMOUNTS_MOST = 64,
  AMOUNT_CALLS = 64
}; /* processes, and first calls of a communicator */
struct amounts {
  int count, me;
  struct amounts_side {
    uint16_t basic, element;
    uint64_t bytes[AMOUNTS_MOST];
  } sent, received;
};

/* Returns the number of the kind, from 1; 0 if it cannot be kept. The first call of a kind,
 * which is about to be made on `c`, with these amounts (or NULL), is written to the journal at
 * once, because the library may end the program in it. */
unsigned agreement_kind(const struct promise *p, const struct comm *c, const struct amounts *a);
/* The calls on one communicator. It lasts when the communicator is freed. */
struct agreement_log {
  uint64_t id;
  uint32_t calls; /* also those that are not kept */
  uint32_t room;
  uint16_t *kind;
};
/* Makes room, if there may be any. */
void agreement_grow(struct comm *c);
/* The process makes a call of that kind. Only one thread may be in a collective call on a
 * communicator, and only processes with one thread that calls MPI come here; the watchdog
 * reads. */
static inline void agreement_note(struct comm *c, unsigned kind) {
  struct agreement_log *l = c->agreed;
  if (!l || (l->calls == l->room && l->room < LOG_MOST)) {
    agreement_grow(c);
    l = c->agreed;
  }
  if (l && l->calls < l->room)
    l->kind[l->calls] = (uint16_t)kind;
  if (l)
    l->calls++;
}
/* It was refused. */
void agreement_take_back(struct comm *c);
/* Writes them to the journal. */
void agreement_write(void);

#endif
