/* budget.h: how many accesses to a page are seen one by one (--exact).
 *
 * A segment is the time between two calls that end what record.h gathers. A page of a region
 * that was loaded from so often in one is open for loads in the view for the rest of the
 * segment; one that was stored to so often for all. What happens there is not seen, and
 * counted. Regions of BUDGET_SMALL pages or fewer stay as they are unless a number was asked
 * for. One thread's open page is open to all.
 *
 * Only where an operation and a local access meet in a page does it matter which bytes they
 * access: once an operation has accessed a page, stores to it are all seen, and loads if it was
 * an update, as long as the process may spend the time. So what happens again and again is seen
 * the second time.
 *
 * Unless a number (or all) was asked for, what all accesses together may cost has a bound
 * (METER_ACCESSES). While it is reached no access is seen: each region is opened as a whole at
 * its next access; it is protected again at the end of a segment, when there is time again. */
#ifndef FENCEPOST_BUDGET_H
#define FENCEPOST_BUDGET_H

#include <stddef.h>
#include <stdint.h>
#include "include/event.h"

#define BUDGET_SMALL 64

/* `most`: accesses to each page; 0: all. `given`: small regions too. */
void budget_begin(uint64_t most, int given);
/* An access in a region was told. For handlers of SIGSEGV with all signals blocked; costs a
 * lookup, and where a page is opened a system call. */
void budget_count(uintptr_t at, size_t size, int store);
/* An operation has accessed window memory, or uses a buffer there. */
void budget_touched(const struct event_run *run, int update);
/* The segment ends: what was opened is protected again. A load when nothing was. */
void budget_end(void);
/* Pages that were open at some time, of which accesses may matter: those that operations have
 * accessed, too, or all where windows are shared. */
unsigned long budget_pages(int shared);
/* Whether anything was open: how threads and processes order themselves by loads and stores may
 * have been missed. */
int budget_missed(void);

#endif
