/* picture.h: draws a finding as a space-time picture, an inline SVG. Each rank has a lane, and
 * time goes from left to right. Bars are the epochs of the locations, numbered dots the
 * locations. Arrows show which operation moves data, what is known to come before what, and
 * where an order is missing. Below are the private and the public copy. The distance of two
 * locations means nothing if nothing orders them. */
#ifndef FENCEPOST_PICTURE_H
#define FENCEPOST_PICTURE_H

#include <jansson.h>
#include <stdio.h>

/* `id` makes the names in it unique in the page. Draws nothing for a finding without
 * locations. */
void picture_svg(const json_t *finding, size_t id, FILE *out);

#endif
