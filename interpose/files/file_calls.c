/* file_calls.c: what calls on files mean for file_log.h. */
#define _GNU_SOURCE
#define XXH_INLINE_ALL
#include <sys/uio.h>
#include <unistd.h>
#include <xxhash.h>
#include "file_log.h"
#include "interpose/base/args.h"
#include "interpose/data/type.h"

enum { CONTENT_MOST = 4096 };

/* What is to be written, if it is short: as the heads of files are, which some programs let all
 * processes write alike. The program's address may be wrong; that is the library's to find. */
static uint64_t content_of(const void *buffer, const struct event_data *item, int64_t bytes) {
  unsigned char data[CONTENT_MOST];
  if (bytes > CONTENT_MOST || item->runs || item->hi - item->lo != item->size)
    return 0;
  struct iovec here = {data, (size_t)bytes};
  struct iovec there = {(char *)(uintptr_t)buffer + item->lo, (size_t)bytes};
  if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != bytes)
    return 0;
  return XXH3_64bits(data, (size_t)bytes);
}

struct data {
  const void *buffer;
  int64_t count;
  MPI_Datatype type;
};

static void note_access(struct frame *f, const struct file *file, int writes, MPI_Offset offset,
                        struct data data) {
  struct event_data item;
  int64_t bytes;
  if (data.count <= 0 || data.type == MPI_DATATYPE_NULL)
    return;
  type_describe(&item, 0, 1, data.type);
  if (__builtin_mul_overflow(data.count, item.size, &bytes))
    return;
  file_log_access(f, file, writes, offset, bytes,
                  writes ? content_of(data.buffer, &item, bytes) : 0);
}

static const struct file *known(MPI_File handle) {
  const struct file *file = handle == MPI_FILE_NULL ? NULL : file_find(handle);
  return file && file->view.known ? file : NULL;
}

static void at(struct frame *f, MPI_File handle, int writes, MPI_Offset offset,
               struct data data) {
  const struct file *file = known(handle);
  if (file)
    note_access(f, file, writes, offset, data);
}

static void at_pointer(struct frame *f, MPI_File handle, int writes, struct data data) {
  const struct file *file = known(handle);
  MPI_Offset offset;
  if (file && file->has_position && REAL(File_get_position)(handle, &offset) == MPI_SUCCESS)
    note_access(f, file, writes, offset, data);
}

#define AT(Name, writes)                                                                       \
  void file_enter_##Name(struct frame *f);                                                     \
  void file_enter_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    at(f, a->fh, writes, a->offset, (struct data){a->buf, a->count, a->datatype});             \
  }
#define POINTER(Name, writes)                                                                  \
  void file_enter_##Name(struct frame *f);                                                     \
  void file_enter_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    at_pointer(f, a->fh, writes, (struct data){a->buf, a->count, a->datatype});                \
  }
#include "file_calls.def"

void file_leave_view(struct frame *f);
void file_leave_view(struct frame *f) {
  const struct args_File_set_view *a = f->args;
  struct file *file = f->rc == MPI_SUCCESS ? file_find(a->fh) : NULL;
  if (file)
    file_view_set(&file->view, a->disp, a->etype, a->filetype);
}

void file_leave_sync(struct frame *f);
void file_leave_sync(struct frame *f) {
  const struct args_File_sync *a = f->args;
  struct file *file = f->rc == MPI_SUCCESS ? file_find(a->fh) : NULL;
  if (file)
    file->syncs++;
}

void file_leave_atomicity(struct frame *f);
void file_leave_atomicity(struct frame *f) {
  const struct args_File_set_atomicity *a = f->args;
  struct file *file = f->rc == MPI_SUCCESS ? file_find(a->fh) : NULL;
  if (file)
    file->atomic = a->flag != 0;
}
