/* datatype.c: compares what interpose/ finds out about datatypes with what the MPI library
 * does: the bytes of a datatype are those that MPI_Unpack writes. The first argument is the
 * seed. */
#include "datatype.h"
#include "datatype_hooks.h"
#include <stdlib.h>
#include "interpose/handles/comm.h"
#include "interpose/handles/invalid.h"
#include "interpose/handles/object.h"
#include "interpose/base/scratch.h"
#include "interpose/data/shape.h"
#include "interpose/data/type.h"
#include "interpose/base/world.h"
#include "tap.h"

/* What type.c needs of the rest of interpose/. */
void *mpi_real[CALLS];
struct world world;

int real_module(const char *path) {
  (void)path;
  return 0;
}
void quiet_enter(struct quiescence *q) {
  (void)q;
}
void quiet_leave(struct quiescence *q) {
  (void)q;
}

void object_made(struct frame *f, int kind, const void *handle) {
  (void)f;
  (void)kind;
  (void)handle;
}
_Atomic uint64_t handle_changes;
int handle_invalid(int kind, const void *handle) {
  (void)kind, (void)handle;
  return 0;
}
int object_over(int kind, const void *handle, struct maker *by) {
  (void)kind;
  (void)handle;
  (void)by;
  return 0;
}

static void attach(void) {
#define HAVE(name) mpi_real[CALL_##name] = (void *)MPI_##name
  HAVE(Type_size_x);
  HAVE(Type_get_extent_x);
  HAVE(Type_get_true_extent_x);
  HAVE(Type_get_envelope);
  HAVE(Type_get_contents);
  HAVE(Type_free);
#ifdef MPICH_VERSION
  HAVE(Type_get_envelope_c);
  HAVE(Type_get_contents_c);
#endif
#undef HAVE
}

/* The hooks that run at MPI calls. */
void type_leave_commit(struct frame *f);

static void next_call(void) {
  scratch_begin(&thread_self()->scratch, 0);
}

static void commit(MPI_Datatype *type) {
  struct args_Type_commit a = {type};
  struct frame f = {.args = &a, .rc = MPI_SUCCESS};
  MPI_Type_commit(type);
  type_leave_commit(&f);
}

void forget(MPI_Datatype *type) {
  struct args_Type_free a = {type};
  struct frame f = {.args = &a};
  type_enter_free(&f);
  MPI_Type_free(type);
}

enum { ROOM = 1 << 18, MIDDLE = ROOM / 2 };
static unsigned char bytes[ROOM], ours[ROOM];

/* Marks the bytes that MPI writes for `count` items at the middle of `bytes`. Returns 0 if
 * they are too large. */
static int learn(MPI_Datatype type, int count) {
  MPI_Aint lb, extent, low, reach;
  int size, position = 0;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lb, &extent);
  MPI_Type_get_true_extent(type, &low, &reach);
  if (!size)
    low = reach = 0;
  MPI_Aint span = labs(low) + labs(reach) + count * labs(extent);
  if (span >= MIDDLE || (long)size * count > ROOM)
    return 0;
  void *packed = malloc((size_t)(size * count) + 1);
  memset(packed, 0xff, (size_t)(size * count) + 1);
  memset(bytes, 0, sizeof bytes);
  MPI_Unpack(packed, size * count, &position, bytes + MIDDLE, count, type, MPI_COMM_SELF);
  free(packed);
  return 1;
}

static void paint(int64_t lo, int64_t length, int64_t *total) {
  *total += length;
  if (lo >= 0 && lo + length <= ROOM)
    memset(ours + lo, 0xff, (size_t)length);
}

/* Marks the bytes of the runs. Returns their number, where repeated bytes count again. */
static int64_t draw(const struct event_data *d, int64_t base) {
  int64_t total = 0;
  memset(ours, 0, sizeof ours);
  if (!d->runs)
    paint(d->lo - base, d->hi - d->lo, &total);
  for (int32_t i = 0; i < d->runs; i++)
    for (int64_t k = 0; k < d->run[i].count; k++)
      paint(d->run[i].lo + k * d->run[i].stride - base, d->run[i].length, &total);
  return total;
}

static int64_t written(int64_t *lo, int64_t *hi) {
  int64_t n = 0;
  *lo = *hi = 0;
  for (int64_t i = 0; i < ROOM; i++)
    if (bytes[i]) {
      *lo = n++ ? *lo : i;
      *hi = i + 1;
    }
  return n;
}

