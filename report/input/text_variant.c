/* text_variant.c: a buffer that is used or freed too early may belong to an RMA operation or to
 * a nonblocking call. Other sections of the standard speak of the second, and another call
 * completes it. */
#include <string.h>

#include "include/call.h"
#include "catalog.h"
#include "report/journal/member.h"
#include "text_variant.h"

static const char *class_of(const char *call) {
  static const struct {
    const char *name, *class;
  } calls[] = {
#define CALL(ret, name, class, ...) {"MPI_" #name, #class},
#define CALL_MPIX(ret, name, class, ...) {"MPIX_" #name, #class},
#include "include/calls.def"
  };
  for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
    if (!strcmp(calls[i].name, call))
      return calls[i].class;
  return "";
}

/* Returns the call of the operation that still uses the buffer; NULL: the finding is about RMA,
 * or of another kind. */
static const char *section(const json_t *locations) {
  const json_t *location;
  const char *found = NULL;
  size_t i;
  json_array_foreach((json_t *)locations, i, location) {
    const char *call = member_text_or(location, "call", ""), *class = class_of(call);
    if (!strcmp(class, "RMA") || !strncmp(call, "MPI_Buffer_", 11))
      return NULL;
    if (strcmp(member_text_or(location, "role", ""), "buffer still in use") != 0)
      continue;
    found = !strcmp(class, "P2P") ? "3.7.2" : !strcmp(class, "COLL") ? "5.12" : NULL;
  }
  return found;
}

struct catalog_row variant(const struct catalog_row *row, const json_t *locations) {
  struct catalog_row v = *row;
  int freed = !strcmp(row->slug, "buffer-freed");
  const char *other = freed || !strcmp(row->slug, "buffer-race") ? section(locations) : NULL;
  if (!other)
    return v;
  v.section = other;
  v.error_class = "MPI_ERR_BUFFER";
  if (freed) {
    v.remedy = "Complete the operation first (MPI_Wait, or MPI_Test until it says so), or use "
               "memory that lives longer.";
    return v;
  }
  v.explanation =
      "From the start of a nonblocking operation until MPI_Wait, MPI_Test or a similar call "
      "has returned its request as complete, its buffers must not be used for anything else; a "
      "buffer that is only read may be read.";
  v.remedy = "Complete the operation first (MPI_Wait, or MPI_Test until it says so), or use "
             "another buffer.";
  return v;
}
