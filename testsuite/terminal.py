"""A terminal with nobody before it: runs a command on it, and what its screen showed at each time."""
import fcntl
import os
import re
import struct
import subprocess
import termios

PART = re.compile(rb'\x1b[78DM]|\x1b\[[0-9;?]*[A-Za-z]|[\r\n\b]|[^\x00-\x1f\x1b]+')


class Screen:
    """Rows of text, a cursor, a region that scrolls: as much of a VT100 as Fencepost uses. What has
    scrolled out of the top is in `gone`."""

    def __init__(self, rows, columns):
        self.lines, self.gone = [''] * rows, []
        self.columns, self.row, self.column, self.saved = columns, 0, 0, (0, 0)
        self.top, self.bottom = 0, rows - 1

    def down(self):
        if self.row != self.bottom:
            self.row = min(self.row + 1, len(self.lines) - 1)
            return
        if not self.top:
            self.gone.append(self.lines[0])
        del self.lines[self.top]
        self.lines.insert(self.bottom, '')

    def text(self, text):
        line = self.lines[self.row].ljust(self.column)
        self.lines[self.row] = line[:self.column] + text + line[self.column + len(text):]
        self.column += len(text)

    def command(self, kind, numbers):
        if kind == 'K':
            self.lines[self.row] = '' if numbers[:1] == [2] else self.lines[self.row][:self.column]
        elif kind == 'H':
            self.row, self.column = numbers[0] - 1, numbers[1] - 1
        elif kind == 'A':
            self.row = max(0, self.row - 1)
        elif kind == 'r':
            self.top, self.bottom = (n - 1 for n in numbers or (1, len(self.lines)))
            self.row = self.column = 0

    def feed(self, data):
        for part in PART.findall(data):
            if part == b'\r':
                self.column = 0
            elif part in (b'\n', b'\x1bD'):
                self.down()
            elif part == b'\x1b7':
                self.saved = self.row, self.column
            elif part == b'\x1b8':
                self.row, self.column = self.saved
            elif part[:1] == b'\x1b':
                self.command(chr(part[-1]), [int(n) for n in part[2:-1].decode().split(';') if n])
            else:
                self.text(part.decode(errors='replace'))

    def all(self):
        return [*self.gone, *self.lines]


def run(rows, columns, *words, kind='xterm', cwd=None):
    """Returns what was written to the terminal, its screen at the end, and all that ever stood in
    its rows. A terminal of 0 rows does not tell its size; its screen has 24."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns if rows else 0, 0, 0))
    screen, out, stood = Screen(rows or 24, columns), b'', set()
    process = subprocess.Popen([str(w) for w in words], cwd=cwd, stdin=subprocess.DEVNULL, stdout=slave,
                               stderr=slave, env={**os.environ, 'TERM': kind, 'NO_COLOR': '1'})
    os.close(slave)
    while True:
        try:
            data = os.read(master, 65536)
        except OSError:  # the last user has ended
            break
        if not data:
            break
        out += data
        screen.feed(data)
        stood.update((n, line) for n, line in enumerate(screen.lines) if line)
    process.wait()
    os.close(master)
    return out, screen, stood
