#include "live.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dump.h"
#include "report/input/lines.h"
#include "report/input/read.h"
#include "report/events/verdicts.h"
#include "report/journal/member.h"
#include "report/journal/rankset.h"
#include "report/journal/say.h"
#include "report/journal/seconds.h"
#include "report/writers/report.h"

enum { AGAIN_LEAST = 3, AGAIN_MOST = 30, SHARE = 50, ASK_SECONDS = 3, AGAIN_SECONDS = 1 };

/* The end of a rank's journal. */
struct live_journal {
  struct live *of;
  char *name;
  long seen;
  int size;          /* of its world; 0: not known yet */
  uint64_t standing; /* threads, by the lowest bits of their numbers */
  json_t *peers;     /* for whom the thread waits that stands still, as it told last; or NULL */
  int ended, lost;   /* lost: it is not checked any more, or crashes */
};

struct live {
  const char *dir;
  const struct options *options;
  struct live_journal *journal;
  size_t journals;
  double since; /* since when the same threads stand still; 0: none does */
  double next;  /* when to look again at the earliest */
  double wait;
  int changed; /* some thread has come to stand still since, or has gone on; */
  double age;  /* it did so long before it said so */
  int told;
};

struct live *live_new(const char *dir, const struct options *o) {
  struct live *l = calloc(1, sizeof *l);
  if (l)
    *l = (struct live){.dir = dir, .options = o, .wait = AGAIN_LEAST};
  return l;
}

void live_free(struct live *l) {
  for (size_t i = 0; l && i < l->journals; i++) {
    json_decref(l->journal[i].peers);
    free(l->journal[i].name);
  }
  if (l)
    free(l->journal);
  free(l);
}

static int wants(void *context, const char *text) {
  static const char *const kinds[] = {"start", "hang",  "moved",   "end",
                                      "exit",  "abort", "stopped", "crash"};
  (void)context;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (lines_is(text, kinds[i]))
      return 1;
  return 0;
}

static void stands(struct live_journal *j, uint64_t threads, double seconds) {
  if (j->standing != threads) {
    j->of->changed = 1;
    j->of->age = seconds;
  }
  j->standing = threads;
}

/* A thread that stands still waits for these; NULL: it has gone on. */
static void waits(struct live_journal *j, json_t *peers) {
  json_decref(j->peers);
  j->peers = json_incref(peers);
}

static void each(void *context, json_t *record) {
  struct live_journal *j = context;
  const char *kind = member_text_or(record, "record", "");
  if (!strcmp(kind, "hang") || !strcmp(kind, "moved"))
    waits(j, member_get(member_get(record, "wait"), "peers"));
  uint64_t thread = (uint64_t)1 << (member_number(record, "thread", 0) & 63);
  if (!strcmp(kind, "start"))
    j->size = member_int(record, "size", 0);
  else if (!strcmp(kind, "hang") && json_is_true(member_get(record, "in_call")))
    stands(j, j->standing | thread, member_real(record, "seconds", 0));
  else if (!strcmp(kind, "hang") || !strcmp(kind, "moved"))
    stands(j, j->standing & ~thread, 0);
  else if (!strcmp(kind, "stopped") || !strcmp(kind, "crash"))
    j->lost = 1;
  else if (*kind)
    j->ended = 1;
}

static const struct live_journal *journal_named(const struct live *l, const char *name) {
  for (size_t i = 0; l && i < l->journals; i++)
    if (!strcmp(l->journal[i].name, name))
      return &l->journal[i];
  return NULL;
}

static struct live_journal *journal_of(struct live *l, const char *name) {
  const struct live_journal *known = journal_named(l, name);
  if (known)
    return &l->journal[known - l->journal];
  struct live_journal *more = realloc(l->journal, (l->journals + 1) * sizeof *more);
  if (!more)
    return NULL;
  l->journal = more;
  more[l->journals] = (struct live_journal){.of = l, .name = strdup(name)};
  return more[l->journals].name ? &more[l->journals++] : NULL;
}

static void read_more(struct live *l, const char *name) {
  static const struct lines lines = {wants, each};
  char path[4096];
  struct stat st;
  struct live_journal *j = journal_of(l, name);
  if (!j || snprintf(path, sizeof path, "%s/%s", l->dir, name) >= (int)sizeof path ||
      stat(path, &st) || st.st_size <= j->seen)
    return;
  long end = lines_read(path, j->seen, &lines, j);
  if (end > j->seen)
    j->seen = end;
}

static void read_all(struct live *l) {
  DIR *stream = opendir(l->dir);
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    char *world = NULL;
    int rank;
    if (read_name(entry->d_name, &world, &rank))
      read_more(l, entry->d_name);
    free(world);
  }
  if (stream)
    closedir(stream);
}

/* Whether all ranks have said that they stand still, or have come to their end. Several worlds
 * have at least as many journals as the largest has ranks. */
static int all_stand(const struct live *l) {
  size_t size = 1, standing = 0;
  for (size_t i = 0; i < l->journals; i++) {
    const struct live_journal *j = &l->journal[i];
    if (j->lost || (!j->ended && !j->standing))
      return 0;
    standing += !j->ended;
    if (j->size > 0 && (size_t)j->size > size)
      size = (size_t)j->size;
  }
  return standing && l->journals >= size;
}

static int any_stands(const struct live *l) {
  int any = 0;
  for (size_t i = 0; i < l->journals; i++) {
    if (l->journal[i].lost)
      return 0;
    any |= !l->journal[i].ended && l->journal[i].standing;
  }
  return any;
}

