#include "matched_message.h"
#include <pthread.h>
#include <stdlib.h>
#include "letters.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/handles/rendezvous_steps.h"

enum { MATCHED_MOST = 1024 }; /* messages that are found and not received yet */

struct matched {
  struct matched *next;
  MPI_Message handle;
  struct message message;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct matched *found;
static int count;
/* The message that the call under way in this thread receives. */
static __thread struct {
  struct message message;
  unsigned kind; /* letters.h; 0: it is not known */
} now __attribute__((tls_model("initial-exec")));

void matched_note(const struct frame *f, const struct message *m) {
  const struct args_Mprobe *one = f->args;
  const struct args_Improbe *other = f->args;
  MPI_Message handle = f->call == CALL_Mprobe ? *one->message : *other->message;
  if (!one_thread_calls() || handle == MPI_MESSAGE_NULL || handle == MPI_MESSAGE_NO_PROC)
    return;
  pthread_mutex_lock(&lock);
  struct matched *n = count < MATCHED_MOST ? malloc(sizeof *n) : NULL;
  if (n) {
    *n = (struct matched){found, handle, *m};
    found = n;
    count++;
  }
  pthread_mutex_unlock(&lock);
}

/* Takes it out. Returns 0 if it is not known. */
static int take(MPI_Message handle, struct message *m) {
  pthread_mutex_lock(&lock);
  struct matched **at = &found, *n;
  while (*at && (*at)->handle != handle)
    at = &(*at)->next;
  if ((n = *at)) {
    *at = n->next;
    *m = n->message;
    count--;
  }
  pthread_mutex_unlock(&lock);
  free(n);
  return n != NULL;
}

static void enter(struct frame *f, const MPI_Message *handle, int64_t number,
                  MPI_Datatype type) {
  int first = 0;
  now.kind = 0;
  if (!handle || !take(*handle, &now.message))
    return;
  now.kind = letters_kind(f, 0, number, type, &first);
  if (now.kind && first) /* the library may end the program in the call */
    letters_tell(now.kind, now.message.rank, now.message.key, (int64_t)now.message.number);
}

void matched_leave(struct frame *f);
void matched_leave(struct frame *f) {
  const struct message *m = &now.message;
  if (now.kind && f->rc == MPI_SUCCESS)
    letters_note(letters_log(0, m->rank, m->key), now.kind, m->number);
  now.kind = 0;
}

#define ENTER(Name)                                                                            \
  void matched_enter_##Name(struct frame *f);                                                  \
  void matched_enter_##Name(struct frame *f) {                                                 \
    const struct args_##Name *a = f->args;                                                     \
    enter(f, a->message, a->count, a->datatype);                                               \
  }
ENTER(Mrecv)
ENTER(Imrecv)
#if HAS_LARGE
ENTER(Mrecv_c)
ENTER(Imrecv_c)
#endif
