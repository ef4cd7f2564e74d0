/* hook_number_c23.c: what C libraries from glibc 2.38 on call those of hook_number.c. Older
 * ones do not have them: so this is a member of the archive of its own. */
#include "hook_number.h"

INTEGERS(__isoc23_)
