"""The assignment: what is built, run and counted. FORMAT is the whole format: the documentation
and the messages about mistakes are made from it."""
import difflib
import os
import re

import lines
import tables
from lines import Mistake


class Field:
    """One member: its type, what it is if it is missing (REQUIRED: it may not be), and what it
    means."""

    def __init__(self, kind, default, text):
        self.kind, self.default, self.text = kind, default, text


REQUIRED = object()
SIZE = re.compile(r'(\d+)([KMG]?)')
UNITS = {'': 1, 'K': 1 << 10, 'M': 1 << 20, 'G': 1 << 30}
REFUSED = [  # what finds functions of libraries, changes memory or code unseen, makes processes, or could
    # speak in place of the checker to the process that keeps journals
    '__tsan_*', '__fencepost*', 'fencepost*', 'hooks_*', 'dlsym', 'dlvsym', 'dlopen', 'dlmopen',
    'dladdr*', 'dlinfo', 'dl_iterate_phdr', '__libc_dl*', '_dl_*', '_r_debug', '_rtld_*',
    '_DYNAMIC', '__ehdr_start', '__executable_start', 'getauxval', 'syscall', 'ptrace',
    'process_vm_*', 'vmsplice', 'socket', 'connect', 'recvfrom', 'recvmsg', 'recvmmsg', 'preadv2', 'preadv64v2', 'aio_*',
    'mmap', 'mmap64', 'mremap', 'remap_file_pages', 'mprotect', 'pkey_mprotect', 'memfd_create',
    'shm_open', 'shmat', 'personality', 'prctl', 'arch_prctl', 'modify_ldt', 'fork', '_Fork',
    'vfork', 'clone', '__clone', 'posix_spawn*', 'io_uring_*', 'userfaultfd', 'pidfd_*',
    'setcontext', 'swapcontext', 'makecontext', 'sigreturn']

LIMITS = {
    'seconds': Field('positive', 20, 'wall time of one run or compilation'),
    'cpu': Field('positive', 60, 'seconds of CPU time of each process'),
    'memory': Field('size', 2 << 30, 'of all processes together'),
    'processes': Field('count', 64, 'processes and threads'),
    'file': Field('size', 64 << 20, 'the largest file it may write'),
    'disk': Field('size', 512 << 20, 'all files together; only where namespaces are allowed'),
    'output': Field('size', 1 << 20, 'standard output and standard error together'),
}
BUILD = {
    'compiler': Field(('mpicc', 'mpicxx', 'mpifort'), 'mpicc', 'the wrapper'),
    'flags': Field('strings', ['-g', '-O1'], 'its options; for mpifort the default is -g -O0: '
                   'optimised Fortran may not look at window memory again that is not '
                   'ASYNCHRONOUS or a pointer'),
    'libraries': Field('strings', ['-lm'], 'what stands at the end of the line'),
    'checked': Field('bool', True, 'build by `fencepost cc`, so that loads and stores are seen'),
    'files': Field('files', [], 'given files, which replace the student\'s of the same name, in '
                   'whatever folder; paths count from the assignment\'s folder'),
    'refuse': Field('strings', REFUSED, 'functions and variables that a submission must not refer to '
                    'or define (* at the end: all that begin so); it is not run then. []: also '
                    'assembly and what else hides loads and stores is allowed'),
    'limits': Field(LIMITS, {}, 'for each compilation'),
}
COMPARE = {
    'numbers': Field('number', 0, 'numbers may differ by so much, absolute or relative'),
    'order': Field(('exact', 'ranks', 'any'), 'exact', 'of the lines. ranks: lines are of the rank '
                   'that is the first number in them, and only those of one rank are in order'),
}
TEST = {
    'name': Field('string', REQUIRED, 'shown to students, unique'),
    'ranks': Field('ranks', REQUIRED, 'how many processes mpiexec starts'),
    'points': Field('number', 0, 'for the right output'),
    'arguments': Field('strings', [], 'of the program'),
    'inputs': Field('files', [], 'files put into the working folder, readable only'),
    'expected': Field('text', None, 'standard output, a string or an array of lines; null: any'),
    'expected_file': Field('file', None, 'the same in a file'),
    'compare': Field(COMPARE, {}, 'how output is compared'),
    'trace': Field(('auto', *tables.LEVELS), 'auto', 'as in fencepost run'),
    'witness': Field(('auto', 'none'), 'auto', 'auto: when a run at level compiled has shown nothing '
                     'wrong, one more at level pages must agree, if the machine can'),
    'memory_model': Field(('auto', 'separate', 'unified'), 'auto', 'as in fencepost run'),
    'profile': Field(('default', 'strict'), 'default', 'as in fencepost run'),
    'runs': Field('ranks', 1, 'run so often, the second time and later with one rank slowed, '
                  'each in turn (ranks + 1: all of them); the worst counts'),
    'schedules': Field('ranks', 1, 'and then under other legal schedules, so that there are so many '
                       'with the first, as fencepost run --schedules does; the worst counts'),
    'limits': Field(LIMITS, {}, 'for each run'),
}
DEDUCTION = {
    'finding': Field('slugs', None, 'a slug of fencepost explain or an array of them, or'),
    'grade': Field(('erroneous', 'undefined', 'fragile', 'portability'), None,
                   'findings of this grade that no other deduction names'),
    'points': Field('number', REQUIRED, 'for each finding (two tests that show the same: one)'),
    'cap': Field('number', None, 'at most so many for all that this deduction names'),
}
BONUS = {
    'calls': Field('strings', REQUIRED, 'all of these are really called'),
    'by': Field(('any', 'every'), 'any', 'by some rank or by every rank, in some test'),
    'points': Field('number', REQUIRED, ''),
    'name': Field('string', None, 'shown to students; default: uses CALLS'),
}
BAN = {
    'calls': Field('strings', REQUIRED, 'none of these is called'),
    'points': Field('number', REQUIRED, 'taken off if one is'),
    'name': Field('string', None, 'shown to students; default: no CALLS'),
}
RUBRIC = {
    'building': Field('number', 0, 'points for a program that builds'),
    'deductions': Field([DEDUCTION], [], 'for findings'),
    'bonus': Field([BONUS], [], 'for calls that are required'),
    'bans': Field([BAN], [], 'of calls'),
    'unreliable': Field('fraction_or_null', 0, 'what the output of a run with a finding of grade '
                        'erroneous or undefined is worth, whether or not it happens to be right: '
                        'this part of its points. null: compare it as any other; points may then '
                        'differ between two gradings'),
    'unchecked': Field('fraction', 0, 'what a test is worth in which the checker was kept out: '
                       'this part of its points'),
}
FORMAT = {
    'fencepost_assignment': Field('version', REQUIRED, 'the version of the format: 1'),
    'title': Field('string', REQUIRED, 'of all pages'),
    'text': Field('string', '', 'shown on top of the feedback'),
    'mpi': Field(tables.LIBRARIES, tables.LIBRARIES[0], 'the MPI library'),
    'build': Field(BUILD, {}, ''),
    'limits': Field(LIMITS, {}, 'for building and running, where these do not say more'),
    'tests': Field([TEST], REQUIRED, 'at least one'),
    'rubric': Field(RUBRIC, {}, ''),
}