static enum progress_outlook outlook(struct live *l) {
  struct journals js;
  enum progress_outlook o = OUTLOOK_OPEN;
  if (any_stands(l) && !journals_read(&js, l->dir)) {
    o = verdicts_outlook(&js);
    journals_free(&js);
  }
  return o;
}

/* The looks take at most a fiftieth of the time, and are rare where nothing changes. */
static void put_off(struct live *l, double began) {
  double now = clock_now(), cost = (now - began) * SHARE;
  l->next = now + (cost > l->wait ? cost : l->wait);
  l->wait = l->wait * 2 < AGAIN_MOST ? l->wait * 2 : AGAIN_MOST;
}

static int seems_stuck(struct live *l) {
  double now = clock_now();
  read_all(l);
  if (l->changed || !any_stands(l)) {
    l->since = any_stands(l) ? now - l->age : 0;
    l->told = 0;
    l->wait = AGAIN_LEAST;
  }
  l->changed = 0;
  if (!l->since || now < l->next)
    return 0;
  if (all_stand(l) || outlook(l) == OUTLOOK_NEVER)
    return 1;
  put_off(l, now);
  return 0;
}

static int is_certain(struct live *l) {
  double began = clock_now();
  read_all(l);
  int certain = outlook(l) == OUTLOOK_NEVER;
  put_off(l, began);
  return certain;
}

int live_has_ended(const struct live *l, const char *journal) {
  const struct live_journal *j = journal_named(l, journal);
  return j && j->ended;
}

char *live_waits(const struct live *l, const char *journal) {
  const struct live_journal *j = journal_named(l, journal);
  struct rankset ranks = {0};
  json_t *peer;
  size_t i;
  json_array_foreach(j ? j->peers : NULL, i, peer) {
    rankset_add(&ranks, (int)json_integer_value(peer));
  }
  char *text = ranks.ranges ? rankset_text(&ranks) : NULL,
       *named = text ? rankset_named(text) : NULL;
  rankset_free(&ranks);
  free(text);
  return named;
}

int live_is_soon_certain(struct live *l) {
  read_all(l);
  return outlook(l) == OUTLOOK_SOON;
}

void live_keep(const struct live *l) {
  char path[4096];
  for (size_t i = 0; i < l->journals; i++)
    if (l->journal[i].seen > 0 &&
        snprintf(path, sizeof path, "%s/%s", l->dir, l->journal[i].name) < (int)sizeof path &&
        truncate(path, l->journal[i].seen))
      say("cannot shorten %s", path);
}

/* Returns whether no thread of the rank has made an MPI call for so long. */
static int is_idle(const struct rank *r, double seconds) {
  const char *thread;
  json_t *record;
  json_object_foreach(r->hangs, thread, record) {
    if (member_real(record, "seconds", 0) < seconds)
      return 0;
  }
  return r->end || r->exit || json_object_size(r->hangs);
}

static int is_slow(struct live *l) {
  double least = options_seconds(l->options, OPTION_HANG_TIMEOUT);
  if (l->told || !l->since || least <= 0 || clock_now() - l->since < least)
    return 0;
  l->since = clock_now();
  return 1;
}

static int all_idle(struct live *l) {
  double least = options_seconds(l->options, OPTION_HANG_TIMEOUT);
  struct journals js;
  if (journals_read(&js, l->dir))
    return 0;
  l->told = js.ranks > 0;
  for (size_t i = 0; i < js.ranks; i++)
    l->told &= is_idle(&js.rank[i], least);
  journals_free(&js);
  return l->told;
}

static void print(const struct live *l, const char *headline) {
  struct journals js;
  size_t i;
  json_t *line;
  if (options_flag(l->options, OPTION_QUIET))
    return;
  say("%s", headline);
  if (journals_read(&js, l->dir))
    return;
  json_t *report = report_new(&js, l->options);
  json_array_foreach(member_get(report, "hang_analysis"), i, line) {
    if (i == 16) {
      say("  and more");
      break;
    }
    say("  %s", json_string_value(line));
  }
  json_decref(report);
  journals_free(&js);
}

/* Asks twice, because a rank that was about to go on may do so between. */
static int never_goes_on(struct live *l, int (*pause)(void *context, double seconds),
                         void *context) {
  return dump_wait(l->dir, ASK_SECONDS, pause, context) && is_certain(l) &&
         !pause(context, AGAIN_SECONDS) && dump_wait(l->dir, ASK_SECONDS, pause, context) &&
         is_certain(l);
}

static void print_slow(const struct live *l) {
  char headline[128];
  snprintf(headline, sizeof headline,
           "no progress for %.0f s, and nobody can tell whether there will be any; Ctrl-C ends "
           "the program with a report:",
           options_seconds(l->options, OPTION_HANG_TIMEOUT));
  print(l, headline);
}

enum live_news live_look(struct live *l, int (*pause)(void *context, double seconds),
                         void *context) {
  if (seems_stuck(l) && never_goes_on(l, pause, context)) {
    int stays = !strcmp(l->options->text[OPTION_ON_DEADLOCK], "report");
    print(l, stays ? "the program can never come to its end:"
                   : "the program can never come to its end, so it is ended now "
                     "(--on-deadlock=report lets it stay):");
    return LIVE_NEVER;
  }
  if (is_slow(l) && dump_wait(l->dir, ASK_SECONDS, pause, context) && all_idle(l))
    print_slow(l);
  return LIVE_NOTHING;
}
