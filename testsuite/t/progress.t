#!/usr/bin/python3
"""--progress: the line on a terminal, beside what the program prints, and without a terminal."""
import fcntl
import os
import pathlib
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import terminal
from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok
from live import run as run_plain

LINE = re.compile(r'^fencepost: 2 ranks, \d+ s, [\d,]+ calls, \d+ findings?')
STEPS = ['step 0', 'step 1', 'step 2', 'end']


def command(mpi, program, where, *options):
    return [FENCEPOST, 'run', f'--output={where}/r.json', *options, f'mpiexec.{mpi}', '-n', '2', program]


def printed(screen):
    """Returns what the program has printed, row by row, as far as it stands alone in its rows."""
    return [line for line in screen.all() if line in STEPS]


def check(mpi, program, where, rows):
    out, screen, stood = terminal.run(rows, 100, *command(mpi, program, where, '--progress', '--quiet'))
    last = [line for row, line in stood if row == rows - 1 and LINE.match(line)]
    ok(len(last) > 3, f'{mpi}, {rows} rows: the line stands in the last row', *sorted(stood))
    ok(all(row == rows - 1 for row, line in stood if 'calls' in line),
       f'{mpi}, {rows} rows: and in no other', *sorted(stood))
    ok(any('; rank 1 in MPI_Recv for ' in line and line.endswith(' s, waits for rank 0') for line in last),
       f'{mpi}, {rows} rows: it says who waits longest, and for whom', *last)
    ok(any(' 2,0' in line for line in last), f'{mpi}, {rows} rows: it counts calls', *last)
    ok(printed(screen) == STEPS, f'{mpi}, {rows} rows: what the program prints stands alone', out)
    ok('calls' not in '\n'.join(screen.all()) and (screen.top, screen.bottom) == (0, rows - 1),
       f'{mpi}, {rows} rows: nothing is left behind', *screen.all())


def check_silence(mpi, program, where):
    for name, options, kind in (('without the option', (), 'xterm'),
                                ('on a dumb terminal', ('--progress',), 'dumb')):
        out, *_ = terminal.run(24, 100, *command(mpi, program, where, '--quiet', *options), kind=kind)
        ok(out.decode().split() == ' '.join(STEPS).split(), f'{mpi}: nothing {name}', out)
    r = run_plain(*command(mpi, program, where, '--quiet', '--progress'), cwd=where)
    ok(not r.stderr, f'{mpi}: nothing without a terminal', r.stderr)
    r = run_plain(*command(mpi, program, where, '--progress=often'), cwd=where)
    ok(r.returncode == 2 and 'on|off|lines' in r.stderr, f'{mpi}: another word is refused', r.stderr)


def check_lines(mpi, program, where):
    r = run_plain(*command(mpi, program, where, '--quiet', '--progress=lines'), cwd=where)
    lines = r.stderr.splitlines()
    ok(1 < len(lines) < 5 and all(LINE.match(line) for line in lines) and r.stdout.split('\n')[:-1] == STEPS,
       f'{mpi}: lines without a terminal', r.stdout, r.stderr)


def check_finding(mpi, program, where):
    """A finding stands alone in its row, and is counted."""
    for rows, columns in ((30, 300), (30, 40), (0, 300)):
        out, screen, stood = terminal.run(rows, columns, *command(mpi, program, where, '--progress'), 'race')
        ok(any(line.startswith('fencepost: error: [rma-race] ') and 'calls' not in line
               for line in screen.all()), f'{mpi}, {rows} rows: a finding stands alone', *screen.all())
        ok(columns < 80 or any('calls, 1 finding' in line for _, line in stood),
           f'{mpi}, {rows} rows: it is counted', out)
        ok(all(len(line) < columns for _, line in stood if 'calls' in line),
           f'{mpi}, {columns} columns: the line fits', *sorted(stood))
    ok(b'\r\x1b[K' in out and b'\x1b7' not in out, f'{mpi}, size unknown: a carriage return', out)
    out, screen, stood = terminal.run(30, 300, *command(mpi, program, where, '--progress', '--live=off'), 'race')
    ok(any('calls, 1 finding' in line for _, line in stood) and b'fencepost: error' not in out,
       f'{mpi}: it is counted with --live=off', out)


