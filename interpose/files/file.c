#include "file.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/hash.h"
#include "interpose/base/thread.h"
#include "interpose/handles/comm.h"

struct kept_file {
  struct file file; /* first */
  int replaced;     /* its handle is that of another file by now */
  UT_hash_handle hh;
};

uint64_t file_heard(void) {
  uint64_t heard = 0;
  for (const struct thread *t = thread_first(); t; t = t->next)
    heard += t->heard;
  return heard;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct kept_file *files;

static struct kept_file *find_locked(MPI_File handle) {
  struct kept_file *file;
  HASH_FIND(hh, files, &handle, sizeof handle, file);
  return file;
}

static void remove_locked(struct kept_file *file) {
  if (!file->replaced)
    HASH_DEL(files, file);
  file_view_drop(&file->file.view);
  comm_drop(file->file.comm);
  free(file);
}

void file_opened(MPI_File handle, uint64_t id, struct comm *comm, int amode) {
  struct kept_file *file = calloc(1, sizeof *file);
  if (!file)
    return;
  file->file.handle = handle;
  file->file.agreed.id = id;
  file->file.agreed.size = comm->size;
  file->file.comm = comm;
  file->file.amode = amode;
  file_view_bytes(&file->file.view);
  file->file.heard = file_heard();
  pthread_mutex_lock(&lock);
  struct kept_file *stale = find_locked(handle);
  if (stale && stale->file.closes) {
    HASH_DEL(files, stale);
    stale->replaced = 1;
  } else if (stale) { /* it was closed without our seeing it */
    remove_locked(stale);
  }
  HASH_ADD(hh, files, file.handle, sizeof file->file.handle, file);
  if (file->hh.tbl)
    comm_hold(comm);
  else
    free(file);
  pthread_mutex_unlock(&lock);
}

struct file *file_find(MPI_File handle) {
  pthread_mutex_lock(&lock);
  struct kept_file *file = find_locked(handle);
  pthread_mutex_unlock(&lock);
  return file ? &file->file : NULL;
}

void file_closed(struct agreed *agreed) {
  pthread_mutex_lock(&lock);
  remove_locked((struct kept_file *)agreed);
  pthread_mutex_unlock(&lock);
}

void file_each(MPI_File handle, void *context,
               void (*each)(void *context, const struct file *file)) {
  pthread_mutex_lock(&lock);
  for (struct kept_file *file = files; file; file = file->hh.next)
    if (handle == MPI_FILE_NULL || file->file.handle == handle)
      each(context, &file->file);
  pthread_mutex_unlock(&lock);
}
