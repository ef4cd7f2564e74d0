# The hooks of `fencepost cc`: atomic operations on 16 bytes are one instruction, and functions that
# are called often have no landing pads.
HOOK_FLAGS = -mcx16 -fcf-protection=none
# What it tells gcc: copies of structures are calls, or they have no hook.
SPECS_FLAGS = -mstringop-strategy=libcall
# The version that symbols of libc have from the beginning.
LIBC_OLDEST = GLIBC_2.2.5
