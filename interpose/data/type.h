/* type.h: datatypes as the checker needs them.
 *
 * What a datatype handle describes is found once and kept until MPI_Type_free; each thread
 * remembers the last ones it used, so that a predefined datatype costs a few ns. */
#ifndef FENCEPOST_TYPE_H
#define FENCEPOST_TYPE_H

#include <stdatomic.h>
#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "include/event.h"
#include "interpose/base/internal.h"

/* Describes `count` items of `type` at `address` (0: counted from a displacement). The runs are
 * in scratch memory. */
void type_describe(struct event_data *d, uint64_t address, int64_t count, MPI_Datatype type);
/* Describes what the first `bytes` bytes of data fill. An item that is not dense and not filled
 * to its end is left out. */
void type_describe_start(struct event_data *d, uint64_t address, int64_t bytes,
                         MPI_Datatype type);
/* Describes several buffers as one. */
struct type_part {
  uint64_t address;
  int64_t count;
  MPI_Datatype type;
};
void type_describe_parts(struct event_data *d, const struct type_part *part, int n);
/* Finds only where the first and the last byte are; lo == hi: no data. */
void type_bounds(int64_t *lo, int64_t *hi, uint64_t address, int64_t count, MPI_Datatype type);
/* Grows whenever some handle may have come to stand for another datatype. */
extern INTERNAL _Atomic uint32_t type_changes;
/* Grows when this handle may have; other handles may share the number. A thread sees what it
 * did itself. */
enum { TYPE_VERSIONS = 1024 };
extern INTERNAL _Atomic uint32_t type_versions[TYPE_VERSIONS];
static inline unsigned type_version_place(MPI_Datatype type) {
  return (unsigned)((uint64_t)(uintptr_t)type * 0x9e3779b97f4a7c15u >> 54);
}
static inline uint32_t type_version(MPI_Datatype type) {
  return atomic_load_explicit(&type_versions[type_version_place(type)], memory_order_relaxed);
}
int64_t type_extent(MPI_Datatype type);
/* Whether some entry of its type map comes before the one that precedes it (entry_order.h). */
int type_decreases(MPI_Datatype type);
/* Returns what it describes, until MPI_Type_free; NULL if it is no datatype. */
struct shape;
const struct shape *type_shape(MPI_Datatype type);
/* A call has made the datatype. Takes over the shape. */
void type_made(MPI_Datatype type, struct shape *s);
void type_commit(MPI_Datatype type);
/* Tells what it is; `basic`: enum basic, the predefined datatype that it is, or is made of. */
enum type_kind { TYPE_UNKNOWN, TYPE_PREDEFINED, TYPE_UNCOMMITTED, TYPE_DERIVED };
enum type_kind type_kind(MPI_Datatype type, unsigned *basic);
/* Whether it is not the handle of any datatype (invalid.h); a null handle is none. */
int type_is_none(MPI_Datatype type);
/* Returns of how many runs of predefined datatypes it is made, if they are not all of one; else
 * 0, also if that is not known. `part`: signature.h; until MPI_Type_free. */
int type_parts(MPI_Datatype type, const uint64_t **part);
/* Whether some byte occurs twice in so many items; 0 also if that cannot be told. Costs a few
 * ns for datatypes whose items never overlap, and where the number is not new. */
int type_overlaps(MPI_Datatype type, int64_t count);
/* Whether the extent keeps any number of items clear of each other; of no datatype, too. */
int type_is_spaced(MPI_Datatype type);
/* Returns whether two buffers share a byte; 0 also if that cannot be told. */
int type_intersect(const struct event_data *a, const struct event_data *b);

#endif
