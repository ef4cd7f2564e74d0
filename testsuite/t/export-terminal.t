#!/usr/bin/python3
"""The summary on terminals: colour, width, a screenful; --quiet and --verbose."""
import fcntl
import pathlib
import struct
import sys
import termios

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *


def terminal(rows, columns, *words, **env):
    """What merge of 40 findings prints on a terminal of that size."""
    d = directory()
    rank = Rank(d, 0, 1)
    for n in range(40):
        rank.finding(('lock-twice', 'separate-race')[n % 2], ('MPI_Put', '/src/a.c', n + 1, 'f'))
    rank.end()
    pid, fd = os.forkpty()
    if pid == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        for name, value in dict(dict(TERM='xterm', NO_COLOR=''), **env).items():
            os.environ[name] = value
        os.execv(FENCEPOST, [str(FENCEPOST), 'merge', f'--output={TMP}/t.json', *words, str(d)])
    out = b''
    while True:
        try:
            more = os.read(fd, 65536)
        except OSError:
            break
        if not more:
            break
        out += more
    os.waitpid(pid, 0)
    os.close(fd)
    return out.decode().replace('\r\n', '\n')


def plain(text):
    return re.sub('\x1b\\[[0-9;]*m', '', text)


for rows, columns in ((24, 80), (50, 132), (24, 40), (20, 100), (100, 60)):
    text = terminal(rows, columns)
    lines = plain(text).splitlines()
    ok(len(lines) < rows or rows < 24, f'{rows} rows: a screenful', f'{len(lines)}\n{plain(text)}')
    ok(max(map(len, lines)) <= max(columns, 60), f'{columns} columns: it wraps', plain(text))
    has(plain(text), 'more in the report', 'points to the rest')
    has(text, '\x1b[1;31merror:\x1b[0m', 'the severity is coloured')
ok('\x1b' not in terminal(24, 80, NO_COLOR='1'), 'not if NO_COLOR is set')
ok('\x1b' not in terminal(24, 80, TERM='dumb'), 'not on a dumb terminal')
text = terminal(24, 80, '--verbose')
same(len(re.findall('error:|note:', plain(text))), 40, '--verbose prints all in full')
ok(plain(text).index('note:') > plain(text).rindex('error:'), 'worst first')
same(terminal(24, 80, '--quiet'), '', '--quiet prints nothing')
done()
