#include "aside.h"

__thread int aside_inside __attribute__((tls_model("initial-exec")));
