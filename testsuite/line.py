"""The data of a time line's page."""
import collections
import json
import re

KINDS = ('fence', 'access', 'exposure', 'lock', 'lock_all')
PUT, GET, UPDATE, MESSAGE, COLLECTIVE = range(5)

Moment = collections.namedtuple('Moment', 'track begin end text place window thread finding')
Bar = collections.namedtuple('Bar', 'track begin end kind row text opened closed window')
Arrow = collections.namedtuple('Arrow', 'origin begin target end kind')


class Line:
    """The data of a page."""
    def __init__(self, page):
        data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(), re.S)[1])
        self.columns, self.tracks, self.windows = data['columns'], data['tracks'], data['windows']
        text, place = data['texts'].__getitem__, data['places'].__getitem__
        self.moments = [Moment(*m[:3], text(m[3]), place(m[4]) if m[4] >= 0 else {}, *m[5:7],
                               text(m[7]) if m[7] >= 0 else None) for m in data['moments']]
        bars = [Bar(*b[:5], text(b[5]), *b[6:]) for b in data['bars']]
        self.epochs = [b for b in bars if b.kind < 10]
        self.copies = [b for b in bars if b.kind >= 10]
        self.arrows = [Arrow(*a) for a in data['arrows']]

    def operations(self):
        return [a for a in self.arrows if a.kind <= UPDATE]

    def calls(self, track, name):
        return [m for m in self.moments if m.track == track and m.text.startswith(name)]
