#!/usr/bin/python3
"""Why the box of `fencepost grade` is not bubblewrap (docs/grading-security.md): what it would have to do and
does not. If this fails because bubblewrap can do more now, look at that again."""
import re
import shutil

from live import ROOT, done, folder, ok, run

CONFINED = ROOT / 'testsuite/t/confined.py'
ALL = ('--ro-bind', '/', '/')
WHERE = folder('bubblewrap')


def bwrap(*words, before=()):
    return run(*before, 'bwrap', *words, cwd=WHERE)


def main():
    if not shutil.which('bwrap') or bwrap(*ALL, 'true').returncode:
        print('1..0 # SKIP bubblewrap cannot be used here')
        return
    options = re.findall(r'^ +--([\w-]+)', bwrap('--help').stdout, re.M)
    limits = [o for o in options if re.search(r'mem|cpu|time|limit|nproc|fsize|quota', o)]
    ok(len(options) > 30 and not limits, 'it limits neither memory, time, processes nor files', *limits)
    inside, outside = (run(*words, 'sh', '-c', 'ulimit -v; ulimit -t; ulimit -u', cwd=WHERE).stdout
                       for words in (('bwrap', *ALL), ('env',)))
    ok(inside == outside, 'what a command may use is the same in it', inside, outside)
    other = bwrap(*ALL, '--uid', '64999', 'id', '-u')
    ok(other.returncode and '--unshare-user' in other.stderr, 'another user is one in a namespace only',
       other.stdout, other.stderr)
    refused = bwrap(*ALL, 'true', before=(CONFINED, '--no-namespaces'))
    ok(refused.returncode and 'amespace' in refused.stderr,
       'where namespaces are refused nothing runs (grade-users.t: our box does)', refused.stderr)
    done()


main()
