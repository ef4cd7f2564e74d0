/* The topology is that of the product's own reduction. */
#include "../../include/topology.h"
