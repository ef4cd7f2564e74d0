/* scanned.c: what a call of the scanf family has stored, by its format (hook_scan_format.c). */
#include "interpose/hooks/hook_scan_format.c"
#include <string.h>
#include "tap.h"

unsigned char __fencepost_filter[HOOKS_GRANULES];
static char told[200], a[64], b[64];

/* Writes which of the two it is, and the size. */
void hooks_track_range(uintptr_t at, uintptr_t pc, unsigned how, size_t size) {
  int second = at >= (uintptr_t)b && at < (uintptr_t)b + sizeof b;
  (void)pc;
  snprintf(told + strlen(told), sizeof told - strlen(told), "%c%s%zu ", second ? 'b' : 'a',
           how == HOOKS_STORE ? "" : "?", size);
}

static void check(const char *stores, unsigned how, int count, const void *format, ...) {
  va_list list;
  *told = '\0';
  va_start(list, format);
  hooks_scanned(format, how, count, list, 0);
  va_end(list);
  char what[100];
  snprintf(what, sizeof what, "%d conversions of %s", count,
           how & SCAN_WIDE ? "a wide format" : (const char *)format);
  if (!tap_ok(!strcmp(told, stores), what, __FILE__, __LINE__))
    printf("#   got  %s\n#   want %s\n", told, stores);
}

int main(void) {
  memset(__fencepost_filter, 1, sizeof __fencepost_filter);
  strcpy(a, "text");
  memcpy(b, L"wide", sizeof L"wide");
  check("a4 b8 ", 0, 2, "%d %lf", a, b);
  check("a4 ", 0, 1, "%d %lf", a, b);
  check("", 0, 0, "%d %lf", a, b);
  check("", 0, -1, "%n%d", a, b);
  check("a1 b2 ", 0, 2, "%hhx,%ho", a, b);
  check("a8 b16 ", 0, 2, "%lld %Lg", a, b);
  check("a8 b8 ", 0, 2, "%zu%p", a, b);
  check("b4 ", 0, 1, "%*s %5f", b);
  check("a5 b20 ", 0, 2, "%s %ls", a, b);
  check("a3 ", 0, 1, "%2s", a);
  check("a5 b4 ", 0, 2, "%[^]x]%d", a, b);
  check("a5 b4 ", 0, 2, "%[]%d]%d", a, b);
  check("a7 b1 ", 0, 2, "%7c%3c", a, b);
  check("a8 b8 ", 0, 2, "%ms%m[a-z]", a, b);
  check("a8 b4 ", 0, 2, "%as %a", a, b);
  check("a4 b4 ", SCAN_C99, 2, "%as %a", a, b);
  check("a4 b4 ", 0, 1, "%d %n", a, b);
  check("a4 ", 0, 1, "%d x%n", a, b);
  check("a4 b4 a4 ", 0, 2, "%d x%n%d", a, b, a);
  check("a4 ", 0, 1, "%d%*d%n", a, b);
  check("a4 ", 0, 0, "%n%d", a, b);
  check("", 0, 2, "%1$d %2$d", a, b);
  check("a4 ", 0, 2, "%d %w8d", a, b);
  check("a4 ", 0, 1, "%%%d%", a);
  check("a5 b20 ", SCAN_WIDE, 2, L"%s %S", a, b);
  check("b4 a2 ", SCAN_WIDE, 2, L"%f%*[^]a]%hi", b, a);
  return tap_done();
}
