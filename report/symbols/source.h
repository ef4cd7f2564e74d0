/* source.h: lines of source files, as they are now.
 *
 * Files are read once, at most 8 MiB each; what is no regular file, or is not there, has no
 * lines. Not thread-safe. */
#ifndef FENCEPOST_SOURCE_H
#define FENCEPOST_SOURCE_H

struct sources;

struct sources *sources_new(void); /* returns NULL when memory runs out */
void sources_free(struct sources *s);

/* Returns how many lines the file has, -1 if it cannot be had. */
long source_lines(struct sources *s, const char *path);

/* Returns line `number`, which counts from 1, without its newline; NULL if there is none. Valid
 * as long as `s`. */
const char *source_line(struct sources *s, const char *path, long number);

#endif
