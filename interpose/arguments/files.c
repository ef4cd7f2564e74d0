/* files.c: rules of single calls: files (chapter 13). */
#include <string.h>
#include "include/call.h"
#include "include/check.h"
#include "walk.h"
#include "interpose/base/aside.h"
#include "interpose/data/buffer.h"
#include "interpose/data/type.h"

#define ARGS(Name) const struct args_##Name *a = w->f->args

/* Section 13.2.1. */
static void opens(struct argument_look *w) {
  ARGS(File_open);
  int mode = a->amode, reads = (mode & MPI_MODE_RDONLY) != 0,
      ways = reads + ((mode & MPI_MODE_WRONLY) != 0) + ((mode & MPI_MODE_RDWR) != 0);
  if (ways != 1 || (reads && mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) ||
      (mode & MPI_MODE_SEQUENTIAL && mode & MPI_MODE_RDWR))
    walk_say_at(w, 3, ARGUMENT_INVALID, mode, 0);
}

/* A file that is sequential has no offsets (section 13.4.2). */
static void offset(struct argument_look *w, MPI_File file, MPI_Offset at) {
  int mode = 0;
  if (at < 0)
    walk_say_at(w, 2, ARGUMENT_INVALID, at, 0);
  else if (REAL(File_get_amode)(file, &mode) == MPI_SUCCESS && mode & MPI_MODE_SEQUENTIAL)
    walk_say_at(w, 1, ARGUMENT_SEQUENTIAL, 0, 0);
}

static void offsets(struct argument_look *w) {
#define AT(Name)                                                                               \
  case CALL_File_##Name: {                                                                     \
    ARGS(File_##Name);                                                                         \
    offset(w, a->fh, a->offset);                                                               \
    break;                                                                                     \
  }
  switch (w->f->call) {
    AT(read_at)
    AT(read_at_all)
    AT(write_at)
    AT(write_at_all)
    AT(iread_at)
    AT(iwrite_at)
    AT(iread_at_all)
    AT(iwrite_at_all)
    AT(read_at_all_begin)
    AT(write_at_all_begin)
  default:
    break;
  }
}

/* Section 13.3: a filetype is made of etypes one after the other, and no byte that is written
 * is in two places. */
static void tiles(struct argument_look *w, const struct args_File_set_view *a) {
  struct event_data etype, filetype;
  int mode = 0;
  type_describe(&etype, 0, 1, a->etype);
  const unsigned basic = etype.basic, element = etype.element, overlaps = etype.flags;
  type_describe(&filetype, 0, 1, a->filetype);
  if (!(filetype.flags & DATA_INEXACT) && filetype.size && filetype.lo < 0)
    walk_say_at(w, 4, ARGUMENT_VIEW_ORDER, 0, 0);
  else if (!check_alike(basic, element, filetype.basic, filetype.element))
    walk_say_at(w, 4, ARGUMENT_VIEW_MADE, filetype.basic, basic);
  else if ((overlaps | filetype.flags) & DATA_OVERLAP &&
           REAL(File_get_amode)(a->fh, &mode) == MPI_SUCCESS && !(mode & MPI_MODE_RDONLY))
    walk_say_at(w, overlaps & DATA_OVERLAP ? 3 : 4, ARGUMENT_VIEW_OVERLAP, 0, 0);
  else if (type_decreases(a->filetype))
    walk_say_at(w, 4, ARGUMENT_VIEW_ORDER, 0, 0);
}

/* Section 13.3: a filetype is made of whole etypes. */
static void view(struct argument_look *w) {
  ARGS(File_set_view);
  MPI_Count etype = 0, filetype = 0;
  if (type_is_none(a->etype) || type_is_none(a->filetype) || a->etype == MPI_DATATYPE_NULL ||
      a->filetype == MPI_DATATYPE_NULL || REAL(Type_size_x)(a->etype, &etype) != MPI_SUCCESS ||
      REAL(Type_size_x)(a->filetype, &filetype) != MPI_SUCCESS)
    return;
  if (etype > 0 && filetype % etype)
    walk_say_at(w, 4, ARGUMENT_WHOLE, filetype, etype);
  else if (a->disp < 0 && a->disp != MPI_DISPLACEMENT_CURRENT)
    walk_say_at(w, 2, ARGUMENT_INVALID, a->disp, 0);
  else
    tiles(w, a);
}

