#include "unused.h"
#include <stdatomic.h>
#include <stdint.h>
#include "gate.h"
#include "interpose/arch/region.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/tracers/shared/tracer.h"
#include "view.h"

#define LINGER (1000ull * METER_MS)
static _Atomic uint64_t lingers_since; /* when the last window was freed */

/* Gating and its end cost half a millisecond, so from the fourth time on it ends a while after
 * the last memory was given back. */
#define GATED (50ull * METER_MS)
#define AT_ONCE 3
static _Atomic uint64_t gated_since; /* 0: it has ended, or memory is protected */
static atomic_uint times;

void unused_note(void) {
  if (view_lingers()) {
    lingers_since = meter_about_now();
    tracer_due = 1;
  }
  if (region_count())
    return;
  if (times++ < AT_ONCE) {
    gate_disarm();
    return;
  }
  gated_since = meter_about_now();
  tracer_due = 1;
}

static int is_over(uint64_t since, uint64_t wait) {
  return meter_about_now() - since > wait;
}

/* While some memory lingers, system calls stay gated. */
static void settle_views(void) {
  int over = view_lingers() && is_over(lingers_since, LINGER);
  if (over || view_left_behind()) {
    gate_quiet_begin();
    view_settle(over);
    gate_quiet_end();
    if (!region_count())
      gate_disarm();
  }
  if (view_lingers())
    tracer_due = 1;
}

void unused_settle(void) {
  settle_views();
  if (!gated_since || region_count())
    return;
  if (!is_over(gated_since, GATED)) {
    tracer_due = 1;
    return;
  }
  gated_since = 0;
  gate_disarm();
}
