#!/usr/bin/python3
"""The summary on terminals: colour, width, a screenful; --quiet and --verbose."""
import fcntl
import pathlib
import struct
import sys
import termios
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *

END = b'\0END'


def terminal(rows, columns, *words, **env):
    """Returns what merging 40 findings prints on a terminal of that size."""
    d = directory()
    rank = Rank(d, 0, 1)
    for n in range(40):
        rank.finding(('lock-twice', 'separate-race')[n % 2], ('MPI_Put', '/src/a.c', n + 1, 'f'))
    rank.end()
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    out = b''

    # A terminal may drop what was not read when its last user ends. So we keep it open, and mark
    # the end of the output.
    def read():
        nonlocal out
        while not out.endswith(END):
            out += os.read(master, 65536)

    reader = threading.Thread(target=read)
    reader.start()
    subprocess.run([FENCEPOST, 'merge', f'--output={TMP}/t.json', *words, d],
                   env=dict(os.environ, **dict(dict(TERM='xterm', NO_COLOR=''), **env)),
                   stdin=slave, stdout=slave, stderr=slave)
    os.write(slave, END)
    reader.join()
    os.close(slave)
    os.close(master)
    return out[:-len(END)].decode().replace('\r\n', '\n')


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
