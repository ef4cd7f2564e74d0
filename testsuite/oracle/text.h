/* text.h: writes programs as text, for people and to keep them as cases, and reads them.
 *
 *   ranks 3
 *   play random 1234 eager watched          how the ranks are interleaved: text.c
 *   window 1 create 0:16+24/4 2:0+16/1      index by index: rank:base+size/unit
 *   0: 0 create win=1                       number: rank, call, members without usual values
 *   2: 0 put win=1 target=1 at=0+4 origin=48+4
 *   5: 2 load origin=4+1*2/8                one byte at 4, one at 12
 *   7: 2 put line=3 ...                     of the same line as the others with line=3
 *   expect 2 5 rma-local-race               the verdict: calls, slug; "separate": in that model
 * only
 *
 * Lines that begin with # are not read. */
#ifndef ORACLE_TEXT_H
#define ORACLE_TEXT_H

#include "program.h"

struct expectation {
  int call[2], separate;
  char slug[40];
};
struct expectations {
  int given, count; /* given: there is some line "expect", perhaps "expect nothing" */
  struct expectation item[ACTS];
};

void text_write(FILE *out, const struct program *p);
void text_write_call(FILE *out, const struct program *p, int call);
/* Returns 0 after it has said on stderr what is wrong. */
int text_read(FILE *in, struct program *p, struct expectations *x);

#endif
