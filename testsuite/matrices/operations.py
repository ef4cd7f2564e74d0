"""The one-sided operations that the matrices of this folder use: on one int, from `v`, at the first
place of the window `win` of the process {target}."""

OPERATIONS = {  # name: what it is called in a sentence, the call
    'put': ('a put', 'MPI_Put(&v, 1, MPI_INT, {target}, 0, 1, MPI_INT, win)'),
    'get': ('a get', 'MPI_Get(&v, 1, MPI_INT, {target}, 0, 1, MPI_INT, win)'),
    'accumulate': ('an accumulate',
                   'MPI_Accumulate(&v, 1, MPI_INT, {target}, 0, 1, MPI_INT, MPI_SUM, win)'),
    'get-accumulate': ('a get-accumulate', 'MPI_Get_accumulate(&v, 1, MPI_INT, &old, 1, MPI_INT, '
                       '{target}, 0, 1, MPI_INT, MPI_SUM, win)'),
    'fetch-and-op': ('a fetch-and-op',
                     'MPI_Fetch_and_op(&v, &old, MPI_INT, {target}, 0, MPI_SUM, win)'),
    'compare-and-swap': ('a compare-and-swap',
                         'MPI_Compare_and_swap(&v, &was, &old, MPI_INT, {target}, 0, win)'),
    'rput': ('a put with a request',
             'MPI_Rput(&v, 1, MPI_INT, {target}, 0, 1, MPI_INT, win, &req)'),
    'rget': ('a get with a request',
             'MPI_Rget(&v, 1, MPI_INT, {target}, 0, 1, MPI_INT, win, &req)'),
    'raccumulate': ('an accumulate with a request', 'MPI_Raccumulate(&v, 1, MPI_INT, {target}, 0, '
                    '1, MPI_INT, MPI_SUM, win, &req)'),
    'rget-accumulate': ('a get-accumulate with a request',
                        'MPI_Rget_accumulate(&v, 1, MPI_INT, &old, 1, MPI_INT, {target}, 0, 1, '
                        'MPI_INT, MPI_SUM, win, &req)'),
}
WAIT = 'MPI_Wait(&req, MPI_STATUS_IGNORE);'


def has_request(op):
    return op in ('rput', 'rget', 'raccumulate', 'rget-accumulate')


def call(op, target, mark=''):
    """Returns the statement with its mark."""
    return OPERATIONS[op][1].format(target=target) + ';' + (f' /* {mark} */' if mark else '')


def variables(*ops):
    """Returns the variables that the calls need beside `v`: (further ints, a request or
    nothing)."""
    calls = ' '.join(OPERATIONS[op][1] for op in ops)
    ints = ''.join(f', {name} = 0' for name in ('old', 'was') if f'&{name}' in calls)
    return ints, '  MPI_Request req;\n' if '&req' in calls else ''


def program(title, lines, keys=''):
    """Returns the text of a marked program: `lines` without those that are empty."""
    header = [f'/* {title[0].upper()}{title[1:]} */']
    header += [f'/* case: {keys} */'] if keys else []
    body = '\n'.join(lines).splitlines()
    return '\n'.join([*header, '#include "case.h"', '', *(line for line in body if line.strip())]) + '\n'
