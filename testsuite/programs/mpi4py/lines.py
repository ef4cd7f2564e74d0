"""Makes pairs of puts with two different Python stacks. There is a pair for each way in which the
stack can change from one call to the next. Many pairs use the same two stacks, and only the last
one overlaps, so that Fencepost has seen both stacks before.

    mpiexec -n 2 python3 lines.py [--thread]

Each way has 8 bytes of its own in which the puts overlap (a place). Rank 0 prints a line for each:
`place;name;one stack;the other`. These are the frames that the finding has to name, the innermost
first. With --thread all this is done by threads, one after the other."""
import array
import itertools
import sys
import threading

from mpi4py import MPI

ROUNDS = 40
PLACES = 64
comm = MPI.COMM_WORLD
win = MPI.Win.Allocate(8 * PLACES, disp_unit=8, comm=comm)
value = array.array('d', [1])
harmless = itertools.cycle(range(32, PLACES))
last = [False]
expected = []
PUTS = []
noted = []


def here(skip):
    """Returns the frames of the caller, or those of a caller of it."""
    frame, frames = sys._getframe(skip), []
    while frame:
        frames.append(f'{frame.f_code.co_name}:{frame.f_lineno}')
        frame = frame.f_back
    return frames[:8]


def spot(place):
    return place if last[0] else next(harmless)


def put(place):
    """Each place has a line of its own, because findings with the same two lines count as one."""
    PUTS[place](place)


def pair(name, place, step):
    for i in range(ROUNDS):
        noted.clear()
        last[0] = i == ROUNDS - 1
        step(place)
        win.Flush(1)
    expected.append((place, name, *noted))


def two_lines(place):
    for turn in range(2):
        if turn:
            win.Put(value, 1, spot(place)); noted.append(here(1))
        else:
            win.Put(value, 1, spot(place)); noted.append(here(1))


def two_callers(place):
    put(place)
    put(place)


def nested(place):
    def inner(depth):
        if depth:
            inner(depth - 1)
        else:
            put(place)
    inner(2)
    inner(3)


def deep(place):
    def down(depth):
        if depth:
            return down(depth - 1)
        put(place)
        put(place)
    down(50)


def generator(place):
    def steps():
        put(place)
        yield 1
        put(place)
        yield 2
    for _ in steps():
        pass


def comprehension(place):
    [put(place) for _ in range(1)]
    list(map(put, [place]))


def exceptions(place):
    def fail():
        raise ValueError
    try:
        fail()
    except ValueError:
        put(place)
    try:
        fail()
    except ValueError:
        put(place)


def methods(place):
    class Writer:
        def __init__(self, place):
            put(place)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            put(place)
    with Writer(place):
        pass


def generated(place, count=[0]):
    """The code object of a round is freed before the next one is made, so both are mostly at the
    same address. Only the line differs from round to round."""
    for _ in range(2):
        count[0] += 1
        source = '\n' * (count[0] % 97) + 'win.Put(value, 1, spot(place)); noted.append(here(1))\n'
        exec(compile(source, '<generated>', 'exec'),
             {'win': win, 'value': value, 'place': place, 'noted': noted, 'here': here,
              'spot': spot})


def generated_functions(place, count=[0]):
    """The same with functions, whose names differ."""
    for _ in range(2):
        count[0] += 1
        space = {'put': put, 'place': place}
        exec(compile(f'def f{count[0] % 89:02}():\n    put(place)\n', '<generated>', 'exec'), space)
        space[f'f{count[0] % 89:02}']()


WAYS = (two_lines, two_callers, nested, deep, generator, comprehension, exceptions, methods,
        generated, generated_functions)


def in_thread(*words):
    t = threading.Thread(target=pair, args=words)
    t.start()
    t.join()


def make_puts():
    for place in range(len(WAYS)):
        space = dict(globals())
        source = 'def put_at(place): win.Put(value, 1, spot(place)); noted.append(here(1))\n'
        exec(compile('\n' * (199 + place) + source, '<generated>', 'exec'), space)
        PUTS.append(space['put_at'])


def main():
    make_puts()
    win.Lock_all()
    if comm.rank == 0:
        run = in_thread if '--thread' in sys.argv else pair
        for place, way in enumerate(WAYS):
            run(way.__name__, place, way)
    win.Unlock_all()
    win.Free()
    for place, name, first, second in expected:
        print(place, name, ' '.join(first), ' '.join(second), sep=';')


main()
