/* hang_findings.h: what the checker says of processes that hang, as records of findings. */
#ifndef FENCEPOST_HANG_FINDINGS_H
#define FENCEPOST_HANG_FINDINGS_H

#include "journals.h"

/* Tells the checker what the journals hold of hangs, world by world, and adds what it finds to
 * the findings of the ranks. */
void hang_findings_add(struct journals *js);

#endif
