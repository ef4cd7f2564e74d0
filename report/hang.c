#include "hang.h"
void hang_add(json_t *report, const struct journals *js, struct symbols *s) {(void)report;(void)js;(void)s;}
