/* hook_scan_format.c: what a call of the scanf family has stored: it returns how many
 * conversions it has made, and the format says where they went and how large they are. What may
 * have been stored, or not, is not told. */
#include "hook_scan.h"

struct scan_walk {
  const void *format;
  size_t at;
  unsigned how;
  int left; /* how many conversions were stored that are still to come */
  int sure; /* what stands here was reached: nothing before it may have failed to match */
};

enum length { PLAIN, CHAR, SHORT, LONG, LONGER };

struct conversion {
  unsigned kind; /* 0: not known */
  enum length length;
  size_t width; /* 0: none given */
  int drops, allocates;
};

static unsigned peek(const struct scan_walk *s) {
  return s->how & SCAN_WIDE ? (unsigned)((const wchar_t *)s->format)[s->at]
                            : ((const unsigned char *)s->format)[s->at];
}

static int take(struct scan_walk *s, unsigned c) {
  if (peek(s) != c)
    return 0;
  s->at++;
  return 1;
}

static size_t number(struct scan_walk *s) {
  size_t n = 0;
  for (; peek(s) >= '0' && peek(s) <= '9'; s->at++)
    n = 10 * n + (peek(s) - '0');
  return n;
}

static int is_among(unsigned c, const char *these) {
  for (; *these; these++)
    if (c == (unsigned char)*these)
      return 1;
  return 0;
}

/* glibc's `a` before text allocates, as `m` does. */
static int old_allocates(struct scan_walk *s) {
  if (s->how & SCAN_C99 || peek(s) != 'a')
    return 0;
  s->at++;
  if (is_among(peek(s), "sS["))
    return 1;
  s->at--;
  return 0;
}

static enum length length(struct scan_walk *s) {
  if (take(s, 'h'))
    return take(s, 'h') ? CHAR : SHORT;
  if (take(s, 'l'))
    return take(s, 'l') ? LONGER : LONG;
  if (take(s, 'z') || take(s, 't'))
    return LONG;
  return take(s, 'L') || take(s, 'q') || take(s, 'j') ? LONGER : PLAIN;
}

/* To the end of what %[ takes; a bracket that comes first is one of the characters. */
static void skip_set(struct scan_walk *s) {
  take(s, '^');
  take(s, ']');
  while (peek(s) && !take(s, ']'))
    s->at++;
}

/* Behind the %. An argument by its number (%1$d) is not known. */
static struct conversion conversion(struct scan_walk *s) {
  struct conversion c = {.width = number(s)};
  if (peek(s) == '$')
    return c;
  if (!c.width) {
    for (; is_among(peek(s), "*'I"); s->at++)
      c.drops |= peek(s) == '*';
    c.width = number(s);
  }
  c.allocates = take(s, 'm') || old_allocates(s);
  c.length = length(s);
  if (is_among(peek(s), "diouxXbpneEfFgGaAsScC[%"))
    c.kind = peek(s);
  s->at += c.kind != 0;
  if (c.kind == '[')
    skip_set(s);
  return c;
}

static size_t characters(const void *at, int wide, size_t most) {
  size_t n = 0;
  while (n < most && (wide ? ((const wchar_t *)at)[n] != 0 : ((const char *)at)[n] != 0))
    n++;
  return n;
}

static size_t text_size(const struct scan_walk *s, const struct conversion *c, const void *at) {
  int wide = c->length >= LONG || c->kind == 'S' || c->kind == 'C';
  size_t each = wide ? sizeof(wchar_t) : 1;
  /* At the end of the input there may be fewer than %5c asks for. */
  if (c->kind == 'c' || c->kind == 'C')
    return c->width && s->left ? c->width * each : each;
  return (characters(at, wide, c->width ? c->width : SIZE_MAX) + 1) * each;
}

static size_t size_of(const struct scan_walk *s, const struct conversion *c, const void *at) {
  static const size_t integers[] = {sizeof(int), 1, sizeof(short), sizeof(long),
                                    sizeof(long long)};
  if (c->allocates || c->kind == 'p')
    return sizeof(void *);
  if (is_among(c->kind, "sScC["))
    return text_size(s, c, at);
  if (is_among(c->kind, "diouxXbn"))
    return integers[c->length];
  return c->length == LONGER ? sizeof(long double)
         : c->length == LONG ? sizeof(double)
                             : sizeof(float);
}

/* A conversion that stores at `at`. %n is stored where it was reached, and not counted. Returns
 * 0 if the call has not come so far. */
static int stored(struct scan_walk *s, const struct conversion *c, void *at, uintptr_t pc) {
  if (c->kind != 'n') {
    if (!s->left)
      return 0;
    s->left--;
    s->sure = 1;
  }
  if (c->kind != 'n' || s->left || s->sure)
    WRITES(at, size_of(s, c, at));
  return 1;
}

void hooks_scanned(const void *format, unsigned how, int count, va_list list, uintptr_t pc) {
  struct scan_walk s = {format, 0, how, count, 1};
  if (count < 0)
    return;
  while (peek(&s)) {
    if (!take(&s, '%')) {
      s.sure &= is_among(peek(&s), " \t\n\v\f\r");
      s.at++;
      continue;
    }
    struct conversion c = conversion(&s);
    if (!c.kind)
      return;
    if (c.drops || c.kind == '%')
      s.sure = 0;
    else if (!stored(&s, &c, va_arg(list, void *), pc))
      return;
  }
}
