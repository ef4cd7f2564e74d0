#define _GNU_SOURCE
#include "finish.h"
#include "beside.h"
#include "joining.h"
#include "misplaced.h"
#include "together.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/journal/options.h"
#include "report/journal/size_limit.h"
#include "interpose/order/thread_order.h"
#include "interpose/tracers/tracers.h"
#include "interpose/calls/completion.h"
#include "interpose/greq/grequest.h"
#include "interpose/handles/rendezvous_kept.h"
#include "interpose/handles/object.h"
#include "finding_reduction.h"
#include "interpose/stream/stream.h"
#include "interpose/stream/unreceived.h"
#include "interpose/thread_calls/thread_level.h"
#include "interpose/calls/receive.h"
#include "interpose/base/trace.h"
#include "watchdog.h"
#include "interpose/stream/feed.h"
#include "window_history.h"
#include "interpose/agreement/agreement.h"
#include "interpose/agreement/letters.h"
#include "interpose/files/file_log.h"

#define TAG_JOURNAL 2

static int keyval = MPI_KEYVAL_INVALID;
static struct event finalize; /* the event of the call of MPI_Finalize */
static struct frame finalizing;
static int closed;
static int met; /* processes of sessions have told each other everything */

static void journals_dir(char *dir, size_t room) {
  snprintf(dir, room, "%s", journal_path(world.journal));
  char *slash = strrchr(dir, '/');
  if (slash)
    *slash = 0;
}

void finish_hint(const char *why) {
  char dir[PATH_MAX];
  if (!world.bare)
    return;
  journals_dir(dir, sizeof dir);
  fprintf(stderr, "fencepost: rank %d: %s; `fencepost merge %s` makes the report\n", world.rank,
          why, dir);
}

static void write_end(void) {
  static uint64_t counts[CALLS];
  json_t *calls = json_object();
  thread_sum(counts);
  for (unsigned i = 0; i < CALLS; i++)
    if (counts[i])
      json_object_set_new(calls, call_name(i), json_integer((json_int_t)counts[i]));
  journal_counts(world.journal);
  journal_gaps(world.journal, check_gaps(world.check));
  window_history_end();
  agreement_write();
  letters_write();
  file_log_write();
  together_note();
  tracers_end();
  order_end();
  json_t *end = json_pack("{s:s, s:o}", "record", "end", "calls", calls);
  trace_json(end);
  journal_end(world.journal, end);
  trace_close();
}

/* Sends journals from other hosts to rank 0, so that one folder holds them all. */

struct offer {
  char host[256];
  char file[256];
  int64_t length;
};

static void *read_journal(int64_t length) {
  char *text = malloc((size_t)length + 1);
  int fd = open(journal_path(world.journal), O_RDONLY | O_CLOEXEC);
  int64_t at = 0;
  while (text && fd >= 0 && at < length) {
    ssize_t n = read(fd, text + at, (size_t)(length - at));
    if (n <= 0)
      break;
    at += n;
  }
  if (fd >= 0)
    close(fd);
  return text;
}

static void take_journal(const struct offer *o, int rank) {
  char path[PATH_MAX], *text = malloc((size_t)o->length + 1);
  struct stat st;
  if (!text) {
    world_off("out of memory", 0);
    return;
  }
  REAL(Recv)(text, (int)o->length, MPI_BYTE, rank, TAG_JOURNAL, world.comm, MPI_STATUS_IGNORE);
  journals_dir(path, sizeof path - sizeof o->file - 1);
  strcat(strcat(path, "/"), o->file);
  if (stat(path, &st) || st.st_size < o->length) { /* the hosts do not share the file system,
                                                     and no courier has brought it all */
    struct size_limit limit;
    size_limit_hold(&limit);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, text, (size_t)o->length) != o->length)
      fprintf(stderr, "fencepost: cannot write %s: %m\n", path);
    size_limit_release(&limit);
    if (fd >= 0)
      close(fd);
  }
  free(text);
}

static void gather_journals(void) {
  struct offer mine, *all = NULL;
  struct stat st;
  memset(&mine, 0, sizeof mine);
  gethostname(mine.host, sizeof mine.host - 1);
  snprintf(mine.file, sizeof mine.file, "%s", strrchr(journal_path(world.journal), '/') + 1);
  mine.length = stat(journal_path(world.journal), &st) ? 0 : st.st_size;
  if (mine.length > INT_MAX)
    mine.length = 0;
  char host[256];
  memcpy(host, mine.host, sizeof host);
  REAL(Bcast)(host, sizeof host, MPI_BYTE, 0, world.comm);
  if (strcmp(host, mine.host) == 0)
    mine.length = 0; /* rank 0 can read the file itself */
  if (!world.rank)
    all = calloc((size_t)world.size, sizeof *all);
  REAL(Gather)(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, 0, world.comm);
  for (int r = 1; all && r < world.size; r++)
    if (all[r].length)
      take_journal(&all[r], r);
  if (world.rank && mine.length) {
    void *text = read_journal(mine.length);
    if (text)
      REAL(Send)(text, (int)mine.length, MPI_BYTE, 0, TAG_JOURNAL, world.comm);
    free(text);
  }
  free(all);
}