class _Check:
    def __init__(self, file, slugs):
        self.path, self.known = file, slugs
        self.folder = os.path.dirname(os.path.abspath(file))

    def wrong(self, node, text):
        raise Mistake(self.path, node.line, text)

    def object(self, node, fields, name):
        if not isinstance(node.value, dict):
            self.wrong(node, f'{name} is an object {{...}}')
        for key, value in node.value.items():
            if key not in fields:
                near = difflib.get_close_matches(key, fields, 1)
                self.wrong(value, f'{name} has no member "{key}"' +
                           (f'; did you mean "{near[0]}"?' if near else
                            f' (it has: {", ".join(fields)})'))
        result = {}
        for key, field in fields.items():
            if key in node.value:
                result[key] = self.value(node.value[key], field.kind, f'"{key}"')
            elif field.default is REQUIRED:
                self.wrong(node, f'{name} needs a member "{key}"')
            elif isinstance(field.kind, dict):
                result[key] = self.object(lines.Node({}, node.line), field.kind, key)
            else:
                result[key] = field.default
        return result

    def value(self, node, kind, name):
        if isinstance(kind, dict):
            return self.object(node, kind, name)
        if isinstance(kind, list):
            if not isinstance(node.value, list):
                self.wrong(node, f'{name} is an array [...]')
            return [self.object(n, kind[0], f'each of {name}') for n in node.value]
        if isinstance(kind, tuple):
            if node.value not in kind:
                self.wrong(node, f'{name} is one of {", ".join(kind)}')
            return node.value
        return getattr(self, kind)(node, name)

    def string(self, node, name):
        if not isinstance(node.value, str) or '\0' in node.value:
            self.wrong(node, f'{name} is a string')
        return node.value

    def strings(self, node, name):
        if not isinstance(node.value, list):
            self.wrong(node, f'{name} is an array of strings')
        return [self.string(n, f'each of {name}') for n in node.value]

    def text(self, node, name):
        if node.value is None or isinstance(node.value, str):
            return node.value
        return '\n'.join(self.strings(node, name)) + '\n'

    def file(self, node, name):
        path = os.path.join(self.folder, self.string(node, name))
        if not os.path.isfile(path) or not os.access(path, os.R_OK):
            self.wrong(node, f'{name}: {path} is not a file that can be read')
        return path

    def files(self, node, name):
        if not isinstance(node.value, list):
            self.wrong(node, f'{name} is an array of files')
        return [self.file(n, name) for n in node.value]

    def number(self, node, name):
        value = node.value
        if isinstance(value, bool) or not isinstance(value, (int, float)) or \
                not 0 <= value < 1e9:
            self.wrong(node, f'{name} is a number, 0 or more')
        return value

    def positive(self, node, name):
        if not self.number(node, name):
            self.wrong(node, f'{name} is more than 0')
        return node.value

    def fraction(self, node, name):
        if self.number(node, name) > 1:
            self.wrong(node, f'{name} is between 0 and 1')
        return node.value

    def fraction_or_null(self, node, name):
        return None if node.value is None else self.fraction(node, name)

    def count(self, node, name):
        if not isinstance(self.positive(node, name), int):
            self.wrong(node, f'{name} is a whole number')
        return node.value

    def ranks(self, node, name):
        if self.count(node, name) > 1024:
            self.wrong(node, f'{name} is at most 1024')
        return node.value

    def size(self, node, name):
        match = SIZE.fullmatch(str(node.value))
        if isinstance(node.value, bool) or not match or not 0 < int(match[1]) < 1 << 50:
            self.wrong(node, f'{name} is a size: a number of bytes, or with K, M or G')
        return int(match[1]) * UNITS[match[2]]

    def bool(self, node, name):
        if not isinstance(node.value, bool):
            self.wrong(node, f'{name} is true or false')
        return node.value

    def slugs(self, node, name):
        many = node.value if isinstance(node.value, list) else [node]
        return [self.slug(n, name) for n in many]

    def slug(self, node, name):
        if node.value not in self.known:
            near = difflib.get_close_matches(str(node.value), self.known, 1)
            self.wrong(node, f'{name}: there is no finding {node.value!r}' +
                       (f'; did you mean "{near[0]}"?' if near else ''))
        return node.value

    def version(self, node, name):
        if node.value != 1 or isinstance(node.value, bool):
            self.wrong(node, f'{name} is 1; this fencepost knows no other')
        return 1


