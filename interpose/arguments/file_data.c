/* file_data.c: rules of calls that access data of files, or move its pointers (sections 13.2.1,
 * 13.3 and 13.4). */
#include <string.h>
#include "include/call.h"
#include "interpose/base/args.h"
#include "interpose/data/contents.h"
#include "interpose/data/type.h"
#include "interpose/files/file.h"
#include "walk.h"

static int begins(const char *name, const char *with) {
  return !strncmp(name, with, strlen(with));
}

static int is_call(const char *name, const char *kind) {
  return strstr(name, kind) != NULL;
}

/* The calls that begin or make an access, not those that end a split one. */
static int accesses(const char *name, int *writes) {
  int reads = begins(name, "MPI_File_read") || begins(name, "MPI_File_iread");
  *writes = begins(name, "MPI_File_write") || begins(name, "MPI_File_iwrite");
  return (reads || *writes) && !is_call(name, "_end");
}

static void drop(MPI_Datatype type) {
  struct contents c;
  if (contents_outline(&c, type) && !combiner_predefined(c.combiner))
    REAL(Type_free)(&type);
}

/* The library is asked of files of this process alone, which are not kept. Returns 0 if the
 * size is not known. */
static int64_t etype_size_asked(MPI_File file) {
  MPI_Offset displacement;
  MPI_Datatype etype, filetype;
  MPI_Count size = 0;
  char datarep[MPI_MAX_DATAREP_STRING + 1];
  if (REAL(File_get_view)(file, &displacement, &etype, &filetype, datarep) != MPI_SUCCESS)
    return 0;
  if (REAL(Type_size_x)(etype, &size) != MPI_SUCCESS)
    size = 0;
  drop(etype);
  drop(filetype);
  return size;
}

static int64_t etype_size(MPI_File file) {
  const struct file *known = file_find(file);
  return known ? known->view.unit : etype_size_asked(file);
}

/* Data is accessed in whole etypes. */
static void whole(struct argument_look *w, MPI_File file) {
  const struct data_argument *d = &w->data[0];
  MPI_Count size = 0;
  int64_t bytes;
  if (!w->buffers || d->count <= 0 || d->many || d->type == MPI_DATATYPE_NULL ||
      type_is_none(d->type) || REAL(Type_size_x)(d->type, &size) != MPI_SUCCESS ||
      __builtin_mul_overflow(d->count, size, &bytes))
    return;
  int64_t etype = etype_size(file);
  if (etype > 1 && bytes % etype)
    walk_say_at(w, d->place, ARGUMENT_WHOLE, bytes, etype);
}

static void access(struct argument_look *w, const char *name, MPI_File file, int writes) {
  int mode = 0;
  if (REAL(File_get_amode)(file, &mode) != MPI_SUCCESS)
    return;
  if (mode & (writes ? MPI_MODE_RDONLY : MPI_MODE_WRONLY))
    walk_say_at(w, 1, ARGUMENT_FILE_MODE, writes, 0);
  else if (mode & MPI_MODE_SEQUENTIAL && !is_call(name, "_shared") &&
           !is_call(name, "_ordered"))
    walk_say_at(w, 1, ARGUMENT_SEQUENTIAL, 0, 0);
  else
    whole(w, file);
}

/* Section 13.4.3: no seek leads to a place before the view. */
void walk_seek(struct argument_look *w, MPI_File file, int64_t by, int whence) {
  MPI_Offset at = 0;
  int mode = 0;
  if (REAL(File_get_amode)(file, &mode) == MPI_SUCCESS && mode & MPI_MODE_SEQUENTIAL)
    walk_say_at(w, 1, ARGUMENT_SEQUENTIAL, 0, 0);
  else if ((whence == MPI_SEEK_SET || (whence == MPI_SEEK_CUR && w->f->call == CALL_File_seek &&
                                       REAL(File_get_position)(file, &at) == MPI_SUCCESS)) &&
           by < -at)
    walk_say_at(w, 2, ARGUMENT_BEFORE, at + by, 0);
}

void walk_file_data(struct argument_look *w, MPI_File file) {
  const char *name = call_name(w->f->call);
  int writes;
  if (accesses(name, &writes))
    access(w, name, file, writes);
}