static void seek(struct argument_look *w, MPI_File file, MPI_Offset by, int whence) {
  if (whence != MPI_SEEK_SET && whence != MPI_SEEK_CUR && whence != MPI_SEEK_END)
    walk_say_at(w, 3, ARGUMENT_INVALID, whence, 0);
  else
    walk_seek(w, file, by, whence);
}

static void size(struct argument_look *w, MPI_Offset value) {
  if (value < 0)
    walk_say_at(w, 2, ARGUMENT_INVALID, value, 0);
}

/* Which call must have begun what a call ends: MPI_File_read_all_end, _begin. */
static int begun_by(const char *end) {
  char name[64];
  size_t n = strlen(end) - strlen("end");
  if (n + sizeof "begin" > sizeof name)
    return -1;
  memcpy(name, end, n);
  memcpy(name + n, "begin", sizeof "begin");
  for (unsigned call = 0; call < CALLS; call++)
    if (!strcmp(call_name(call), name))
      return (int)call;
  return -1;
}

/* A call with a large count ends by the same call. */
static int is_call_or_large(int call, int wanted) {
  size_t n = strlen(call_name((unsigned)wanted));
  return call == wanted ||
         (call >= 0 && !strncmp(call_name((unsigned)call), call_name((unsigned)wanted), n) &&
          !strcmp(call_name((unsigned)call) + n, "_c"));
}

static int has_end(const char *name, const char *end) {
  size_t n = strlen(name), m = strlen(end);
  return n > m && !strcmp(name + n - m, end);
}

/* The same file has one split collective operation at a time, and no other collective operation
 * meanwhile (section 13.4.5). */
static void split(struct argument_look *w, MPI_File file) {
  const char *name = call_name(w->f->call);
  const void *buffer = NULL;
  int now = buffer_split_call(file, &buffer);
  if (has_end(name, "_end")) {
    const struct args_File_read_all_end *a = w->f->args; /* all of them have the same */
    int wanted = begun_by(name);
    if (wanted >= 0 && !is_call_or_large(now, wanted))
      walk_say_at(w, 1, ARGUMENT_SPLIT, -1, wanted);
    else if (now >= 0 && buffer != a->buf)
      walk_say_at(w, 2, ARGUMENT_SPLIT_BUFFER, 0, now);
  } else if (now >= 0 && (strstr(name, "_all") || strstr(name, "_ordered"))) {
    walk_say_at(w, 1, ARGUMENT_SPLIT, now, 0);
  }
}

void walk_file(struct argument_look *w) {
#define FILE_OF(Name) ((const struct args_##Name *)w->f->args)->fh
  const char *name = call_name(w->f->call);
#define ON(Name, body)                                                                         \
  case CALL_##Name: {                                                                          \
    ARGS(Name);                                                                                \
    body;                                                                                      \
    break;                                                                                     \
  }
  switch (w->f->call) {
  case CALL_File_open:
    opens(w);
    break;
  case CALL_File_set_view:
    view(w);
    break;
    ON(File_seek, seek(w, a->fh, a->offset, a->whence))
    ON(File_seek_shared, seek(w, a->fh, a->offset, a->whence))
    ON(File_set_size, size(w, a->size))
    ON(File_preallocate, size(w, a->size))
  case CALL_File_close: {
    ARGS(File_close);
    int now = a->fh ? buffer_split_call(*a->fh, NULL) : -1;
    if (now >= 0)
      walk_say_at(w, 1, ARGUMENT_SPLIT, now, 0);
    break;
  }
  default:
    offsets(w);
    /* All these calls begin with the file. */
    if (!w->found && (strstr(name, "_all") || strstr(name, "_ordered")))
      split(w, FILE_OF(File_read_all));
    if (!w->found && !strncmp(name, "MPI_File_", strlen("MPI_File_")))
      walk_file_data(w, FILE_OF(File_read_all));
  }
}
