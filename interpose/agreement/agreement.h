/* agreement.h: what each collective call promises its partners: which call it is, its root, its
 * reduction operation, how much data of which type. The first LOG_MOST calls of this process on
 * each communicator, window and file are kept, and the last LOG_MOST of those that follow. They
 * are written to the journal when the process ends or hangs; the calls of all processes are
 * compared afterwards (checker/progress/disagreement.c). No message is sent.
 *
 * Calls of one line with the same arguments are one kind, so a call costs a look-up and two
 * bytes; and nothing but the two bytes if its kind is known. */
#ifndef FENCEPOST_AGREEMENT_H
#define FENCEPOST_AGREEMENT_H

#include <stdint.h>
#include "interpose/base/agreed.h"
#include "interpose/base/mpi_frame.h"
#include "interpose/data/signature.h"

struct note_text;

enum { LOG_MOST = 4096 };

/* Of roots: there is none; MPI_PROC_NULL, because another process of the own group is it. */
enum { ROOT_NONE = -1, ROOT_OTHER = -2 };

/* What all processes have to say alike. Zeroed before it is filled, because it is compared as
 * bytes. */
struct promise {
  uint16_t call, basic; /* basic: enum basic, of the data; BASIC_UNKNOWN: not told */
  int16_t reduce;       /* enum reduce; -1: none */
  int16_t on;           /* enum object: a communicator, a window or a file */
  int32_t element;      /* size of the predefined datatype; 0: not known */
  int32_t root; /* ROOT_NONE, ROOT_OTHER; of inter-communicators a rank in MPI_COMM_WORLD */
  int32_t thread;
  uint32_t stack;
  int32_t side;       /* of inter-communicators the lowest rank of the own group; else -1 */
  int64_t bytes;      /* -1: not compared */
  uint64_t arguments; /* a hash of other arguments that have to be equal; 0: none */
  uint64_t amounts;   /* a hash of struct amounts; 0: there are none */
  uint64_t edges;     /* graph_edges_sum of graph_edges.h, where no amounts are told */
  uint64_t made_of;   /* a hash of `part`; 0: of one predefined datatype, or not known */
  int parts;          /* of what the data are made; from here on not compared */
  uint64_t part[SIGNATURE_PARTS];
};

/* For `arguments`: mixes a number into a hash that begins as PROMISE_SEED. */
#define PROMISE_SEED 14695981039346656037u
static inline uint64_t promise_mix(uint64_t h, int64_t n) {
  h = (h ^ (uint64_t)n) * 1099511628211u;
  h ^= h >> 32;
  return h ? h : 1;
}

/* How many bytes of which type a call sends to each process of the communicator and receives
 * from it, where these may differ. By rank in the communicator (of an inter-communicator: in
 * both groups together); AMOUNT_NONE: not told, or nothing goes between the two. Of
 * MPI_Dist_graph_create_adjacent: how many edges go there and come from there, and as `type` a
 * hash of their weights. */
#define AMOUNT_NONE UINT64_MAX
#define AMOUNT_TYPE(basic, element) ((uint64_t)(basic) << 16 | (uint64_t)(element))
enum {
  AMOUNTS_MOST = 64, /* processes */
  AMOUNT_CALLS = 64  /* first calls of a communicator that make others */
};
struct amounts {
  int count, me;
  int always; /* told also where others of that line would not be */
  struct amounts_side {
    uint16_t basic, element;
    int typed; /* each process has a type of its own, as AMOUNT_TYPE; 0: not known */
    uint64_t bytes[AMOUNTS_MOST];
    uint64_t type[AMOUNTS_MOST];
  } sent, received;
};

/* Nothing goes from any process to another yet. */
void amounts_begin(struct amounts *a, int count, int me);
/* Never 0. */
uint64_t amounts_hash(const struct amounts *a);

/* The calls on one communicator, window or file. It lasts when that is freed. */
struct agreement_log {
  uint64_t id;
  uint64_t calls; /* also those that are not kept */
  uint32_t room;
  int32_t size; /* of how many processes it is */
  int failed;   /* some call took part, but failed */
  uint16_t *kind;
  uint16_t *late; /* the last ones beyond LOG_MOST, by the number of the call modulo LOG_MOST */
};

/* Returns the number of the kind, from 1; 0 if it cannot be kept, as where the same line has
 * had many other amounts. The first call of a kind, which is about to be made on `of`, with
 * these amounts (or NULL), is written to the journal at once, because the library may end the
 * program in it. */
unsigned agreement_kind(const struct promise *p, const struct agreed *of,
                        const struct amounts *a);
/* Where there is no room. */
void agreement_note_more(struct agreed *of, unsigned kind);
/* The process makes a call of that kind. Only one thread may be in a collective call on a
 * communicator, and only processes with one thread that calls MPI come here; the watchdog
 * reads. */
static inline void agreement_note(struct agreed *of, unsigned kind) {
  struct agreement_log *l = of->log;
  if (l && l->calls < l->room) {
    of->calls++;
    l->kind[l->calls++] = (uint16_t)kind;
  } else {
    agreement_note_more(of, kind);
  }
}
/* The same for processes with several threads that call MPI. */
void agreement_note_shared(struct agreed *of, unsigned kind);
/* It has failed. `refused`: it has done nothing at all. */
void agreement_failed(struct agreed *of, int refused);
/* Of what data are made, for the journal. */
void agreement_write_parts(struct note_text *out, const uint64_t *part, int parts);
/* Writes them to the journal. */
void agreement_write(void);

#endif
