#include "file.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/hash.h"

struct file {
  struct agreed agreed; /* first */
  MPI_File handle;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct file *files;

static struct file *find_locked(MPI_File handle) {
  struct file *file;
  HASH_FIND(hh, files, &handle, sizeof handle, file);
  return file;
}

static void remove_locked(struct file *file) {
  HASH_DEL(files, file);
  free(file);
}

void file_opened(MPI_File handle, uint64_t id, int32_t size) {
  struct file *file = calloc(1, sizeof *file);
  if (!file)
    return;
  file->handle = handle;
  file->agreed.id = id;
  file->agreed.size = size;
  pthread_mutex_lock(&lock);
  struct file *stale = find_locked(handle);
  if (stale) /* it was closed without our seeing it */
    remove_locked(stale);
  HASH_ADD(hh, files, handle, sizeof file->handle, file);
  if (!file->hh.tbl)
    free(file);
  pthread_mutex_unlock(&lock);
}

struct agreed *file_agreed(MPI_File handle) {
  pthread_mutex_lock(&lock);
  struct file *file = find_locked(handle);
  pthread_mutex_unlock(&lock);
  return file ? &file->agreed : NULL;
}

void file_closed(struct agreed *agreed) {
  pthread_mutex_lock(&lock);
  remove_locked((struct file *)agreed);
  pthread_mutex_unlock(&lock);
}