static const char *compare(MPI_Datatype type, int count) {
  struct event_data d;
  int64_t base = (int64_t)(intptr_t)bytes, lo, hi, n = written(&lo, &hi);
  next_call();
  type_describe(&d, (uint64_t)base + MIDDLE, count, type);
  if (d.flags & DATA_INEXACT)
    return "inexact";
  int64_t drawn = draw(&d, base);
  if (memcmp(bytes, ours, ROOM))
    return "other bytes";
  if (n && (d.lo - base != lo || d.hi - base != hi))
    return "other bounds";
  if (!!(d.flags & DATA_OVERLAP) != (n < d.size))
    return "overlap";
  if (!(d.flags & DATA_OVERLAP) && drawn != d.size)
    return "bytes twice";
  if (d.runs && n == hi - lo && n == d.size)
    return "runs for one block";
  return NULL;
}

/* What was found at the calls that made the datatype, and what the library says of it. */
static const char *asked(MPI_Datatype type) {
  struct shape s;
  const struct shape *made = type_shape(type);
  shape_build(&s, type);
  const char *why =
      !made || !s.valid || !made->valid                      ? "not valid"
      : s.lo != made->lo || s.hi != made->hi                 ? "asked: other bounds"
      : s.extent != made->extent || s.size != made->size     ? "asked: another size"
      : s.basic != made->basic || s.element != made->element ? "asked: another basic datatype"
      : s.derived != made->derived || s.inexact != made->inexact   ? "asked: derived, inexact"
      : s.overlaps != made->overlaps || s.dense != made->dense     ? "asked: overlaps, dense"
      : s.decreases != made->decreases                             ? "asked: another order"
      : memcmp(&s.signature, &made->signature, sizeof s.signature) ? "asked: another signature"
                                                                   : NULL;
  shape_drop(&s);
  return why;
}

static void test_random(unsigned seed, int n) {
  char text[8192];
  int bad = 0, done = 0, decreasing = 0;
  random_seed(seed);
  for (int i = 0; i < n; i++) {
    MPI_Datatype type = random_datatype(4, text, sizeof text);
    for (int count = 0; count < 12; count += 1 + count / 2) {
      const char *why = learn(type, count) ? compare(type, count) : NULL;
      done++;
      if (why && bad++ < 20)
        printf("# seed %u, %d: %s: %d of %s\n", seed, i, why, count, text);
    }
    const char *why = asked(type);
    if (why && bad++ < 20)
      printf("# seed %u, %d: %s: %s\n", seed, i, why, text);
    decreasing += type_decreases(type);
    forget(&type);
  }
  printf("# %d datatypes and counts, %d decrease\n", done, decreasing);
  OK(!bad);
}

static const char *describe(MPI_Datatype type, int count) {
  static char text[512];
  struct event_data d;
  int n = 0;
  next_call();
  type_describe(&d, 0, count, type);
  if (d.flags & DATA_INEXACT)
    return "inexact";
  if (!d.runs)
    snprintf(text, sizeof text, "%ld-%ld", (long)d.lo, (long)d.hi);
  for (int32_t i = 0; i < d.runs && n < (int)sizeof text - 80; i++)
    n += sprintf(text + n, "%s%ld+%ld/%ld*%ld", i ? " " : "", (long)d.run[i].lo,
                 (long)d.run[i].length, (long)(d.run[i].count > 1 ? d.run[i].stride : 0),
                 (long)d.run[i].count);
  return text;
}

#define SHAPE(type, count, text)                                                               \
  do {                                                                                         \
    MPI_Datatype type_ = (type);                                                               \
    SAME(describe(type_, count), text);                                                        \
    forget(&type_);                                                                            \
  } while (0)

static MPI_Datatype vector(int n, int length, int stride, MPI_Datatype part) {
  MPI_Datatype t;
  MPI_Type_vector(n, length, stride, part, &t);
  commit(&t);
  return t;
}

static MPI_Datatype resized(MPI_Datatype part, int extent) {
  MPI_Datatype t;
  MPI_Type_create_resized(part, 0, extent, &t);
  commit(&t);
  forget(&part);
  return t;
}

static MPI_Datatype box(int n, int inner) {
  int sizes[] = {n, n, n}, subs[] = {inner, inner, inner}, starts[] = {1, 1, 1};
  MPI_Datatype t;
  MPI_Type_create_subarray(3, sizes, subs, starts, MPI_ORDER_C, MPI_INT, &t);
  commit(&t);
  return t;
}

static MPI_Datatype indexed(int n, int step, int irregular) {
  int *at = malloc((size_t)n * sizeof *at);
  MPI_Datatype t;
  for (int i = 0; i < n; i++)
    at[i] = i * step + (irregular && i % 3 == 0) + (irregular && i % 7 == 0);
  MPI_Type_create_indexed_block(n, 1, at, MPI_INT, &t);
  free(at);
  commit(&t);
  return t;
}

