/* file_requests.c: operations on files whose requests are not complete, for MPI_File_close
 * (section 13.2.2). */
#include <pthread.h>
#include <stdlib.h>
#include "file.h"
#include "interpose/base/args.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/mpi_frame.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/maker.h"
#include "interpose/handles/request.h"

struct file_request {
  struct pending_request pending; /* first */
  MPI_File file;
  struct comm *comm; /* NULL, or held: of the processes that write or read together */
  struct maker maker;
  int done; /* MPI_Request_get_status may have said so */
  struct file_request *next, **before;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file_request *active;

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  (void)f, (void)status, (void)ok;
  pthread_mutex_lock(&lock);
  ((struct file_request *)p)->done = 1;
  pthread_mutex_unlock(&lock);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  struct file_request *r = (struct file_request *)p;
  (void)f;
  pthread_mutex_lock(&lock);
  *r->before = r->next;
  if (r->next)
    r->next->before = r->before;
  pthread_mutex_unlock(&lock);
  if (r->comm)
    comm_drop(r->comm);
  free(r);
}

/* A process may have to wait until others have begun the same call. */
static void follow_together(struct file_request *r) {
  const struct file *file = file_find(r->file);
  if (!file)
    return;
  comm_hold(r->comm = file->comm);
  request_peer_file(&r->pending, r->comm, file->agreed.id, file->agreed.calls);
}

static void follow(struct frame *f, MPI_File file, MPI_Request request, int together) {
  struct file_request *r = f->rc == MPI_SUCCESS ? malloc(sizeof *r) : NULL;
  if (!r)
    return;
  *r = (struct file_request){.pending = {.complete = on_complete, .drop = on_drop},
                             .file = file,
                             .maker = misuse_maker(f->thread)};
  pthread_mutex_lock(&lock);
  r->next = active;
  r->before = &active;
  if (r->next)
    r->next->before = &r->next;
  active = r;
  pthread_mutex_unlock(&lock);
  if (!request_follow(request, &r->pending, 0)) /* it is complete */
    on_drop(&r->pending, f);
  else if (together)
    follow_together(r);
}

#define BEGUN(Name, together)                                                                  \
  void file_leave_##Name(struct frame *f);                                                     \
  void file_leave_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    follow(f, a->fh, *a->request, together);                                                   \
  }
#define AT(...)
#define POINTER(...)
#include "file_calls.def"

void file_enter_close(struct frame *f);
void file_enter_close(struct frame *f) {
  const struct args_File_close *a = f->args;
  struct maker maker;
  int found = 0;
  pthread_mutex_lock(&lock);
  for (const struct file_request *r = active; r && a->fh && !found; r = r->next)
    if (r->file == *a->fh && !r->done) {
      maker = r->maker;
      found = 1;
    }
  pthread_mutex_unlock(&lock);
  if (found)
    misuse_feed_of(f, MISUSE_FILE_IN_USE, &maker, 0, 0);
}
