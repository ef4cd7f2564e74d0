/* finding.h: what the checker has to say. A finding is passed by callback and lives only during
 * the call. Its slug's row in findings.def has the texts that are the same for all findings of
 * the kind; here is what is particular to this one. */
#ifndef FENCEPOST_FINDING_H
#define FENCEPOST_FINDING_H

#include <stdint.h>

enum grade {
  ERRONEOUS,  /* the standard calls the program erroneous           -> error */
  UNDEFINED,  /* the outcome is undefined                           -> error */
  FRAGILE,    /* valid, but depends on timing or the implementation -> warning */
  PORTABILITY /* wrong only in another model or library             -> note */
};

enum confidence { DEFINITE, SCHEDULE };

enum slug {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy) SLUG_##id,
#include "findings.def"
#undef FINDING
  SLUGS
};

/* A call of one rank, small enough to keep for every open epoch and pending operation. */
struct site {
  int32_t rank, thread;
  uint32_t stack; /* local to `rank` */
  uint16_t call;
  uint8_t exclusive;
  uint32_t assertion;
  int32_t target; /* world rank; -1 = none */
  int64_t disp;   /* as given, for RMA operations, */
  int64_t bytes;  /* and how much they access at the target; 0 = not known */
  uint64_t seq;
};

#define FINDING_SITES 3
#define FINDING_TEXT 640

struct finding_location {
  struct site site;
  const char *role; /* what this call is to the finding: "RMA operation", "epoch opened here" */
  char epoch[96];   /* the epoch the call stood in, in words; "" = not known */
};

/* What is known at one of the first two locations of the other one, `from`. */
enum arrow {
  ARROW_NONE,      /* nothing */
  ARROW_START,     /* that it was started, not that it is complete */
  ARROW_COMPLETION /* that it is complete, which is not enough (the two copies) */
};

struct finding {
  enum slug slug;
  enum confidence confidence;
  char message[FINDING_TEXT]; /* one or two sentences, ranks and numbers in it; here and in
                                 `ordering` "{0}" stands for the place of location 0, ... */
  struct {
    uint64_t id;
    uint8_t flavor, model; /* event.h */
    int32_t owner;         /* world rank whose memory it is about; -1 = none */
    int64_t size;          /* of the owner's window */
    int32_t disp_unit;
  } window;
  int has_memory;
  int64_t lo, hi;     /* bytes in the owner's window, hi excluded */
  uint8_t rule;       /* of the three correctness rules of section 11.7; 0 = none */
  char ordering[400]; /* why nothing orders the two accesses, and what is missing; or "" */
  struct {
    uint8_t kind; /* enum arrow */
    uint8_t from; /* 0 or 1 */
  } arrow;
  char private_copy[120], public_copy[120]; /* their state, in words; or "" */
  int locations;
  struct finding_location location[FINDING_SITES]; /* the first is the one to blame */
};

/* What makes two findings one, as far as a rank can tell; report/journal/identity.h says how it
 * goes on between ranks and reports. Zeroed before it is filled: it is compared as bytes. */
struct identity {
  uint32_t slug, flavor;
  struct {
    int32_t rank; /* stacks are numbered by rank */
    uint32_t stack;
    uint32_t call; /* and one, for 0: no such location */
  } at[FINDING_SITES];
};

static inline void identity_site(struct identity *id, int i, int32_t rank, uint32_t stack,
                                 unsigned call) {
  id->at[i].rank = rank;
  id->at[i].stack = stack;
  id->at[i].call = call + 1u;
}

#endif
