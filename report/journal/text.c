#include "text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Length of the valid UTF-8 sequence at `s`, 0 if there is none (RFC 3629: no surrogates, no
 * overlong forms, nothing above U+10FFFF). NUL ends the string, so reading ahead is safe. */
static size_t sequence(const unsigned char *s) {
  static const struct {
    unsigned char mask, lead;
    uint32_t least;
  } form[] = {{0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
  for (size_t more = 0; more < 4; more++) {
    if ((s[0] & form[more].mask) != form[more].lead)
      continue;
    uint32_t code = s[0] & (unsigned char)~form[more].mask;
    for (size_t i = 1; i <= more; i++) {
      if ((s[i] & 0xc0) != 0x80)
        return 0;
      code = code << 6 | (s[i] & 0x3f);
    }
    if (code < form[more].least || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
      return 0;
    return more + 1;
  }
  return 0;
}

json_t *text_json(const char *s) {
  if (!s)
    s = "";
  char *clean = malloc(strlen(s) * 3 + 1), *out = clean;
  if (!clean)
    return NULL;
  while (*s) {
    size_t n = sequence((const unsigned char *)s);
    if (n) {
      memcpy(out, s, n);
    } else {
      memcpy(out, "\xef\xbf\xbd", 3);
    }
    out += n ? n : 3;
    s += n ? n : 1;
  }
  json_t *json = json_stringn(clean, (size_t)(out - clean));
  free(clean);
  return json;
}

/* U+202A to U+202E and U+2066 to U+2069 in UTF-8 change the order in which later text is
 * shown. */
static int reorders(const char *s) {
  return !strncmp(s, "\xe2\x80", 2)
             ? (unsigned char)s[2] >= 0xaa && (unsigned char)s[2] <= 0xae
             : !strncmp(s, "\xe2\x81", 2) && (unsigned char)s[2] >= 0xa6 &&
                   (unsigned char)s[2] <= 0xa9;
}

size_t text_print(char *out, size_t n, const char *s) {
  size_t used = 0;
  if (!n)
    return 0;
  for (; *s && used + 1 < n; s++) {
    unsigned char c = (unsigned char)*s;
    int control = (c < 0x20 && c != '\n') || c == 0x7f;
    /* U+0080 to U+009F, the other control characters, in UTF-8 */
    if (c == 0xc2 && (unsigned char)s[1] >= 0x80 && (unsigned char)s[1] <= 0x9f) {
      control = 1;
      s++;
    } else if (reorders(s)) {
      control = 1;
      s += 2;
    }
    out[used++] = control ? '?' : *s;
  }
  out[used] = '\0';
  return used;
}
