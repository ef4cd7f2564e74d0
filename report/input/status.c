#include "status.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "include/library.h"
#include "report/journal/member.h"
#include "ranges.h"

const char *status_name(enum status_kind kind) {
  static const char *const names[] = {"complete", "crashed", "hung", "killed", "unchecked"};
  return names[kind];
}

/* What the journals of all worlds tell: numbers of ranks. */
struct tally {
  long worlds, starts, ends, missing, gone, stuck;
  int aborted, exited, crashed, stopped;
};

__attribute__((format(printf, 2, 3))) static void add(struct status *st, const char *format,
                                                      ...) {
  size_t used = strlen(st->detail);
  va_list args;
  if (used && used + 2 < sizeof st->detail) {
    strcpy(st->detail + used, "; ");
    used += 2;
  }
  va_start(args, format);
  vsnprintf(st->detail + used, sizeof st->detail - used, format, args);
  va_end(args);
}

static int is_timeout(const struct journals *js) {
  return json_is_true(member_get(js->job_end, "timeout"));
}

static int is_deadlock(const struct journals *js) {
  return json_is_true(member_get(js->job_end, "deadlock"));
}

/* `fencepost run` has ended it. */
static int is_ended(const struct journals *js) {
  return is_timeout(js) || is_deadlock(js);
}

/* One MPI_COMM_WORLD: ranks[0..n-1], ascending. */
struct world_status {
  const struct rank *rank;
  size_t n;
  int size;
  char of[32]; /* " of world 2" if there are several worlds */
};

static void missing_ranks(struct status *st, struct tally *t, const struct world_status *w) {
  struct ranges missing = {0};
  long next = 0;
  for (size_t i = 0; i < w->n; i++) {
    if (!w->rank[i].start)
      continue;
    if (w->rank[i].rank > next)
      ranges_add(&missing, next, w->rank[i].rank - 1);
    next = w->rank[i].rank + 1;
  }
  if (next < w->size)
    ranges_add(&missing, next, w->size - 1);
  t->missing += missing.count;
  if (missing.count && t->starts)
    add(st, "ranks missing: no journal of %s%s", ranges_named(&missing), w->of);
}

static void aborts(struct status *st, struct tally *t, const struct world_status *w) {
  for (size_t i = 0; i < w->n; i++)
    if (w->rank[i].abort && !w->rank[i].end && !t->aborted++)
      add(st, "rank %d%s called MPI_Abort with code %d", w->rank[i].rank, w->of,
          member_int(w->rank[i].abort, "code", 0));
}

static void crashes(struct status *st, struct tally *t, const struct world_status *w) {
  for (size_t i = 0; i < w->n; i++) {
    int number = member_int(w->rank[i].crash, "signal", 0);
    if (w->rank[i].crash && !w->rank[i].end && !t->crashed++)
      add(st, "signal %d (%s) ended rank %d%s", number, strsignal(number), w->rank[i].rank,
          w->of);
  }
}

static int is_failed(const struct rank *r) {
  return member_get(r->exit, "failed") && !r->end && !r->abort;
}

static int is_exit(const struct rank *r) {
  return r->exit && !r->end && !r->abort && !is_failed(r);
}

/* Names one of the calls. */
static void failures(struct status *st, struct tally *t, const struct world_status *w) {
  struct ranges ranks = {0};
  const char *call = "";
  for (size_t i = 0; i < w->n; i++)
    if (is_failed(&w->rank[i])) {
      if (!ranks.count)
        call = member_text_or(member_get(w->rank[i].exit, "failed"), "call", "?");
      ranges_add(&ranks, w->rank[i].rank, w->rank[i].rank);
    }
  t->exited += ranks.count > 0;
  if (ranks.count)
    add(st, "%s failed at %s%s, and the MPI library ended the program", call,
        ranges_named(&ranks), w->of);
}

static void exits(struct status *st, struct tally *t, const struct world_status *w) {
  struct ranges ranks = {0};
  const char *how = "exit";
  int code = 0, mixed = 0;
  for (size_t i = 0; i < w->n; i++) {
    if (!is_exit(&w->rank[i]))
      continue;
    int more = member_int(w->rank[i].exit, "code", 0);
    const char *by = member_text_or(w->rank[i].exit, "how", "exit");
    mixed |= ranks.count && (more != code || strcmp(by, how) != 0);
    code = more;
    how = by;
    ranges_add(&ranks, w->rank[i].rank, w->rank[i].rank);
  }
  t->exited += ranks.count > 0;
  if (ranks.count && mixed)
    add(st, "%s%s called exit before MPI_Finalize", ranges_named(&ranks), w->of);
  else if (ranks.count)
    add(st, "%s%s called %s(%d) before MPI_Finalize", ranges_named(&ranks), w->of, how, code);
}

static int is_stopped(const struct rank *r) {
  return r->stopped && !r->end && !r->exit && !r->abort;
}

static void stops(struct status *st, struct tally *t, const struct world_status *w) {
  for (size_t i = 0; i < w->n; i++)
    if (is_stopped(&w->rank[i]) && !t->stopped++)
      add(st, "rank %d%s was not checked to its end: %s", w->rank[i].rank, w->of,
          member_text_or(w->rank[i].stopped, "text", "?"));
}

/* Returns whether it is known what a rank did itself. The launcher then ends the other ranks,
 * and what it says of them tells nothing. */
static int is_explained(const struct tally *t) {
  return t->aborted || t->exited || t->crashed;
}

