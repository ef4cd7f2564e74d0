/* record_items.c: runs that have ended are sorted and joined. */
#include "record_part.h"

#define SORT_FEW 16     /* items that are sorted by inserting each */
#define SORT_DIVIDED 40 /* how often a list is divided until we give up */

static int item_order(const void *a, const void *b) {
  const struct record_item *x = a, *y = b;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  if (x->lo != y->lo)
    return x->lo < y->lo ? -1 : 1;
  if (x->length != y->length)
    return x->length < y->length ? -1 : 1;
  if (x->stride != y->stride)
    return x->stride < y->stride ? -1 : 1;
  return x->count < y->count ? -1 : x->count > y->count;
}

/* Joins `b` to `a` if it adds nothing to `a`, which begins no later, or continues it. */
int item_joins(struct record_item *a, const struct record_item *b) {
  uint64_t apart = b->lo - a->lo;
  if (a->place != b->place)
    return 0;
  if (a->count == 1 && b->count == 1 && apart <= a->length) {
    a->length = apart + b->length > a->length ? apart + b->length : a->length;
    return 1;
  }
  if (a->count == 1 && b->count == 1 && a->length == b->length) {
    a->stride = apart;
    a->count = 2;
    return 1;
  }
  if (a->length != b->length || a->count == 1 || apart % a->stride ||
      apart / a->stride > a->count || (b->count > 1 && b->stride != a->stride))
    return 0;
  if (apart / a->stride + b->count > a->count)
    a->count = apart / a->stride + b->count;
  return 1;
}

/* Turns a run without gaps into one block. */
struct record_item item_plain(struct record_item i) {
  if (i.count > 1 && i.stride <= i.length) {
    i.length = (i.count - 1) * i.stride + i.length;
    i.count = 1;
  }
  if (i.count == 1)
    i.stride = 1;
  return i;
}

/* Moves the largest of the items below `top` up to `top`. */
static void sift(struct record_item *item, size_t top, size_t n) {
  struct record_item moved = item[top];
  for (size_t below; (below = 2 * top + 1) < n; top = below) {
    below += below + 1 < n && item_order(&item[below], &item[below + 1]) < 0;
    if (item_order(&moved, &item[below]) >= 0)
      break;
    item[top] = item[below];
  }
  item[top] = moved;
}

static void heap_sort(struct record_item *item, size_t n) {
  for (size_t top = n / 2; top--;)
    sift(item, top, n);
  for (size_t end = n; end-- > 1;) {
    struct record_item last = item[end];
    item[end] = item[0];
    item[0] = last;
    sift(item, 0, end);
  }
}

static void insert_each(struct record_item *item, size_t n) {
  for (size_t i = 1; i < n; i++) {
    struct record_item moved = item[i];
    size_t to = i;
    for (; to && item_order(&moved, &item[to - 1]) < 0; to--)
      item[to] = item[to - 1];
    item[to] = moved;
  }
}

/* Puts items that come before one of them before all others, and returns how many: neither none
 * nor all. */
static size_t part(struct record_item *item, size_t n) {
  struct record_item middle = item[(n - 1) / 2];
  size_t lo = 0, hi = n - 1;
  for (;; lo++, hi--) {
    while (item_order(&item[lo], &middle) < 0)
      lo++;
    while (item_order(&middle, &item[hi]) < 0)
      hi--;
    if (lo >= hi)
      return hi + 1;
    struct record_item other = item[lo];
    item[lo] = item[hi];
    item[hi] = other;
  }
}

/* A quicksort; what it divides badly becomes a heap sort. libc's sort takes memory from malloc,
 * which the access may have interrupted. */
static void items_sort(struct record_item *item, size_t n) {
  for (int divided = 0; n > SORT_FEW; divided++) {
    if (divided == SORT_DIVIDED) {
      heap_sort(item, n);
      return;
    }
    size_t left = part(item, n);
    if (left < n - left) {
      items_sort(item, left);
      item += left;
      n -= left;
    } else {
      items_sort(item + left, n - left);
      n = left;
    }
  }
  insert_each(item, n);
}

size_t items_join(struct record_item *item, size_t n) {
  size_t kept = 0;
  if (!n)
    return 0;
  items_sort(item, n);
  for (size_t i = 0; i < n; i++)
    if (!kept || !item_joins(&item[kept - 1], &item[i]))
      item[kept++] = item[i];
  return kept;
}
