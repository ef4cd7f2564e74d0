/* summary.h: a report as text for people, at most a screenful. */
#ifndef FENCEPOST_SUMMARY_H
#define FENCEPOST_SUMMARY_H

#include <jansson.h>
#include <stdio.h>

/* `path`: where the whole report is, NULL if nowhere. */
void summary_print(const json_t *report, const char *path, FILE *out);

#endif
