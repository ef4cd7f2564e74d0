#include "raise.h"
#include <pthread.h>
#include <string.h>
#include "interpose/base/args.h"
#include "win.h"

int raise_on;

/* Error classes that wait; if there are more at once, they share one place. */
#define WAITING 16
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  uint64_t win;
  int class;
} waiting[WAITING];
static _Atomic int count;

static __thread int of_freed; /* class for the window that is being freed */

static const struct {
  enum grade grade;
  const char *class;
} kinds[SLUGS] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy)             \
  [SLUG_##id] = {grade, error_class},
#include "include/findings.def"
#undef FINDING
};

static int class_of(enum slug slug) {
  static const struct {
    const char *name;
    int class;
  } classes[] = {
#define CLASS(name) {#name, name},
#include "include/error_class.def"
#undef CLASS
  };
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (!strcmp(classes[i].name, kinds[slug].class))
      return classes[i].class;
  return MPI_ERR_OTHER;
}

void raise_begin(const struct options *o) {
  raise_on = options_flag(o, OPTION_RAISE);
}

void raise_note(const struct finding *f) {
  if (!f->window.id || kinds[f->slug].grade > UNDEFINED)
    return;
  pthread_mutex_lock(&lock);
  int i = 0;
  while (i < count && waiting[i].win != f->window.id)
    i++;
  if (i < WAITING) {
    waiting[i].win = f->window.id;
    waiting[i].class = class_of(f->slug);
    count += i == count;
  }
  pthread_mutex_unlock(&lock);
}

/* 0: none. */
static int take(MPI_Win win) {
  const struct win *w = count && win != MPI_WIN_NULL ? win_find(win) : NULL;
  int class = 0;
  if (!w)
    return 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < count && !class; i++)
    if (waiting[i].win == w->id) {
      class = waiting[i].class;
      waiting[i] = waiting[--count];
    }
  pthread_mutex_unlock(&lock);
  return class;
}

int raise_after(struct frame *f, int rc) {
  const MPI_Win *win = args_first(f->call, f->args, SHOW_WIN);
  int class = of_freed;
  if (f->call == CALL_Win_free) {
    of_freed = 0;
    return rc == MPI_SUCCESS && class ? class : rc;
  }
  class = win ? take(*win) : 0;
  if (!class || rc != MPI_SUCCESS)
    return rc;
  REAL(Win_call_errhandler)(*win, class);
  return class;
}

void raise_before_free(MPI_Win win) {
  of_freed = take(win);
  if (of_freed)
    REAL(Win_call_errhandler)(win, of_freed);
}
