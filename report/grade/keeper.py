"""Keeps the journals of a run outside of the box: each rank tells what it writes here, too, and what
was told cannot be taken back (report/journal/keeper.h). What the program does to the files in the
box then changes nothing."""
import os
import re
import secrets
import socket
import struct

NAME = re.compile(r'rank-[0-9a-f]{1,16}-\d{1,9}\.jsonl')
MOST_BYTES, MOST_PEERS = 256 << 20, 4096
LOOK = 1 << 16


class Peer:
    """One connection: the name of its journal comes first."""

    def __init__(self, end):
        self.end, self.head, self.file = end, b'', None


class Keeper:
    """folder: where the journals are kept; program: the only executable that may tell something.
    complaints: what was wrong with those who told."""

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.name = f'fencepost-keeper-{secrets.token_hex(16)}'
        self.complaints, self.peers, self.left = [], {}, MOST_BYTES
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind('\0' + self.name)
        self.listener.listen(128)
        self.listener.setblocking(False)

    def ends(self):
        return [self.listener, *self.peers]

    def read(self, ready):
        for end in ready:
            if end is self.listener:
                self._accept()
            elif end in self.peers:
                self._take(self.peers[end])

    def drain(self):
        """What has come and was not read yet."""
        self._accept()
        for end in list(self.peers):
            while end in self.peers and self._take(self.peers[end]):
                pass

    def _accept(self):
        while True:
            try:
                end = self.listener.accept()[0]
            except OSError:
                return
            end.setblocking(False)
            wrong = self._stranger(end)
            if wrong or len(self.peers) >= MOST_PEERS:
                self._complain(wrong or 'too many journals')
                end.close()
            else:
                self.peers[end] = Peer(end)
                end.send(b'k')

    def _stranger(self, end):
        """What tells it from a process of the program, or None."""
        pid = struct.unpack('3i', end.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
        try:
            theirs, ours = os.stat(f'/proc/{pid}/exe'), os.stat(self.program)
        except OSError:
            return 'a process told something and was gone'
        if (theirs.st_dev, theirs.st_ino) != (ours.st_dev, ours.st_ino):
            return 'another program than the submission told something'
        return None

    def _take(self, peer):
        """Reads once; whether there may be more."""
        try:
            data = peer.end.recv(LOOK)
        except BlockingIOError:
            return False
        except OSError:
            data = b''
        self.left -= len(data)
        if not data or self.left < 0:
            self._complain('more was told than is kept' if data else None)
            self._close(peer)
            return False
        if not peer.file:
            peer.head += data
            name, found, data = peer.head.partition(b'\n')
            if not found or not self._begin(peer, name.decode(errors='replace')):
                return peer.end in self.peers
        peer.file.write(data)
        return True

    def _begin(self, peer, name):
        path = os.path.join(self.folder, name)
        if not NAME.fullmatch(name) or os.path.exists(path):
            self._complain(f'{name} came twice' if NAME.fullmatch(name) else 'no journal was told')
            self._close(peer)
            return False
        peer.file = open(path, 'wb')
        return True

    def _close(self, peer):
        del self.peers[peer.end]
        peer.end.close()
        if peer.file:
            peer.file.close()

    def close(self):
        for peer in list(self.peers.values()):
            self._close(peer)
        self.listener.close()

    def _complain(self, text):
        if text and len(self.complaints) < 20 and text not in self.complaints:
            self.complaints.append(text)