def _given(node, *path):
    """The members that stand in the file."""
    for word in path:
        node = node.value.get(word) if node else None
    return set(node.value) if node else set()


def _inherit(result, root):
    """Limits not given for building or for a test are the assignment's."""
    if result['build']['compiler'] == 'mpifort' and 'flags' not in _given(root, 'build'):
        result['build']['flags'] = ['-g', '-O0']
    groups = [(result['build'], _given(root, 'build', 'limits'))]
    for test, node in zip(result['tests'], root.value['tests'].value):
        groups.append((test, _given(node, 'limits')))
    for group, given in groups:
        for name in LIMITS:
            if name not in given:
                group['limits'][name] = result['limits'][name]


def _across(check, result, root):
    """What is wrong between members."""
    tests = root.value['tests']
    if not tests.value:
        check.wrong(tests, '"tests" needs at least one test')
    names = set()
    for test, node in zip(result['tests'], tests.value):
        if test['name'] in names:
            check.wrong(node, f'two tests are named "{test["name"]}"')
        names.add(test['name'])
        if test['expected'] is not None and test['expected_file']:
            check.wrong(node, 'either "expected" or "expected_file"')
        if test['trace'] == 'compiled' and not result['build']['checked']:
            check.wrong(node, '"trace": "compiled" needs "checked": true in "build"')
        if test['expected_file']:
            with open(test['expected_file'], errors='replace') as f:
                test['expected'] = f.read()
    rubric = root.value.get('rubric')
    nodes = rubric.value.get('deductions') if rubric else None
    for rule, node in zip(result['rubric']['deductions'], nodes.value if nodes else []):
        if (rule['finding'] is None) == (rule['grade'] is None):
            check.wrong(node, 'a deduction has either "finding" or "grade"')


def read(file, slugs):
    """The assignment in `file` with all defaults filled in. Raises Mistake, or OSError."""
    with open(file, encoding='utf-8', errors='replace') as f:
        root = lines.parse(f.read(), file)
    check = _Check(file, slugs)
    result = check.object(root, FORMAT, 'the assignment')
    _across(check, result, root)
    _inherit(result, root)
    return result
