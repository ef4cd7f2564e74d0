/* greq_stuck.c: waits that only MPI_Grequest_complete could end, while no thread is left to
 * call it.
 *
 * The program's threads are all threads of the process except those that MPI_Init has made (and
 * our own). If there is only one, the finding is made as soon as it waits; otherwise the
 * watchdog makes it when all of them wait like this. A thread counts as the program's unless it
 * is known to be the library's, and one that waits for anything else counts as able to go on.
 * So a mistake here can only hide a finding. */
#define _GNU_SOURCE
#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "grequest.h"
#include "interpose/base/parked.h"
#include "interpose/stream/feed.h"

struct stuck {
  struct stuck *next;
  struct thread *thread;
  pid_t tid;
  int said;
  struct event wait;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stuck *first;
static _Atomic int waiting;

#define THREADS 256
struct tids {
  int count;
  pid_t at[THREADS];
};
/* Threads that existed before MPI_Init; threads made in it. */
static struct tids before, library;
static int known;

/* Returns 0 if there are more than THREADS. */
static int tids_list(struct tids *t) {
  DIR *folder = opendir("/proc/self/task");
  t->count = 0;
  if (!folder)
    return 0;
  for (const struct dirent *d; (d = readdir(folder)) != NULL && t->count < THREADS;)
    if (*d->d_name != '.')
      t->at[t->count++] = (pid_t)atoi(d->d_name);
  closedir(folder);
  return t->count < THREADS;
}

static int tids_have(const struct tids *t, pid_t tid) {
  for (int i = 0; i < t->count; i++)
    if (t->at[i] == tid)
      return 1;
  return 0;
}

static void tids_remove(struct tids *t, const struct tids *these) {
  int n = 0;
  for (int i = 0; i < t->count; i++)
    if (!tids_have(these, t->at[i]))
      t->at[n++] = t->at[i];
  t->count = n;
}

void stuck_before(void) {
  known = tids_list(&before);
}

void stuck_prepare(void) {
  known = known && tids_list(&library);
  tids_remove(&library, &before);
}

static int program_threads(struct tids *t) {
  if (!known || !tids_list(t))
    return 0;
  tids_remove(t, &library);
  return t->count;
}

int stuck_alive(const struct thread *t) {
  struct tids all;
  return !tids_list(&all) || tids_have(&all, t->tid);
}

int stuck_free(void) {
  struct tids t, called = {0};
  int n = 0;
  if (!program_threads(&t))
    return -1;
  for (const struct thread *k = thread_first(); k && called.count < THREADS; k = k->next)
    if (k->seq)
      called.at[called.count++] = k->tid;
  tids_remove(&t, &called);
  for (int i = 0; i < t.count; i++)
    n += !parked(t.at[i]);
  return n;
}

static int hangs(struct event *wait) {
  world_lock();
  enum greq_wait what = check_greq_wait(world.check, wait);
  world_unlock();
  return what == GREQ_HANGS;
}

static void say(struct stuck *s) {
  s->wait.u.greq.step = GREQ_STUCK;
  world_feed_quietly(&s->wait);
  s->wait.u.greq.step = GREQ_WAIT;
  s->said = 1;
}

void stuck_enter(struct frame *f, struct event *wait) {
  struct thread *t = f->thread;
  struct tids alive;
  struct stuck *own;
  /* for a call in a callback, the call around it is followed instead */
  if (f->depth || !greq_thread(t) || !(own = malloc(sizeof *own)))
    return;
  *own = (struct stuck){.thread = t, .tid = gettid(), .wait = *wait};
  if (thread_first() == t && !t->next && program_threads(&alive) == 1)
    say(own);
  pthread_mutex_lock(&lock);
  own->next = first;
  first = own;
  waiting++;
  pthread_mutex_unlock(&lock);
  t->greq->stuck = own;
  t->greq->unfinished = 1;
}

void stuck_leave(struct thread *t) {
  struct greq_thread *g = t->greq;
  pthread_mutex_lock(&lock);
  for (struct stuck **at = &first; *at; at = &(*at)->next)
    if (*at == g->stuck) {
      *at = (*at)->next;
      waiting--;
      break;
    }
  pthread_mutex_unlock(&lock);
  free(g->stuck);
  g->stuck = NULL;
  g->unfinished = g->codes != 0;
}

static int all_wait(const struct tids *alive) {
  int found = 0;
  for (struct stuck *s = first; s; s = s->next)
    found += !s->thread->callbacks.count && tids_have(alive, s->tid) && hangs(&s->wait);
  return found == alive->count;
}

void stuck_look(void) {
  struct tids alive;
  if (!waiting || !program_threads(&alive))
    return;
  pthread_mutex_lock(&lock);
  if (all_wait(&alive))
    for (struct stuck *s = first; s; s = s->next)
      if (!s->said)
        say(s);
  pthread_mutex_unlock(&lock);
}
