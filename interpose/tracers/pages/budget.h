/* budget.h: how many accesses to a page are seen one by one (--exact).
 *
 * A segment is the time between two calls that end what record.h gathers. After so many loads
 * from a page of a region in one segment, the view of that page is opened for loads for the
 * rest of the segment; after so many stores, for all accesses. What happens there then is not
 * seen, but counted. Regions of BUDGET_SMALL pages or fewer stay as they are unless a number
 * was asked for. A page that one thread's accesses open is open to all threads.
 *
 * Only if an operation and a local access meet in a page does it matter which bytes they
 * access. So once an operation has accessed a page, all stores to it are seen, and loads too if
 * it was an update, as long as the process may spend the time. What happens again and again is
 * therefore seen the second time.
 *
 * Unless a number (or all) was asked for, there is a bound on what all accesses together may
 * cost (METER_ACCESSES). When it is reached no access is seen: each region is opened as a whole
 * at its next access. It is protected again at the end of a segment, when there is time
 * again. */
#ifndef FENCEPOST_BUDGET_H
#define FENCEPOST_BUDGET_H

#include <stddef.h>
#include <stdint.h>
#include "include/event.h"

#define BUDGET_SMALL 64

/* `most`: accesses to each page, 0: all of them. `given`: small regions are limited, too. */
void budget_begin(uint64_t most, int given);
/* From now on faults are handled. Measures, the first time, what one costs: takes as long as
 * eight of them. */
void budget_price(void);
/* An access in a region was told. For handlers of SIGSEGV with all signals blocked. Costs a
 * lookup, and a system call if a page is opened. */
void budget_count(uintptr_t at, size_t size, int store);
/* An operation has accessed window memory, or uses a buffer there. */
void budget_touched(const struct event_run *run, int update);
/* Returns whether the end of the segment may have something to do. */
int budget_counted(void);
/* The segment ends: pages that were opened are protected again. Costs a load if none was. */
void budget_end(void);
/* Returns how many pages were open at some time where accesses may matter: those that
 * operations have accessed, too, or all if windows are shared. */
unsigned long budget_pages(int shared);
/* Returns whether any page was open. If so, loads and stores by which threads and processes
 * order themselves may have been missed. */
int budget_missed(void);

#endif
