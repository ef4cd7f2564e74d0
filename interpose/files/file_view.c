#include "file_view.h"
#include "interpose/data/type.h"

/* Blocks of a filetype that an access may begin or end within. */
enum { BLOCKS_MOST = 4096 };
#define FARTHEST (1ll << 60)

void file_view_bytes(struct file_view *v) {
  *v = (struct file_view){.unit = 1, .size = 1, .extent = 1, .known = 1};
  runs_block(&v->tile, 0, 1);
}

void file_view_drop(struct file_view *v) {
  runs_drop(&v->tile);
}

void file_view_set(struct file_view *v, MPI_Offset displacement, MPI_Datatype etype,
                   MPI_Datatype filetype) {
  struct event_data unit, tile;
  file_view_drop(v);
  type_describe(&unit, 0, 1, etype);
  const int64_t size_of_unit = unit.size;
  type_describe(&tile, 0, 1, filetype);
  *v = (struct file_view){.displacement = displacement,
                          .unit = size_of_unit,
                          .size = tile.size,
                          .extent = type_extent(filetype)};
  if (displacement < 0 || displacement > FARTHEST || v->unit <= 0 || v->size <= 0 ||
      v->extent <= 0 || tile.lo < 0 || (tile.flags & (DATA_INEXACT | DATA_OVERLAP)))
    return;
  if (!tile.runs)
    runs_block(&v->tile, tile.lo, tile.hi - tile.lo);
  for (int32_t i = 0; i < tile.runs; i++)
    runs_add(&v->tile, tile.run[i]);
  runs_pack(&v->tile);
  v->known = !v->tile.many;
}

/* Whether the data of all tiles are one block. */
static int is_dense(const struct file_view *v) {
  return v->tile.count == 1 && v->tile.run->count == 1 && v->tile.run->length == v->extent;
}

/* The first block of the tile that begins at `from` or later, by the run it is in; blocks of a
 * tile are in the order of their places. */
static int next_block(const struct runs *tile, int64_t from, int64_t *lo, int64_t *length) {
  int found = 0;
  for (int32_t i = 0; i < tile->count; i++) {
    const struct event_run *r = &tile->run[i];
    int64_t step = r->count > 1 ? r->stride : 1;
    int64_t k = from <= r->lo ? 0 : (from - r->lo + step - 1) / step;
    int64_t at = r->lo + k * step;
    if (k < r->count && (!found || at < *lo)) {
      *lo = at;
      *length = r->length;
      found = 1;
    }
  }
  return found;
}

/* The bytes `from` to `to` of the data of one tile, which lies at `at`. */
static int place_part(const struct file_view *v, int64_t at, int64_t from, int64_t to,
                      struct runs *all) {
  int64_t done = 0, place = INT64_MIN, lo = 0, length = 0;
  for (int blocks = 0; done < to; blocks++) {
    if (blocks == BLOCKS_MOST || !next_block(&v->tile, place, &lo, &length))
      return 0;
    int64_t skip = from > done ? from - done : 0;
    int64_t end = to - done < length ? to - done : length;
    if (skip < end)
      runs_block(all, at + lo + skip, end - skip);
    done += length;
    place = lo + 1;
  }
  return 1;
}

int file_view_place(const struct file_view *v, int64_t offset, int64_t bytes,
                    struct runs *all) {
  int64_t from;
  if (!v->known || offset < 0 || bytes <= 0 || __builtin_mul_overflow(offset, v->unit, &from) ||
      from > FARTHEST || bytes > FARTHEST)
    return 0;
  if (is_dense(v)) {
    runs_block(all, v->displacement + v->tile.run->lo + from, bytes);
    return 1;
  }
  const int64_t to = from + bytes, first = from / v->size, last = to / v->size;
  int64_t reach;
  if (__builtin_mul_overflow(last + 1, v->extent, &reach) || reach > FARTHEST)
    return 0;
  const int64_t at = v->displacement + first * v->extent;
  if (first == last)
    return place_part(v, at, from % v->size, to % v->size, all);
  const int64_t whole = from % v->size ? first + 1 : first;
  if (whole > first && !place_part(v, at, from % v->size, v->size, all))
    return 0;
  runs_repeat(all, &v->tile, v->displacement + whole * v->extent, last - whole, v->extent);
  return to % v->size == 0 ||
         place_part(v, v->displacement + last * v->extent, 0, to % v->size, all);
}
