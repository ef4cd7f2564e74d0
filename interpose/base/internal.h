/* internal.h: variables of this library that all units use.
 *
 * The compiler takes a variable that another unit defines for one that some other library may
 * replace, and looks up its address each time it is used. INTERNAL tells that it lies in this
 * one.
 */
#ifndef FENCEPOST_INTERNAL_H
#define FENCEPOST_INTERNAL_H

#define INTERNAL __attribute__((visibility("hidden")))

#endif