def check_stop(mpi, program, where):
    """While it is stopped the terminal is as it was, and the line comes again afterwards. In a group of
    its own: one that nobody looks after cannot be stopped."""
    master, slave = os.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 100, 0, 0))
    p = subprocess.Popen([str(w) for w in command(mpi, program, where, '--progress', '--quiet')], stdout=slave,
                         stderr=slave, stdin=subprocess.DEVNULL, env={**os.environ, 'TERM': 'xterm'},
                         preexec_fn=os.setpgrp)
    screen = terminal.Screen(24, 100)

    def until(true):
        end = time.monotonic() + 60
        while not true() and time.monotonic() < end:
            if select.select([master], [], [], 0.1)[0]:
                screen.feed(os.read(master, 65536))
        return true()

    kept = until(lambda: screen.bottom == 22)
    os.kill(p.pid, signal.SIGTSTP)
    pid, status = os.waitpid(p.pid, os.WUNTRACED)
    ok(kept and pid and os.WIFSTOPPED(status), f'{mpi}: it can be stopped', kept, status)
    ok(until(lambda: screen.bottom == 23), f'{mpi}: the row is given back then', *screen.all())
    os.kill(p.pid, signal.SIGCONT)
    ok(until(lambda: screen.bottom == 22), f'{mpi}: and taken again when it goes on', *screen.all())
    ok(until(lambda: p.poll() is not None) and not p.returncode, f'{mpi}: it comes to its end', p.returncode)
    ok(until(lambda: screen.bottom == 23), f'{mpi}: and leaves nothing behind', *screen.all())
    os.close(slave)
    os.close(master)


def check_commands(mpi, program, where):
    """merge, replay and export say how far they are."""
    run_plain(*command(mpi, program, where, '--quiet', f'--record={where}/t', f'--journals={where}/j'), 'race',
              cwd=where)
    merging = r'fencepost: merging the findings of the ranks, 1 of 2, \d+ s\n'
    for name, words, said in (
            ('merge', ['merge', '--quiet', '--merge=journals', where / 'j'], merging),
            ('replay', ['replay', '--quiet', '--merge=journals', where / 't'],
             r'fencepost: checking what the ranks have recorded, 1 of 2, \d+ s\n'),
            ('export', ['export', '--format=html', where / 'r.json'],
             r'fencepost: writing the page of findings, 1 of 1, \d+ s\n')):
        words[1:1] = [f'--output={where}/again']
        r = run_plain(FENCEPOST, *words[:1], '--progress=lines', *words[1:], cwd=where)
        ok(re.search(said, r.stderr), f'{name} --progress=lines', r.stderr)
        r = run_plain(FENCEPOST, *words[:1], '--progress', *words[1:], cwd=where)
        ok(not r.stderr, f'{name} --progress without a terminal', r.stderr)
        out, screen, _ = terminal.run(24, 100, FENCEPOST, *words[:1], '--progress', *words[1:], cwd=where)
        ok(b' 1 of ' in out and not any(screen.all()), f'{name} --progress on a terminal', out)
    shutil.rmtree(where / 'j')


for mpi in MPIS:
    where = folder(f'progress-{mpi}')
    program = compiled(mpi, 'progress.c', where, *YIELDING[mpi])
    check(mpi, program, where, 24)
    check_lines(mpi, program, where)
    if mpi == MPIS[0]:  # the rest is the same with all libraries
        check(mpi, program, where, 6)
        check_silence(mpi, program, where)
        check_finding(mpi, program, where)
        check_stop(mpi, program, where)
        check_commands(mpi, program, where)
    left = [p.name for p in where.iterdir() if 'journals' in p.name or 'pulse' in p.name]
    ok(not left, f'{mpi}: no file is left behind', *left)
done()
