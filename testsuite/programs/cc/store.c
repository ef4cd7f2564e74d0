#include "store.h"

void store(int *at) {
  *at = 7; /* line 4 */
}
