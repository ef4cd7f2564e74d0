#!/usr/bin/python3
"""Commands in README.md and docs/ are run as they stand there, each page's in its order, and what a page
shows of their output must come. A command is a line of a block of code, or stands in code within the text
and has no words in capitals that are still to be chosen. What a block shows follows its command there;
a block of its own is marked as <!-- printed -->. Targets of make that are tests, or that install packages,
are left to those who run them: readme.t looks only at their names."""
import os
import pathlib
import re
import shlex
import shutil

from live import BUILD, ROOT, YIELDING, done, folder, make, ok, run

PAGES = [ROOT / 'README.md', ROOT / 'CONTRIBUTING.md', *sorted((ROOT / 'docs').glob('*.md'))]
EXAMPLES = ROOT / 'testsuite/examples'
COMMAND = re.compile(r'(?:\$ )?((?:\w+=(?:"[^"]*"|\S+) )*(?:(?:build/)?fencepost|make|cmake|\./configure|podman|module|'
                     r'man|apt-get|pkg-config|testsuite/\S+\.py|mpi(?:cc|exec)\S*)(?: .*)?)')
CHOSEN = {'SLUG': 'target-out-of-window', 'FORM': 'html', 'COMMAND': 'run'}
ELSEWHERE = {  # what this machine is not to do, or another test does with more care
    'apt-get': 'check-fresh', 'podman': 'needs images of other machines', 'module': 'install.t', 'man': 'install.t'}
FRAGMENTS = {'fencepost replay --print', 'build/fencepost cc mpicc.mpich'}
QUICK = {'', 'install', 'uninstall'}  # targets of make
MPI = 'mpich' if shutil.which('mpicc.mpich') else 'openmpi'


class Statement:
    """text: the command; shows: what must be printed, in parts between which there may be more, but for those
    of the program and of Fencepost; whole: there is no more; edits: (old, new) that the page tells to make in the
    source before."""

    def __init__(self, text, edits, whole=False):
        self.text, self.shows, self.edits, self.whole = re.sub(r'\s+#.*', '', text), [''], edits, whole

    def show(self, line):
        """What the program prints stands before the summary, in another stream. A short run ends before
        its findings are told one by one."""
        if line.strip() == '...':
            self.shows.append('')
            self.whole = False
        elif line.strip() == '---- Fencepost ----':
            self.shows.append(line.strip() + ' ')
        elif not line.strip().startswith('fencepost: error: '):
            self.shows[-1] += line.strip() + ' '

    def status(self):
        shown = ' '.join(self.shows)
        return 66 if re.search(r'\berror: |, [1-9]\d* findings?|\bhang   ', shown) else 0


def inline(text):
    """Returns the commands within a paragraph that are whole."""
    for code in re.findall(r'`([^`]+)`', ' '.join(text.split())):
        words = code.split()
        if len(words) > 2 and code not in FRAGMENTS and COMMAND.fullmatch(code) and not re.search(r'[][|]|\.\.\.', code):
            yield code


def parts(text):
    """Yields (is code, text) for each paragraph and each block of code, which may have empty lines."""
    together = []
    for part in re.split(r'\n{2,}', text):
        code = part.startswith('    ')
        if together and (not code or not together[0].startswith('    ')):
            yield together[0].startswith('    '), '\n'.join(together)
            together = []
        together.append(part)
    yield together[0].startswith('    '), '\n'.join(together)


def statements(page):
    """Returns all of a page, in order."""
    text = re.sub(r'^```.*?^```', '', page.read_text(), flags=re.S | re.M)
    found, edits, printed = [], [], False
    for code, part in parts(text):
        if not code:
            edits += [(old, new) for new, old in re.findall(r'has to say `([^`]*)`\s+instead\s+of\s+`([^`]*)`', part)]
            found += [Statement(c, []) for c in inline(part) if not part.startswith('|')]
            printed = part.endswith('<!-- printed -->')
            continue
        open_here = printed
        for line in part.splitlines():
            match = COMMAND.fullmatch(line[4:])
            if match:
                found.append(Statement(match[1], edits, line.startswith('    $ ')))
                edits, open_here = [], True
            elif open_here:
                found[-1].show(line)
    return found