static void vanished(struct status *st, struct tally *t, const struct world_status *w,
                     int alive) {
  struct ranges ranks = {0};
  for (size_t i = 0; i < w->n; i++) {
    const struct rank *r = &w->rank[i];
    if (r->start && !r->end && !r->abort && !r->exit && !r->stopped) {
      ranges_add(&ranks, r->rank, r->rank);
      t->stuck += json_object_size(r->hangs) > 0;
    }
  }
  t->gone += ranks.count;
  if (ranks.count && !is_explained(t))
    add(st, "%s%s %s", ranges_named(&ranks), w->of,
        alive ? "had not reached MPI_Finalize" : "ended without MPI_Finalize");
}

static void tally(struct status *st, struct tally *t, const struct journals *js) {
  struct world_status w;
  for (size_t i = 0; i < js->ranks; i++) {
    t->starts += js->rank[i].start != NULL;
    t->ends += js->rank[i].start && js->rank[i].end;
    t->worlds += !i || strcmp(js->rank[i].world, js->rank[i - 1].world) != 0;
  }
  long number = 0;
  for (size_t i = 0; i < js->ranks; i += w.n) {
    w = (struct world_status){.rank = &js->rank[i]};
    while (i + w.n < js->ranks && !strcmp(js->rank[i].world, js->rank[i + w.n].world)) {
      int size = rank_size(&js->rank[i + w.n]), last = js->rank[i + w.n].rank + 1;
      w.size = size > w.size ? size : w.size;
      w.size = last > w.size ? last : w.size;
      w.n++;
    }
    number++;
    if (t->worlds > 1)
      snprintf(w.of, sizeof w.of, " of world %ld", number);
    aborts(st, t, &w);
    failures(st, t, &w);
    exits(st, t, &w);
    crashes(st, t, &w);
    stops(st, t, &w);
    vanished(st, t, &w, !js->job_end || is_ended(js));
    missing_ranks(st, t, &w);
  }
}

static int is_killing(int number) {
  return number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGHUP;
}

/* Finds the library whose launcher ends with the numbers of the signals that ended its
 * processes, all or'ed together (including the SIGKILL that it sent to the rest). */
static const struct library *tells_signals(const struct journals *js) {
  for (size_t i = 0; i < js->ranks; i++) {
    const struct library *l = library_named(member_text_or(js->rank[i].start, "mpi", ""));
    if (l && l->statuses == STATUSES_SIGNALS)
      return l;
  }
  return NULL;
}

/* Returns the signal that ended the job, by its own status or as its launcher reports it. */
static int job_signal(const struct journals *js) {
  int number = member_int(js->job_end, "signal", 0), code = member_int(js->job_end, "code", 0);
  if (number)
    return number;
  if (code > 128 && code <= 128 + 64)
    return code - 128;
  /* 1: any failure, 15: also MPI_ERR_OTHER */
  return code > 1 && code < 32 && code != SIGTERM && tells_signals(js) ? code : 0;
}

static enum status_kind kind(const struct journals *js, const struct tally *t, int number) {
  if (!t->starts || (!t->gone && !is_explained(t) && (t->missing || t->stopped)))
    return STATUS_UNCHECKED;
  if (t->ends == t->starts)
    return STATUS_COMPLETE;
  if (is_ended(js))
    return STATUS_HUNG;
  if (is_explained(t))
    return STATUS_CRASHED;
  if (is_killing(number) || member_int(js->job_end, "interrupted", 0))
    return STATUS_KILLED;
  /* if the end of the job is not known, as while it still runs, the ranks' own records count */
  return !js->job_end && t->stuck == t->gone ? STATUS_HUNG : STATUS_CRASHED;
}

static void add_job(struct status *st, const struct journals *js, int number, int ended) {
  int code = member_int(js->job_end, "code", 0), own = member_int(js->job_end, "signal", 0);
  int caught = member_int(js->job_end, "interrupted", 0);
  if (is_timeout(js)) {
    add(st, "--timeout ended the program after %g s", member_real(js->job_end, "limit", 0));
    return;
  }
  if (is_deadlock(js)) {
    add(st, "some ranks could never go on, so the program was ended (--on-deadlock)");
    return;
  }
  if (caught)
    add(st, "fencepost run was told to end by signal %d (%s)", caught, strsignal(caught));
  else if (own)
    add(st, "signal %d (%s) ended the command", own, strsignal(own));
  else if (number && !ended && code == number)
    add(st,
        "the command ended with status %d: in %s that is signal %d (%s) or a fatal MPI error "
        "of class %d",
        code, tells_signals(js)->name, number, strsignal(number), code);
  else if (number && !ended)
    add(st, "the command ended with status %d: signal %d (%s)", code, number,
        strsignal(number));
  else if (code)
    add(st, "the command ended with status %d", code);
}

void status_decide(struct status *st, const struct journals *js) {
  struct tally t = {0};
  memset(st, 0, sizeof *st);
  tally(st, &t, js);
  int ended = !t.gone || is_explained(&t);
  int number = job_signal(js);
  st->kind = kind(js, &t, number);
  if (!t.starts)
    add(st, "%s",
        member_text_or(js->job_end, "unchecked",
                       js->damaged ? "the journals are damaged"
                                   : "no process called MPI_Init under Fencepost"));
  else if (st->kind == STATUS_COMPLETE)
    add(st, "every rank reached MPI_Finalize");
  add_job(st, js, number, ended);
}