static MPI_Datatype backwards(void) {
  int lengths[] = {1, 1, 2}, at[] = {3, 2, 0};
  MPI_Datatype t;
  MPI_Type_indexed(3, lengths, at, MPI_INT, &t);
  commit(&t);
  return t;
}

static void test_compact(void) {
  SAME(describe(MPI_DOUBLE, 100), "0-800");
  SAME(describe(MPI_SHORT_INT, 1), "0+2/0*1 4+4/0*1");
  SAME(describe(MPI_SHORT_INT, 9), "0+2/8*9 4+4/8*9");
  SAME(describe(MPI_DOUBLE_INT, 1), "0-12");
  SAME(describe(MPI_DOUBLE_INT, 3), "0+12/16*3");
  SHAPE(vector(10, 1, 10, MPI_INT), 1, "0+4/40*10");
  SHAPE(vector(10, 1, -10, MPI_INT), 1, "-360+4/40*10");
  SHAPE(vector(10, 3, 3, MPI_INT), 2, "0-240");
  SHAPE(resized(vector(10, 1, 10, MPI_INT), 400), 5,
        "0+4/40*50"); /* one column after the other */
  SHAPE(resized(vector(10, 1, 10, MPI_INT), 4), 5, "0+20/40*10"); /* columns side by side */
  SHAPE(resized(vector(10, 1, 10, MPI_INT), 4), 10, "0-400");     /* a transposition */
  SHAPE(resized(vector(1000, 1, 10, MPI_INT), 8), 2, "0+4/40*1000 8+4/40*1000");
  SHAPE(resized(vector(2, 1, 2, MPI_INT), 20), 1000, "0+4/20*1000 8+4/20*1000");
  SHAPE(box(10, 3), 1, "444+12/40*3 844+12/40*3 1244+12/40*3");
  SHAPE(box(10, 10 - 1), 0, "0-0");
  SHAPE(indexed(200000, 3, 0), 1, "0+4/12*200000");
  SHAPE(indexed(200000, 1, 0), 3, "0-2400000");
  SHAPE(indexed(400000, 3, 1), 1, "inexact");
  SHAPE(backwards(), 1, "0-16");
}

/* Absolute addresses, relative to MPI_BOTTOM. */
static void test_bottom(void) {
  static double a[4];
  static int b[4];
  int lengths[] = {2, 3};
  MPI_Aint at[2];
  MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT}, t;
  struct event_data d;
  MPI_Get_address(&a[1], &at[0]);
  MPI_Get_address(b, &at[1]);
  MPI_Type_create_struct(2, lengths, at, types, &t);
  next_call();
  type_describe(&d, (uint64_t)(uintptr_t)MPI_BOTTOM, 1, t);
  OK(d.size == 28 && d.runs == 2 && (d.flags & DATA_UNCOMMITTED));
  int first = at[0] > at[1];
  OK(d.run[first].lo == at[0] && d.run[first].length == 16);
  OK(d.run[!first].lo == at[1] && d.run[!first].length == 12);
  OK(d.lo == (at[0] < at[1] ? at[0] : at[1]));
  forget(&t);
}

/* Three buffers in one call, each with its own runs. */
static void test_scratch(void) {
  MPI_Datatype t = vector(10, 1, 2, MPI_INT), u = indexed(50000, 1, 1);
  struct event_data d[40];
  int same = 1;
  next_call();
  for (int i = 0; i < 40; i++)
    type_describe(&d[i], (uint64_t)i * 1000, 1, i % 8 == 7 ? u : t);
  for (int i = 0; i < 40; i++)
    same &= i % 8 == 7 ? d[i].runs > 1000 : d[i].runs == 1 && d[i].run->lo == i * 1000;
  OK(same);
  OK(type_intersect(&d[0], &d[7]) == 0 && type_intersect(&d[7], &d[9]) == 1);
  type_describe(&d[1], 4, 1, t);
  OK(type_intersect(&d[0], &d[1]) == 0);
  type_describe(&d[1], 6, 1, t);
  OK(type_intersect(&d[0], &d[1]) == 1);
  forget(&t);
  forget(&u);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  attach();
  test_compact();
  test_bottom();
  test_scratch();
  test_random(argc > 1 ? (unsigned)atoi(argv[1]) : 1, argc > 2 ? atoi(argv[2]) : 1500);
  MPI_Finalize();
  return tap_done();
}