def stage(page):
    """Returns a folder with the programs that pages name, where `build/fencepost` is what is tested."""
    where = folder(f'doc-commands/{page.stem}')
    (where / 'build').mkdir()
    (where / 'build/fencepost').symlink_to(BUILD / 'fencepost')
    shutil.copytree(EXAMPLES, where / 'testsuite/examples')
    for path in EXAMPLES.rglob('*.c'):
        if 'grading' not in path.parts:
            shutil.copy(path, where)
    for name in ('halo', 'gather', 'wait', 'double-buffer'):
        run(f'mpicc.{MPI}', '-g', f'{name}.c', *YIELDING[MPI], '-o', name, cwd=where)
    for name in ('solver', 'program', 'a.out'):
        shutil.copy(where / 'double-buffer', where / name)
    project(where / 'project')
    (where / 'submissions').mkdir()
    shutil.copy(where / 'store.c', where / 'submissions')
    return where


def project(where):
    """A program with the three usual ways to build it."""
    (where / 'build').mkdir(parents=True)
    shutil.copy(EXAMPLES / 'mistakes/store.c', where)
    (where / 'Makefile').write_text('store: store.c\n\t$(CC) -o $@ store.c\n')
    (where / 'CMakeLists.txt').write_text('cmake_minimum_required(VERSION 3.18)\nproject(store C)\n'
                                          'add_executable(store store.c)\n')
    (where / 'configure').write_text('#!/bin/sh\nfor word; do export "$word"; done\n$CC -o store store.c && $FC --version\n')
    (where / 'configure').chmod(0o755)


def installed():
    """Returns a prefix with the command, and commands of one MPI without suffix, for PATH."""
    where = folder('doc-commands/installed')
    (where / 'bin').mkdir()
    for name in ('mpicc', 'mpifort', 'mpiexec'):
        path = where / 'bin' / name
        path.write_text(f'#!/bin/sh\nexec {name}.{MPI} "$@"\n')  # a link would look beside itself for others
        path.chmod(0o755)
    make('install', f'PREFIX={where}')
    return where


def perform(statement, where, prefix):
    """Returns what it prints and its exit status; None if it is left to others."""
    text = statement.text.replace('/usr/local', str(prefix)).replace('$HOME', str(where)) \
        .replace('/opt/fencepost', str(where / 'opt')).replace('/opt/mpi/bin/mpicc', shutil.which(f'mpicc.{MPI}'))
    text = re.sub(r'\b(?:%s)\b' % '|'.join(CHOSEN), lambda m: CHOSEN[m[0]], text)
    words = shlex.split(text)
    first = next(w for w in words if '=' not in w)
    if first in ELSEWHERE or re.search(r'\b[A-Z]{3,}\b', re.sub(r'\b[A-Z]+=', '', text).replace('LD_PRELOAD', '')):
        return None
    if first == 'make' and not any(w.startswith('CC=') for w in words):
        targets = {w for w in words[1:] if '=' not in w} or {''}
        return make(*words[1:]) if targets <= QUICK else None
    for folder_of, of in (('project/build', 'cmake'), ('project', 'make'), ('project', './configure')):
        if first == of:
            where = where / folder_of
    env = {'PATH': f'{prefix}/bin:{os.environ["PATH"]}', 'PKG_CONFIG_PATH': f'{prefix}/share/pkgconfig'}
    if first.startswith('testsuite/'):
        text, where = f'{ROOT}/{text} --build {BUILD}/testsuite --fencepost {BUILD}/fencepost', ROOT
    return run('bash', '-c', text + (' && make' if first == 'cmake' else ''), cwd=where, env=env)


def edit(where, edits):
    for source in where.rglob('halo.c'):
        for old, new in edits:
            source.write_text(source.read_text().replace(old, new, 1))


def plain(text):
    """Without what depends on the version of the library, and with single spaces."""
    text = re.sub(r'^fencepost: error: .*\n', '', text, flags=re.M)
    return ' '.join(re.sub(r'(MPICH|Open MPI) [\d.]+', r'\1', text).split())


def check(page, statement, where, prefix):
    edit(where, statement.edits)
    ended = perform(statement, where, prefix)
    if ended is None:
        return 0
    printed = plain(ended.stdout), plain(ended.stderr)
    missing = [part for part in map(plain, statement.shows) if not any(part in p for p in printed)]
    if statement.whole and plain(' '.join(statement.shows)) != plain(' '.join(printed)):
        missing.append('nothing more')
    missing += [name for name in re.findall(r'--timeline=(\S+)', statement.text) if not (where / name).exists()]
    ok(ended.returncode == statement.status() and not missing, f'{page.name}: {statement.text}',
       ended.returncode, *missing, *printed)
    return 1


def main():
    prefix, ran = installed(), 0
    for page in PAGES:
        found = statements(page)
        where = stage(page) if found else None
        ran += sum(check(page, statement, where, prefix) for statement in found)
    ok(ran > 25, 'most of them are run', ran)
    done()


main()
