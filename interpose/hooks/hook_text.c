/* hook_text.c: functions of the C library on text besides those of hook_string.c: wide
 * characters, other encodings, searching, cutting. */
#define _GNU_SOURCE
#include <iconv.h>
#include <regex.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>
#include "hook_wrap.h"

size_t __real_wcslen(const wchar_t *s);

/* They copy up to a byte that is found. */
#define FOUND least(n, done ? (size_t)((char *)done - (char *)d) : n)
RESULT(void *, memccpy, (void *d, const void *s, int c, size_t n), (d, s, c, n),
       READS(s, FOUND), WRITES(d, FOUND))
SOURCE(char *, stpncpy, (char *d, const char *s, size_t n), (d, s, n),
       READS(s, least(n, __real_strnlen(s, n) + 1)), WRITES(d, n))
SOURCE(char *, __stpncpy_chk, (char *d, const char *s, size_t n, size_t room), (d, s, n, room),
       READS(s, least(n, __real_strnlen(s, n) + 1)), WRITES(d, n))
SOURCE(char *, strndup, (const char *s, size_t n), (s, n),
       READS(s, least(n, __real_strnlen(s, n) + 1)))
RESULT(size_t, strxfrm, (char *d, const char *s, size_t n), (d, s, n), READS(s, TEXT(s)),
       WRITES(d, done < n ? done + 1 : 0))
RESULT(int, __xpg_strerror_r, (int error, char *d, size_t n), (error, d, n),
       WRITES(d, !done && n ? TEXT(d) : 0))
RESULT(char *, strerror_r, (int error, char *d, size_t n), (error, d, n),
       WRITES(d, done == d && n ? TEXT(d) : 0))

/* The piece is read, what ends it overwritten, and where to go on stored. */
char *__real_strsep(char **text, const char *between);
char *__wrap_strsep(char **text, const char *between);
char *__wrap_strsep(char **text, const char *between) {
  PC;
  char *piece = __real_strsep(text, between);
  if (piece) {
    READS(piece, TEXT(piece));
    WRITES(*text ? *text - 1 : NULL, *text ? 1 : 0);
    STORED(text);
  }
  return piece;
}

#define BOTH_TEXTS READS(a, TEXT(a)), READS(b, TEXT(b))
SOURCE(char *, strstr, (const char *a, const char *b), (a, b), BOTH_TEXTS)
SOURCE(char *, strpbrk, (const char *a, const char *b), (a, b), BOTH_TEXTS)
RESULT(size_t, strspn, (const char *a, const char *b), (a, b), READS(a, done + 1),
       READS(b, TEXT(b)))
RESULT(size_t, strcspn, (const char *a, const char *b), (a, b), READS(a, done + 1),
       READS(b, TEXT(b)))
SOURCE(void *, memrchr, (const void *a, int c, size_t n), (a, c, n), READS(a, n))
SOURCE(void *, memmem, (const void *a, size_t n, const void *b, size_t m), (a, n, b, m),
       READS(a, n), READS(b, m))
RESULT(int, regexec, (const regex_t *r, const char *s, size_t n, regmatch_t match[], int flags),
       (r, s, n, match, flags),
       WRITES(match, !done && match && !r->no_sub ? n * sizeof *match : 0))

/* It steps through the text of both sides. */
size_t __real_iconv(iconv_t how, char **from, size_t *left, char **to, size_t *room);
size_t __wrap_iconv(iconv_t how, char **from, size_t *left, char **to, size_t *room);
size_t __wrap_iconv(iconv_t how, char **from, size_t *left, char **to, size_t *room) {
  PC;
  char *source = from ? *from : NULL, *target = to ? *to : NULL;
  size_t done = __real_iconv(how, from, left, to, room);
  if (source && *from != source) {
    READS(source, (size_t)(*from - source));
    STORED(from), STORED(left);
  }
  if (target && *to != target) {
    WRITES(target, (size_t)(*to - target));
    STORED(to), STORED(room);
  }
  return done;
}

#define ALL_WIDE(n) (n) * sizeof(wchar_t)
#define COPIES_WIDE READS(s, ALL_WIDE(n)), WRITES(d, ALL_WIDE(n))
SOURCE(wchar_t *, wmemcpy, (wchar_t * d, const wchar_t *s, size_t n), (d, s, n), COPIES_WIDE)
SOURCE(wchar_t *, wmemmove, (wchar_t * d, const wchar_t *s, size_t n), (d, s, n), COPIES_WIDE)
SOURCE(wchar_t *, wmempcpy, (wchar_t * d, const wchar_t *s, size_t n), (d, s, n), COPIES_WIDE)
SOURCE(wchar_t *, wmemset, (wchar_t * d, wchar_t c, size_t n), (d, c, n),
       WRITES(d, ALL_WIDE(n)))
SOURCE(wchar_t *, __wmemcpy_chk, (wchar_t * d, const wchar_t *s, size_t n, size_t room),
       (d, s, n, room), COPIES_WIDE)
SOURCE(wchar_t *, __wmemmove_chk, (wchar_t * d, const wchar_t *s, size_t n, size_t room),
       (d, s, n, room), COPIES_WIDE)
SOURCE(wchar_t *, __wmemset_chk, (wchar_t * d, wchar_t c, size_t n, size_t room),
       (d, c, n, room), WRITES(d, ALL_WIDE(n)))
SOURCE(size_t, wcslen, (const wchar_t *s), (s), READS(s, WIDE(s)))
SOURCE(size_t, wcsnlen, (const wchar_t *s, size_t n), (s, n),
       READS(s, ALL_WIDE(least(n, __real_wcsnlen(s, n) + 1))))
SOURCE(wchar_t *, wcscpy, (wchar_t * d, const wchar_t *s), (d, s), READS(s, WIDE(s)),
       WRITES(d, WIDE(s)))
SOURCE(wchar_t *, wcsncpy, (wchar_t * d, const wchar_t *s, size_t n), (d, s, n),
       READS(s, ALL_WIDE(least(n, __real_wcsnlen(s, n) + 1))), WRITES(d, ALL_WIDE(n)))
SOURCE(wchar_t *, wcscat, (wchar_t * d, const wchar_t *s), (d, s), READS(d, WIDE(d)),
       READS(s, WIDE(s)), WRITES(d + __real_wcslen(d), WIDE(s)))

#define MANY done != (size_t)-1
RESULT(size_t, mbstowcs, (wchar_t * d, const char *s, size_t n), (d, s, n),
       WRITES(d, MANY &&d ? ALL_WIDE(least(n, done + 1)) : 0))
RESULT(size_t, wcstombs, (char *d, const wchar_t *s, size_t n), (d, s, n),
       WRITES(d, MANY &&d ? least(n, done + 1) : 0))
RESULT(int, mbtowc, (wchar_t * d, const char *s, size_t n), (d, s, n),
       WRITES(d, s &&d &&done >= 0 ? sizeof *d : 0))
RESULT(int, wctomb, (char *d, wchar_t c), (d, c), WRITES(d, d &&done > 0 ? (size_t)done : 0))
RESULT(size_t, mbrtowc, (wchar_t * d, const char *s, size_t n, mbstate_t *state),
       (d, s, n, state), WRITES(d, s &&d &&done < (size_t)-2 ? sizeof *d : 0))
RESULT(size_t, wcrtomb, (char *d, wchar_t c, mbstate_t *state), (d, c, state),
       WRITES(d, d &&MANY ? done : 0))
