/* progress_state.h: the state of struct progress. Each part handles its own kinds of events and
 * makes its own verdicts. */
#ifndef FENCEPOST_PROGRESS_STATE_H
#define FENCEPOST_PROGRESS_STATE_H

#include "include/progress.h"

struct unbuffered;   /* rendezvous.h */
struct scene;        /* standstill.h */
struct agreements;   /* disagreement.c */
struct uncalled;     /* uncalled.c */
struct mismatches;   /* mismatch.c */
struct amount_calls; /* amounts.c */
struct named_groups; /* groups.c */
struct misplaced;    /* lifetime.c */
struct file_periods; /* file_conflicts.c */

struct progress {
  int32_t size;
  struct unbuffered *unbuffered;
  struct scene *scene;
  struct agreements *agreements;
  struct uncalled *uncalled;
  struct mismatches *mismatches;
  struct amount_calls *amounts;
  struct named_groups *groups;
  struct misplaced *misplaced;
  struct file_periods *files;
  int never; /* outlook.c: verdicts that say that a rank can never go on */
  void *context;
  void (*finding)(void *context, const struct progress_finding *f);
};

#define NOBODY
#define CHECK(handler)
#define WINDOW(handler)
#define TARGET(handler)
#define PROGRESS(handler) void handler(struct progress *p, const struct event *e);
#define EVENT(NAME, word, body, call, traits, own, others) own
#include "include/events.def"
#undef NOBODY
#undef CHECK
#undef WINDOW
#undef TARGET
#undef PROGRESS

/* rendezvous.c: sends that would wait for each other if no message were buffered */
void rendezvous_judge(struct progress *p);
void rendezvous_free(struct progress *p);

/* disagreement.c: collective calls that do not match */
void agreement_judge(struct progress *p);
void agreement_free(struct progress *p);

/* uncalled.c: collective calls that only some processes make */
void uncalled_judge(struct progress *p);
void uncalled_free(struct progress *p);

/* amounts.c: collective calls in which two processes do not name the same amount */
void amounts_judge(struct progress *p);
void amounts_free(struct progress *p);

/* groups.c: calls that make communicators of groups in which processes do not name the same
 * one. The first is handed such events by amounts.c. */
void groups_feed(struct progress *p, const struct event *e);
void groups_judge(struct progress *p);
/* Whether a call of the rank was found to name a group that others do not name. */
int groups_explain(const struct progress *p, int32_t rank, uint32_t stack);
/* Whether any was, so that it is not certain which processes some communicator has. */
int groups_differ(const struct progress *p);
void groups_free(struct progress *p);

/* mismatch.c: messages that do not fit their receives */
void mismatch_judge(struct progress *p);
void mismatch_free(struct progress *p);

/* file_conflicts.c: bytes of a file that several processes access without MPI_File_sync between
 */
void file_conflicts_judge(struct progress *p);
void file_conflicts_free(struct progress *p);

/* lifetime.c: calls before MPI_Init or after MPI_Finalize */
void misplaced_judge(struct progress *p);
void misplaced_free(struct progress *p);

/* standstill.c: what is known of processes, and of their threads that wait */
void standstill_free(struct progress *p);
/* unmatched.c: MPI_Win_start or MPI_Win_post without the other */
void unmatched_judge(struct progress *p);
/* deadlock.c: processes that wait for each other, or for one that does nothing any more */
void deadlock_judge(struct progress *p);

#endif
