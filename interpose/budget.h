/* budget.h: how many accesses to a page are seen one by one (--exact).
 *
 * A segment is the time between two calls that end what record.h gathers. A page of a region
 * that was accessed so often in one is opened in the view for the rest of the segment: what
 * happens there is not seen, and counted. Regions of BUDGET_SMALL pages or fewer stay as they
 * are unless a number was asked for. One thread's open page is open to all.
 *
 * Unless a number (or all) was asked for, all accesses together may cost a second and a little
 * of the processor's time; beyond that they are seen a sixth of the time, in all processes at
 * once. In the rest of it each region is opened as a whole at its next access; it is protected
 * again at the end of a segment, when that rest is over. */
#ifndef FENCEPOST_BUDGET_H
#define FENCEPOST_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#define BUDGET_SMALL 64

/* `most`: accesses to each page; 0: all. `given`: small regions too. */
void budget_begin(uint64_t most, int given);
/* An access in a region was told. For handlers of SIGSEGV with all signals blocked; costs a
 * lookup, and where a page is opened a system call. */
void budget_count(uintptr_t at, size_t size);
/* The segment ends: what was opened is protected again. A load when nothing was. */
void budget_end(void);
/* Pages that were open at some time. */
unsigned long budget_pages(void);
/* How often it had cost too much. */
unsigned long budget_rests(void);
/* Whether anything was open: how threads and processes order themselves by loads and stores may
 * have been missed. */
int budget_missed(void);

#endif
