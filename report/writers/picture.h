/* picture.h: a finding as a space-time picture, an inline SVG: a lane for each rank, time from
 * left to right, the epochs its locations stand in as bars, the locations as numbered dots;
 * arrows for what moves data, what is known to be before what, and where an ordering is
 * missing; below, the private and the public copy. Where nothing orders two locations their
 * distance means nothing. */
#ifndef FENCEPOST_PICTURE_H
#define FENCEPOST_PICTURE_H

#include <jansson.h>
#include <stdio.h>

/* `id` makes the names in it unique in the page. Nothing for a finding without locations. */
void picture_svg(const json_t *finding, size_t id, FILE *out);

#endif
