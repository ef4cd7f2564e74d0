"""Delays for the second run of a test and later ones: the processes of one rank are stopped most
of the time, from outside, so that the processes meet in another order."""
import os
import signal
import time

import tables

GOES, STOPS = 0.003, 0.02  # seconds


def rank(number, ranks):
    """The rank that is slowed in run `number` of a test; None for the first run."""
    return None if number == 0 else (number - 1) % ranks


def name(number, ranks):
    slow = rank(number, ranks)
    return '' if slow is None else f'run {number + 1}, in which rank {slow} was slowed'


def _is_rank(pid, number):
    try:
        with open(f'/proc/{pid}/environ', 'rb') as f:
            words = f.read(1 << 17).split(b'\0')
    except OSError:
        return False
    return any(n + b'%d' % number in words for n in tables.RANKS)


class Pause:
    """Stops and continues the processes of one rank; step() as often as period() says."""

    def __init__(self, number):
        self.number, self.found, self.next, self.stopped = number, set(), 0, False

    def step(self, pids):
        """`pids`: gives all processes of the box."""
        now = time.monotonic()
        if now < self.next:
            return
        self.stopped = not self.stopped
        self.next = now + (STOPS if self.stopped else GOES)
        if self.stopped:
            alive = set(pids())
            self.found = {p for p in alive if p in self.found or _is_rank(p, self.number)}
        for pid in self.found:
            try:
                os.kill(pid, signal.SIGSTOP if self.stopped else signal.SIGCONT)
            except ProcessLookupError:
                pass

    def period(self):
        return max(0.001, self.next - time.monotonic())
