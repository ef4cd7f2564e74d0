"""Submissions: which there are, and a copy of each that holds nothing but plain files."""
import hashlib
import os
import re
import stat

MOST_FILES = 200
MOST_BYTES = 16 << 20
MOST_DEEP = 100  # folders in folders
IMAGES = ('.gch', '.pch')  # the state of a compiler, which it loads in place of a header
SUFFIXES = {'mpicc': ('.c',), 'mpicxx': ('.cc', '.cpp', '.cxx', '.C', '.c++'),
            'mpifort': ('.f90', '.F90', '.f', '.F', '.f95', '.F95', '.f03', '.f08')}
ARCHIVES = ((b'PK', 'a zip archive'), (b'\x1f\x8b', 'a gzip file'), (b'BZh', 'a bzip2 file'),
            (b'\xfd7zXZ', 'an xz file'), (b'7z\xbc\xaf', 'a 7z archive'),
            (b'Rar!', 'a rar archive'), (b'\x7fELF', 'a compiled program'))


class Submission:
    """name: as its file or folder is called; key: the same as a folder's name and in a link;
    files: {relative path: bytes}; notes: what was left out."""

    def __init__(self, name, path):
        self.name, self.path, self.key = name, path, key_of(name)
        self.files, self.notes = {}, []
        self._bytes = 0

    def _note(self, text):
        if len(self.notes) < 20:
            self.notes.append(text)

    def read(self):
        """Reads its files: no link is followed, nothing that is not a plain file opened."""
        kind = os.lstat(self.path).st_mode
        if stat.S_ISDIR(kind):
            self._folder(self.path, '')
        else:
            self._file(self.path, os.path.basename(self.path))
        return self

    def _folder(self, path, inside):
        try:
            entries = sorted(os.scandir(path), key=lambda e: os.fsencode(e.name))
        except OSError as e:
            return self._note(f'{inside or "the folder"}: {e.strerror}')
        for entry in entries:
            if entry.name.startswith('.') or entry.name == '__MACOSX':
                continue  # what file managers and version control leave behind
            name = inside + entry.name
            if entry.is_symlink():
                self._note(f'{name} is a symbolic link and was left out')
            elif entry.name.endswith(IMAGES):
                self._note(f'{name} is a precompiled header and was left out')
            elif entry.is_dir(follow_symlinks=False):
                if name.count('/') < MOST_DEEP:
                    self._folder(entry.path, name + '/')
                else:
                    self._note(f'{name} lies too deep and was left out')
            else:
                self._file(entry.path, name)
        return None

    def _file(self, path, name):
        if len(self.files) >= MOST_FILES:
            return self._note(f'more than {MOST_FILES} files: {name} was left out')
        try:
            fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError as e:
            return self._note(f'{name}: {e.strerror}, left out')
        with open(fd, 'rb') as f:
            if not stat.S_ISREG(os.fstat(fd).st_mode):
                return self._note(f'{name} is not a plain file and was left out')
            data = f.read(MOST_BYTES - self._bytes + 1)
        if len(data) + self._bytes > MOST_BYTES:
            return self._note(f'{name} was left out: more than {MOST_BYTES >> 20} MB in all')
        self._bytes += len(data)
        self.files[os.fsencode(name).decode(errors='replace')] = data
        return None

    @staticmethod
    def suffixes(compiler):
        return SUFFIXES[compiler]

    def sources(self, compiler):
        return [n for n in self.files if n.endswith(SUFFIXES[compiler])]

    def why_none(self, compiler):
        """Why there is nothing to compile."""
        suffixes = ', '.join(SUFFIXES[compiler])
        for name, data in self.files.items():
            for magic, what in ARCHIVES:
                if data.startswith(magic) or magic == b'\x1f\x8b' and data[257:262] == b'ustar':
                    return (f'{name} is {what}. Hand in the source files themselves, or a '
                            f'folder with them ({suffixes}).')
        return f'There is no source file ({suffixes}).'

    def digest(self):
        h = hashlib.sha256()
        for name, data in sorted(self.files.items()):
            raw = name.encode(errors='replace')
            h.update(b'%d %d ' % (len(raw), len(data)) + raw + data)
        return h.hexdigest()


def key_of(name):
    """A name that is safe as a folder's name and in a link, different for different names."""
    safe = re.sub(r'[^A-Za-z0-9._-]', '_', name)[:80].lstrip('.-')
    if safe == name and safe:
        return safe
    return f'{safe or "x"}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}'


def find(folder):
    """All submissions in `folder`, in the order of their names. Hidden files are none."""
    names = sorted((n for n in os.listdir(folder) if not n.startswith('.')), key=os.fsencode)
    stems = [os.path.splitext(n)[0] for n in names]
    result = []
    for name, stem in zip(names, stems):
        plain = not os.path.isdir(os.path.join(folder, name)) and stems.count(stem) == 1
        result.append(Submission(stem if plain and stem else name, os.path.join(folder, name)))
    return result


def printable(name):
    return ''.join(c if c.isprintable() else '\N{REPLACEMENT CHARACTER}'
                   for c in os.fsencode(name).decode(errors='replace'))
