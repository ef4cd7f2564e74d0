#!/usr/bin/python3
"""confined.py [--user UID] [--drop-admin] [--no-namespaces] COMMAND...: runs it as another user,
without CAP_SYS_ADMIN, or where namespaces are refused, as in many containers."""
import argparse
import ctypes
import os
import struct

PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER = 24, 38, 22, 2
CAP_SYS_ADMIN = 21
CALLS = {'x86_64': (272, 56), 'aarch64': (97, 220), 'riscv64': (97, 220), 'ppc64le': (282, 120)}  # unshare, clone
CLONE3 = 435  # its flags lie in memory that a filter cannot read
NAMESPACES = 0x7e020000  # CLONE_NEW...
LOAD, EQUAL, ANY, RETURN = 0x20, 0x15, 0x45, 0x06
NUMBER, FLAGS = 0, 16  # in struct seccomp_data; little-endian
REFUSE, ALLOW, UNKNOWN = 0x00050001, 0x7fff0000, 0x00050026  # EPERM, ENOSYS

libc = ctypes.CDLL(None, use_errno=True)


def prctl(*words):
    if libc.prctl(*words):
        raise OSError(ctypes.get_errno(), 'prctl')


def refuse_namespaces():
    unshare, clone = CALLS[os.uname().machine]
    rows = ((LOAD, 0, 0, NUMBER), (EQUAL, 5, 0, unshare), (EQUAL, 5, 0, CLONE3), (EQUAL, 0, 2, clone),
            (LOAD, 0, 0, FLAGS), (ANY, 1, 0, NAMESPACES), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, REFUSE),
            (RETURN, 0, 0, UNKNOWN))
    code = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *row) for row in rows))
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    prctl(PR_SET_SECCOMP, FILTER, struct.pack('HxxxxxxQ', len(rows), ctypes.addressof(code)), 0, 0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--user', type=int)
    parser.add_argument('--drop-admin', action='store_true')
    parser.add_argument('--no-namespaces', action='store_true')
    parser.add_argument('command', nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.drop_admin:
        prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN, 0, 0, 0)
    if options.user:
        os.setgroups([])
        os.setresgid(*3 * [options.user])
        os.setresuid(*3 * [options.user])
    if options.no_namespaces:
        refuse_namespaces()
    os.execvp(options.command[0], options.command)


if __name__ == '__main__':
    main()
