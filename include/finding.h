/* finding.h: one finding of the checker. It is passed by callback and exists only during that
 * call. The texts that all findings of its kind share are in the row of its slug in
 * findings.def; this struct has what differs from one finding to the next. */
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
  int64_t disp;   /* displacement of an RMA operation, as the program gave it, */
  int64_t bytes;  /* and the number of bytes it accesses at the target; 0 = not known */
  uint64_t seq;
};

#define FINDING_SITES 4
#define FINDING_TEXT 640

struct finding_location {
  struct site site;
  /* The part that this call has in the finding: "RMA operation", "epoch opened here". */
  const char *role;
  char epoch[96]; /* the epoch in which the call was made, in words; "" = not known */
  /* Its number among the rank's epochs of its kind on the window, from 1; 0 = not known. And
   * its kind: enum history_kind. */
  uint64_t epoch_number;
  uint8_t epoch_kind;
};

/* What the process of one of the first two locations knows about the other one, `from`. */
enum arrow {
  ARROW_NONE,      /* nothing */
  ARROW_START,     /* the other was started, perhaps not completed */
  ARROW_COMPLETION /* the other is complete, which is not enough (the two copies) */
};

/* What happened, in order, to the two copies of the memory that two accesses conflict about
 * (section 11.4); or what did not happen, and would have ordered them. */
enum copy_step {
  STEP_UPDATE,   /* a location changes the copy */
  STEP_READ,     /* a location reads it */
  STEP_COMPLETE, /* an operation is complete at its target */
  STEP_PUBLISH,  /* the private copy is brought into the public one */
  STEP_FETCH,    /* the public copy is brought into the private one */
  COPY_STEPS
};
struct finding_step {
  uint8_t what;        /* enum copy_step */
  uint8_t public_copy; /* else the private one */
  uint8_t missing;     /* it did not happen */
  int8_t location;     /* which of the locations does it; -1 = none of them */
  int32_t rank;        /* who does it, or would have to */
  uint64_t window;     /* whose public copy it is */
  const char *calls;   /* of what is missing: those that would do it, with ", " between */
  char text[200];      /* in words, with "{0}" as in `message` */
};
#define FINDING_STEPS 4

struct finding {
  enum slug slug;
  enum confidence confidence;
  /* One or two sentences with the ranks and numbers of this finding; here and in `ordering`,
   * "{0}" stands for the place of location 0, and so on; in the message "{memory}" for `lo` and
   * `hi` in words, which the report knows more about. */
  char message[FINDING_TEXT];
  struct {
    uint64_t id;
    uint8_t flavor, model; /* event.h */
    int32_t owner;         /* world rank of the process whose memory is concerned; -1 = none */
    int64_t size;          /* of the owner's window */
    int32_t disp_unit;
  } window;
  int has_memory;
  int64_t lo, hi; /* bytes in the owner's window, hi excluded */
  /* Number of the correctness rule of section 11.7 (there are three) that is broken; 0 =
   * none. */
  uint8_t rule;
  /* Why nothing orders the two accesses, and which call is missing; or "". */
  char ordering[400];
  struct {
    uint8_t kind; /* enum arrow */
    uint8_t from; /* 0 or 1 */
  } arrow;
  char private_copy[120], public_copy[120]; /* state of the two copies, in words; or "" */
  char other_copy[120]; /* if the second operation goes through another window: state of that
                           window's public copy; or "" */
  uint64_t other_window;
  struct finding_step step[FINDING_STEPS];
  int steps;
  uint8_t only_separate; /* it is wrong in the separate memory model only */
  /* Instead of those of the slug, if these do not tell what happened; or "". With "{0}", too.
   */
  char title[100], remedy[400];
  int locations;
  struct finding_location location[FINDING_SITES]; /* the first is the one to blame */
};

/* The fields by which a rank recognises a finding that it has made before;
 * report/journal/identity.h says how findings of several ranks and reports are recognised.
 * Zeroed before it is filled, because it is compared as bytes. */
struct identity {
  uint32_t slug, flavor;
  struct {
    int32_t rank; /* ids of stacks are only unique within a rank */
    uint32_t stack;
    uint32_t call; /* the call plus one, so that 0 can mean that there is no such location */
  } at[FINDING_SITES];
};

static inline void identity_site(struct identity *id, int i, int32_t rank, uint32_t stack,
                                 unsigned call) {
  id->at[i].rank = rank;
  id->at[i].stack = stack;
  id->at[i].call = call + 1u;
}

#endif
