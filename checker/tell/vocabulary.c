#include "vocabulary.h"

const char *role_text(enum location_role role) {
  static const char *const roles[LOCATION_ROLES] = {
      [ROLE_NONE] = "",
#define ROLE(name, text) [ROLE_##name] = text,
#include "location_roles.def"
#undef ROLE
  };
  return roles[role];
}
