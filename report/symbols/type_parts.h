/* type_parts.h: what the bytes of a variable are called, by its type. */
#ifndef FENCEPOST_TYPE_PARTS_H
#define FENCEPOST_TYPE_PARTS_H

#include <elfutils/libdw.h>
#include <stdint.h>

enum { NAME_MOST = 256 };

/* Memory with a name. If `many`, `type` is that of one of its elements: the name is that of a
 * pointer to the first of them. */
struct object {
  char name[NAME_MOST];
  Dwarf_Die type;
  int many;
  int arrow; /* the name is that of a pointer to this one structure */
  int fortran;
};

/* Gives the type of a variable, a member or an array's elements, without typedefs, const and
 * the like, and references. Returns -1 if it has none (void, a declaration). */
int type_of(Dwarf_Die *die, Dwarf_Die *type);
/* Returns the size in bytes, -1 if it is not constant. */
int64_t type_size(Dwarf_Die *type);

/* Replaces `o` by the member of its structure with that name. Returns -1 if there is none. */
int type_member(struct object *o, const char *member);
/* Replaces `o`, a pointer (or a container such as std::vector), by what it points to. Returns
 * -1 if that is not known. */
int type_target(struct object *o);
/* Returns the size of what one subscript more selects, after `depth` subscripts; -1 if that is
 * not known. */
int64_t type_step(const struct object *o, int depth);

/* Writes the name of the bytes lo to hi - 1 of `o` to `text`, which has NAME_MOST * 2 + 8
 * bytes. Returns -1 if they have none. */
int type_element(const struct object *o, int64_t lo, int64_t hi, char *text);

#endif
