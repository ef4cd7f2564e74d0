/* gcc_refuse.h: for programs that nobody trusts: what would hide loads and stores, or bring
 * machine code along, is an error of compilation (`fencepost grade`). It is looked for in what
 * the compiler has understood, so it does not matter how the source spells it. Calls by
 * pointers are told before they are made. */
#ifndef FENCEPOST_GCC_REFUSE_H
#define FENCEPOST_GCC_REFUSE_H

/* Set by who asks for it. */
#define REFUSE_ASKED "FENCEPOST_CC_REFUSE"
/* What each such error begins with. */
#define REFUSED "refused by fencepost: "

void refuse_begin(const char *plugin);

#endif
