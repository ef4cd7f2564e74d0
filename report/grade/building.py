"""Compiling one submission, in the box, if its sources use nothing that the assignment refuses."""
import fnmatch
import os
import re
import shlex

import fortran

SHOWN = 20000  # characters of output that are kept where nothing is compared with it
WORD = re.compile(r'[A-Za-z_]\w*')
LIMIT_TEXT = {'seconds': 'It ran longer than {} seconds and was ended.',
              'memory': 'It used more than {} bytes of memory and was ended.',
              'output': 'It wrote more than {} bytes and was ended.'}
SPLICE = re.compile(r'\\[ \t\v\f]*\r?\n')
SPACE = r'(?:[ \t\v\f]|/\*.*?\*/)*'
LINE_DIRECTIVE = re.compile(rf'^{SPACE}(?:#|%:){SPACE}(?:line\b|\d)[^\n]*', re.M | re.S)
MADE_BY_COMPILERS = '__tsan_'  # what every object built for checking refers to


class Build:
    """The sources in a folder of ours, and the program if it was built."""

    def __init__(self, worker, submission, home):
        self.worker, self.submission, self.home = worker, submission, home
        self.rules = worker.assignment['build']
        self.program = os.path.join(home, 'program')
        given = {os.path.basename(path): path for path in self.rules['files']}
        self.own = {n: data for n, data in submission.files.items()
                    if os.path.basename(n) not in given}
        self.given = [[path, f'@box@/src/{name}'] for name, path in given.items()]
        self.inputs = self._inputs('file', self.own)

    def _inputs(self, kind, files):
        """Copies of `files` and what is given, as the box takes them."""
        inputs = []
        for n, (name, data) in enumerate(files.items()):
            path = os.path.join(self.home, f'{kind}-{n}')
            with open(path, 'wb') as f:
                f.write(data)
            inputs.append([path, f'@box@/src/{name}'])
        return inputs + self.given

    def shown(self):
        """The sources, for the feedback."""
        names = self.submission.sources(self.rules['compiler'])
        return {n: self.submission.files[n].decode(errors='replace')[:200000] for n in names}

    def _sources(self):
        """Those to be compiled: the student's, then what is given and has the same language."""
        mine = [n for n in self.submission.sources(self.rules['compiler']) if n in self.own]
        kinds = self.submission.suffixes(self.rules['compiler'])
        return mine, [inside.rpartition('/')[2] for outside, inside in self.given
                      if outside.endswith(kinds)]

    def make(self):
        if not self.submission.sources(self.rules['compiler']):
            return failed(self.submission.why_none(self.rules['compiler']))
        mine, given = self._sources()
        words, wrong = self._refused(mine)
        if words:
            return refusal(words)
        built = self._compile(mine, given)
        return wrong if wrong and built['ok'] else built

    def _run(self, command, inputs, collect):
        return self.worker.run(command, self.rules['limits'], folder='@box@/src',
                               fresh=['@box@/src', '@box@/out'], inputs=inputs, collect=collect)

    def _compiler(self):
        return [*self.worker.wrapper(), *self.rules['flags'], '-I.']

    def _is_refused(self, word):
        return any(fnmatch.fnmatchcase(word, rule) for rule in self.rules['refuse'])

    def _refused(self, sources):
        """The words in the student's own files that must not be there; and a failure if that
        could not be found out, which then counts as one of the build."""
        if not self.rules['refuse']:
            return [], None
        if self.rules['compiler'] == 'mpifort':
            found = {w for name, data in self.own.items()
                     for text in fortran.literals(name, data.decode(errors='replace'))
                     for w in WORD.findall(text)}
        else:
            found, wrong = self._preprocessed(sources)
            if wrong:
                return [], wrong
        return sorted(filter(self._is_refused, found)), None

    def _preprocessed(self, sources):
        """The words behind the preprocessor. Directives by which a file could pass for another
        are left out."""
        found, path = set(), os.path.join(self.home, 'text')
        own = {f'./{n}' for n in self.own} | set(self.own)
        inputs = self._inputs('plain', {n: without_line_directives(d) for n, d in self.own.items()})
        for source in sources:
            ran = self._run([*self._compiler(), '-E', f'./{source}', '-o', '@box@/out/text'],
                            inputs, [['@box@/out/text', path]])
            if ran['code'] or ran['exceeded'] or not os.path.exists(path):
                return found, self._stopped(ran) or failed('The preprocessor failed.',
                                                           ran['stderr'])
            with open(path, errors='replace') as f:
                found |= own_words(f, own)
            os.unlink(path)
        return found, None

    def _stopped(self, ran):
        if not ran['exceeded']:
            return None
        limit = LIMIT_TEXT[ran['exceeded']].format(self.rules['limits'][ran['exceeded']])
        return failed(f'The compiler was stopped. {limit}', (ran['stdout'] + ran['stderr'])[:SHOWN])

    def _script(self, mine, given):
        """Objects one by one, so that nothing hides what the student's refer to, and the program."""
        compiler = shlex.join(self._compiler())
        sources = [*given, *mine]
        if self.rules['compiler'] == 'mpifort':
            sources = fortran.in_order({n: self._text(n) for n in sources})
        objects = {name: f'../out/{n}.o' for n, name in enumerate(sources)}
        rows = [f'{compiler} -c {shlex.quote("./" + name)} -o {path}'
                for name, path in objects.items()]
        rows.append(f'nm -u -P {" ".join(objects[n] for n in mine)} >../out/symbols')
        rows.append(f'{compiler} {" ".join(objects.values())} -o ../out/program '
                    f'{shlex.join(self.rules["libraries"])}')
        return ' && '.join(rows)

    def _text(self, name):
        if name in self.own:
            return self.own[name].decode(errors='replace')
        path = next(outside for outside, inside in self.given if inside == f'@box@/src/{name}')
        with open(path, errors='replace') as f:
            return f.read()

    def _compile(self, mine, given):
        symbols = os.path.join(self.home, 'symbols')
        ran = self._run(['sh', '-c', self._script(mine, given)], self.inputs,
                        [['@box@/out/program', self.program], ['@box@/out/symbols', symbols]])
        text = (ran['stdout'] + ran['stderr'])[:SHOWN]
        if ran['exceeded']:
            return self._stopped(ran)
        if ran['code'] or ran['signal']:
            return failed('It does not compile.', text)
        if not os.path.exists(self.program) or not os.path.exists(symbols):
            return failed('The compiler made no program.', text)
        words = self._refused_symbols(symbols)
        if words:
            return refusal(words)
        os.chmod(self.program, 0o755)
        return {'ok': True, 'why': '', 'output': text}

    def _refused_symbols(self, path):
        """What the objects refer to under names that no scan of the sources shows."""
        with open(path, errors='replace') as f:
            names = {row.split(' ')[0] for row in f}
        return sorted(n for n in names
                      if not n.startswith(MADE_BY_COMPILERS) and self._is_refused(n))


def without_line_directives(data):
    text = SPLICE.sub('', data.decode('latin-1'))
    return LINE_DIRECTIVE.sub('', text).encode('latin-1')


def own_words(rows, own):
    """The words in preprocessed text that come from the files `own`, strings included."""
    mine, words = True, set()
    for row in rows:
        if row.startswith('# ') and row.count('"') >= 2:
            mine = row.split('"')[1] in own
        elif mine:
            words.update(WORD.findall(row))
    return words


def refusal(words):
    return failed(f'The sources use {", ".join(words)}. This assignment refuses what reaches around '
                  'the checker; the program was not run.')


def failed(why, output=''):
    return {'ok': False, 'why': why, 'output': output}
