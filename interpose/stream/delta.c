#include "delta.h"
#include <stdint.h>
#include <string.h>

/* Returns the place of the first byte from `at` on that differs. */
static size_t differing(const unsigned char *a, const unsigned char *b, size_t at, size_t n) {
  uint64_t x, y;
  for (; at + sizeof x <= n; at += sizeof x) {
    memcpy(&x, a + at, sizeof x);
    memcpy(&y, b + at, sizeof y);
    if (x != y)
      return at + (size_t)__builtin_ctzll(x ^ y) / 8; /* little endian */
  }
  while (at < n && a[at] == b[at])
    at++;
  return at;
}

/* Returns 0 if writing the event as it is would take no more bytes. */
static size_t pack_changes(const struct delta *d, const unsigned char *event, size_t n,
                           unsigned char *out) {
  size_t k = 2, last = 0, at = 0;
  out[0] = out[1] = 0;
  while ((at = differing(event, d->bytes, at, n)) < n) {
    size_t end = at + 1;
    while (end < n && (event[end] != d->bytes[end] ||
                       (end + 1 < n && event[end + 1] != d->bytes[end + 1])))
      end++;
    if (k + 2 + (end - at) > n)
      return 0;
    out[1]++;
    out[k++] = (unsigned char)(at - last);
    out[k++] = (unsigned char)(end - at);
    memcpy(out + k, event + at, end - at);
    k += end - at;
    last = at = end;
  }
  return k;
}

size_t delta_pack(struct delta *d, const unsigned char *event, size_t n, unsigned char *out) {
  size_t k = n == d->length ? pack_changes(d, event, n, out) : 0;
  if (!k) {
    out[0] = (unsigned char)n;
    memcpy(out + 1, event, n);
    k = n + 1;
  }
  delta_keep(d, event, n);
  return k;
}

void delta_head(unsigned char *out, size_t n) {
  uint32_t length = (uint32_t)n;
  out[0] = DELTA_LONG;
  memcpy(out + 1, &length, sizeof length);
}

static size_t unpack_changes(const struct delta *d, const unsigned char *in, size_t n,
                             unsigned char *room) {
  size_t k = 2, at = 0;
  memcpy(room, d->bytes, d->length);
  if (n < 2)
    return 0;
  for (int runs = in[1]; runs > 0; runs--) {
    if (n - k < 2 || n - k - 2 < in[k + 1] || at + in[k] + in[k + 1] > d->length)
      return 0;
    at += in[k];
    memcpy(room + at, in + k + 2, in[k + 1]);
    at += in[k + 1];
    k += 2 + (size_t)in[k + 1];
  }
  return k;
}

size_t delta_unpack(const struct delta *d, const unsigned char *in, size_t n,
                    unsigned char room[DELTA_MOST], const unsigned char **event,
                    size_t *length) {
  uint32_t long_length;
  if (!n)
    return 0;
  size_t head = 1;
  *length = in[0];
  if (in[0] == 0) {
    *event = room;
    *length = d->length;
    return unpack_changes(d, in, n, room);
  }
  if (in[0] == DELTA_LONG) {
    head = DELTA_HEAD;
    if (n < head)
      return 0;
    memcpy(&long_length, in + 1, sizeof long_length);
    *length = long_length;
  }
  *event = in + head;
  return n - head < *length ? 0 : head + *length;
}

void delta_keep(struct delta *d, const unsigned char *event, size_t length) {
  if (length > DELTA_MOST)
    return;
  d->length = (unsigned char)length;
  memcpy(d->bytes, event, length);
}
