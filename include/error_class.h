/* error_class.h: error classes with numbers of our own, because libraries number them
 * differently. */
#ifndef FENCEPOST_ERROR_CLASS_H
#define FENCEPOST_ERROR_CLASS_H

enum error_class {
#define CLASS(name) ERROR_##name,
#include "error_class.def"
#undef CLASS
  ERROR_CLASSES
};

#endif
