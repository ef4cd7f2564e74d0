// The same as count.c, compiled as C++.
#include "count.c"