/* Makes the report under a bare LD_PRELOAD. */
static void merge(void) {
  static char dir[PATH_MAX], output[PATH_MAX + 16], name[] = "fencepost", verb[] = "merge",
                                                    remove_[] = "--remove";
  struct options o;
  options_default(&o);
  options_environment(&o, NULL);
  journals_dir(dir, sizeof dir);
  const char *out = o.text[OPTION_OUTPUT], *dot = strrchr(out, '.');
  if (world.spawned) /* the world that has spawned this one writes a report of its own */
    snprintf(output, sizeof output, "--output=%.*s-%s%s",
             dot ? (int)(dot - out) : (int)strlen(out), out, world.name, dot ? dot : "");
  else
    snprintf(output, sizeof output, "--output=%s", out);
  char *words[] = {name,
                   verb,
                   output,
                   *o.text[OPTION_JOURNALS] ? dir : remove_,
                   *o.text[OPTION_JOURNALS] ? NULL : dir,
                   NULL};
  const char *failed = beside_run(words, 1);
  if (failed)
    finish_hint(failed);
}

int finish_sessions(int change) {
  static atomic_int sessions;
  return atomic_fetch_add(&sessions, change) + change;
}

/* Some accesses can be ordered only by shared variables. They are judged by what all ranks
 * together know of those variables. */
static int settle(void) {
  int mine = world_state == WORLD_ON && check_suspects(world.check), some = 0;
  int rc = REAL(Allreduce)(&mine, &some, 1, MPI_INT, MPI_MAX, world.comm);
  if (rc != MPI_SUCCESS || !some)
    return rc;
  if (world_state == WORLD_ON) {
    world_lock();
    check_settle(world.check, 1);
    world_unlock();
  }
  return stream_quiesce();
}

static void lost(void *unused, const struct unreceived *u) {
  struct event e;
  (void)unused;
  world_event(&e, &finalizing, EVENT_MISUSE);
  e.u.misuse = (struct event_misuse){.what = MISUSE_UNRECEIVED,
                                     .call = (uint16_t)u->call,
                                     .thread = u->thread,
                                     .stack = u->stack,
                                     .value = (int64_t)u->lost,
                                     .most = (int64_t)u->rank << 32 | (uint32_t)u->tag};
  world_feed_quietly(&e);
}

/* Collective over the world. When it returns nothing is on its way any more, and what only all
 * ranks know together is told; `over`: nothing more will be received. *all: all are checked. */
static int meet(int over, int *all) {
  world_lock();
  if (world_state == WORLD_ON)
    check_push(world.check);
  world_unlock();
  int rc = stream_quiesce(), on;
  if (rc == MPI_SUCCESS)
    rc = settle();
  *all = on = world_state == WORLD_ON;
  if (rc == MPI_SUCCESS)
    rc = REAL(Allreduce)(&on, all, 1, MPI_INT, MPI_MIN, world.comm);
  if (rc == MPI_SUCCESS && *all && over)
    unreceived_find(receive_counts, NULL, lost);
  return rc;
}

void finish_meet(struct frame *f, int over) {
  int all = 0;
  finalizing = *f;
  met = meet(over, &all) == MPI_SUCCESS && all;
}

static void feed_finalize(void) {
  requests_finalize(&finalizing);
  objects_finalize(&finalizing);
  untold_end();
  world_feed(&finalize);
}

/* Every rank comes here once, also one whose checking was switched off. */
static void finish(void) {
  if (closed)
    return;
  closed = 1;
  misplaced_ended();
  int all = world.sessions ? world.alone || met : !world.joined;
  int rc = world.sessions || world.joined ? MPI_SUCCESS : meet(1, &all);
  if (world.joined)
    stream_end();
  watch_stop();
  finalize.flag = (uint8_t)!all; /* a rank whose checking stopped has told us nothing since */
  if (world_state == WORLD_ON) {
    if (rc != MPI_SUCCESS)
      world_off("the ranks could not agree in MPI_Finalize", 0);
    else
      feed_finalize();
  }
  arrivals_write(); /* done also for a rank whose checking stopped */
  if (world_state == WORLD_ON)
    write_end();
  world_end();
  if (world.sessions)
    together_end();
  else if (world.joined)
    joining_end();
  else if (rc == MPI_SUCCESS && !world.grew) { /* else `fencepost run` does it */
    reduce_ranks();
    gather_journals();
    if (world.bare && !world.rank)
      merge();
  }
}

static int on_delete(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm;
  (void)key;
  (void)value;
  (void)extra;
  finish();
  return MPI_SUCCESS;
}

/* The standard has MPI_Finalize first delete the attributes of MPI_COMM_SELF, in reverse order
 * of setting, while MPI still works. We set ours in MPI_Init, so it is deleted last: after the
 * program's own callbacks, which may close epochs and free windows. */
void finish_prepare(void) {
  if (REAL(Comm_create_keyval)(MPI_COMM_NULL_COPY_FN, on_delete, &keyval, NULL) == MPI_SUCCESS)
    REAL(Comm_set_attr)(MPI_COMM_SELF, keyval, NULL);
}

static void begin_finalize(struct frame *f) {
  world_event(&finalize, f, EVENT_FINALIZE);
  finalizing = *f;
}

void world_enter_session_finalize(struct frame *f) {
  if (finish_sessions(-1) > 0 || !world.sessions)
    return;
  begin_finalize(f);
  finish();
}

/* If there were sessions before MPI_Init, it counts as one. */
void world_enter_finalize(struct frame *f) {
  thread_level_finalize(f);
  if (world.sessions)
    world_enter_session_finalize(f);
  else
    begin_finalize(f);
}

void world_enter_abort(struct frame *f) {
  struct args_Abort *a = f->args;
  arrivals_write();
  window_history_now();
  agreement_write();
  letters_write();
  file_log_write();
  together_note();
  journal_counts(world.journal);
  journal_gaps(world.journal, check_gaps(world.check));
  world_note(json_pack("{s:s, s:i}", "record", "abort", "code", a->errorcode));
  trace_close();
  world_end();
  finish_hint("MPI_Abort was called");
}
