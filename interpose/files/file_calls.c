/* file_calls.c: what calls on files mean for file_log.h. */
#define _GNU_SOURCE
#define XXH_INLINE_ALL
#include <sys/uio.h>
#include <unistd.h>
#include <xxhash.h>
#include "file_log.h"
#include "interpose/agreement/agreement.h"
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
  uint8_t writes, together;
};

static void note_access(struct frame *f, const struct file *file, MPI_Offset offset,
                        struct data data) {
  struct event_data item;
  int64_t bytes;
  if (data.count <= 0 || data.type == MPI_DATATYPE_NULL)
    return;
  type_describe(&item, 0, 1, data.type);
  if (__builtin_mul_overflow(data.count, item.size, &bytes))
    return;
  struct file_access a = {.writes = data.writes,
                          .offset = offset,
                          .bytes = bytes,
                          .content = data.writes ? content_of(data.buffer, &item, bytes) : 0,
                          .number = data.together ? file->agreed.calls : 0};
  file_log_access(f, file, &a);
}

/* The file, if the call may access it and the place is known. */
static const struct file *known(MPI_File handle, const struct data *data) {
  const struct file *file = handle == MPI_FILE_NULL ? NULL : file_find(handle);
  int only_other = data->writes ? MPI_MODE_RDONLY : MPI_MODE_WRONLY;
  return file && file->view.known && !(file->amode & only_other) ? file : NULL;
}

static void at(struct frame *f, MPI_File handle, MPI_Offset offset, struct data data) {
  const struct file *file = known(handle, &data);
  if (file)
    note_access(f, file, offset, data);
}

static void at_pointer(struct frame *f, MPI_File handle, struct data data) {
  const struct file *file = known(handle, &data);
  MPI_Offset offset;
  if (file && !(file->amode & MPI_MODE_SEQUENTIAL) && /* which has no position */
      REAL(File_get_position)(handle, &offset) == MPI_SUCCESS)
    note_access(f, file, offset, data);
}

#define DATA(writes, together)                                                                 \
  ((struct data){a->buf, a->count, a->datatype, (writes), (together)})
#define AT(Name, ...)                                                                          \
  void file_enter_##Name(struct frame *f);                                                     \
  void file_enter_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    at(f, a->fh, a->offset, DATA(__VA_ARGS__));                                                \
  }
#define POINTER(Name, ...)                                                                     \
  void file_enter_##Name(struct frame *f);                                                     \
  void file_enter_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    at_pointer(f, a->fh, DATA(__VA_ARGS__));                                                   \
  }
#define BEGUN(...)
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
  if (file) {
    file->syncs++;
    file->heard = file_heard();
  }
}

void file_leave_atomicity(struct frame *f);
void file_leave_atomicity(struct frame *f) {
  const struct args_File_set_atomicity *a = f->args;
  struct file *file = f->rc == MPI_SUCCESS ? file_find(a->fh) : NULL;
  if (file)
    file->atomic = a->flag != 0;
}
