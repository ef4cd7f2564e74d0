# Atomic operations on 16 bytes in the hooks of `fencepost cc` call no library.
HOOK_FLAGS = -mno-outline-atomics
# The version that symbols of libc have from the beginning.
LIBC_OLDEST = GLIBC_2.17
