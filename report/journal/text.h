/* text.h: strings that come from a program under test and may hold anything.
 *
 * text_json makes a JSON string of `s`: bytes that are not UTF-8 become U+FFFD, NULL becomes
 * the empty string. The caller owns the reference. NULL when memory runs out. Cost: one pass,
 * one copy.
 *
 * text_print writes at most `n` bytes with what a terminal could take for a command (control
 * characters, except newline, and those that turn the direction of text) replaced by '?';
 * returns the length written; always ends with NUL. */
#ifndef FENCEPOST_TEXT_H
#define FENCEPOST_TEXT_H

#include <jansson.h>
#include <stddef.h>

json_t *text_json(const char *s);
size_t text_print(char *out, size_t n, const char *s);

#endif
