"""A live window under Xvfb, used as a person would use it: keys and mouse in, pictures out."""
import os
import struct
import subprocess
import tempfile
import time
import zlib

PANELS = 400  # pixels at the left that the panels cover


def read_png(path):
    """Eight-bit RGB rows of a PNG."""
    data = open(path, 'rb').read()
    assert data[:8] == b'\x89PNG\r\n\x1a\n', path
    at, packed = 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b'IHDR':
            width, height = struct.unpack('>II', body[:8])
        if kind == b'IDAT':
            packed += body
        at += 12 + size
    raw, rows, last, stride = zlib.decompress(packed), [], bytearray(width * 3), width * 3
    for y in range(height):
        filter_type = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = (row[x - 3] if x >= 3 else 0), last[x], (last[x - 3] if x >= 3 else 0)
            if filter_type == 1:
                row[x] = (row[x] + a) & 255
            elif filter_type == 2:
                row[x] = (row[x] + b) & 255
            elif filter_type == 3:
                row[x] = (row[x] + (a + b) // 2) & 255
            elif filter_type == 4:
                p = a + b - c
                row[x] = (row[x] + (a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c)) & 255
        rows.append(row)
        last = row
    return width, height, rows


def colourful(picture):
    """Places (x, y) of strongly coloured pixels right of the panels: the colliders."""
    width, height, rows = picture
    found = []
    for y in range(0, height, 2):
        row = rows[y]
        for x in range(PANELS, width, 2):
            r, g, b = row[3 * x:3 * x + 3]
            if max(r, g, b) - min(r, g, b) > 90:
                found.append((x, y))
    return found


def top(places):
    """Pixels from the upper edge below which nearly all of them are."""
    heights = sorted(y for _, y in places)
    return heights[len(heights) // 20]


def middle(places):
    return sum(x for x, _ in places) // len(places), sum(y for _, y in places) // len(places)


def count(picture, wanted):
    """Pixels right of the panels whose (r, g, b) is wanted."""
    width, height, rows = picture
    return sum(1 for y in range(height) for x in range(PANELS, width) if wanted(*rows[y][3 * x:3 * x + 3]))


def changed(a, b, by=24):
    """Pixels right of the panels and above the strip that differ by more than `by`."""
    width, height, _ = a
    return sum(1 for y in range(0, height - 160, 2) for x in range(PANELS, width, 2) if max(abs(p - q) for p, q in zip(a[2][y][3 * x:3 * x + 3], b[2][y][3 * x:3 * x + 3])) > by)


class Window:
    """`sinew view` on a display of its own."""

    def __init__(self, tool, *arguments):
        self.shot = os.path.join(tempfile.mkdtemp(), 'shot.png')
        reader, writer = os.pipe()
        self.server = subprocess.Popen(['Xvfb', '-displayfd', str(writer), '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as number:
            self.environment = dict(os.environ, DISPLAY=':' + number.readline().strip())
        self.process = subprocess.Popen([tool, 'view', *arguments, '--screenshot', self.shot], env=self.environment)
        found = self.do('search', '--sync', '--onlyvisible', '--name', 'Sinew')
        self.id = found.split()[0].decode()
        self.do('windowfocus', '--sync', self.id)
        time.sleep(1.5)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.server.terminate()
        self.server.wait(timeout=20)

    def do(self, *words):
        return subprocess.run(['xdotool', *map(str, words)], check=True, stdout=subprocess.PIPE, timeout=60, env=self.environment).stdout

    def key(self, *names, wait=0.5):
        for name in names:
            self.do('key', '--window', self.id, name)
            time.sleep(wait)

    def hold(self, name, seconds):
        self.do('keydown', '--window', self.id, name)
        time.sleep(seconds)
        self.do('keyup', '--window', self.id, name)

    def click(self, x, y, wait=0.1):
        self.do('mousemove', x, y)
        time.sleep(0.2)
        self.do('mousedown', 1)
        time.sleep(0.1)
        self.do('mouseup', 1)
        time.sleep(wait)

    def press(self, x, y, to_x, to_y, steps=8):
        """Presses at a place and moves; `release` lets go."""
        self.do('mousemove', x, y)
        time.sleep(0.2)
        self.do('mousedown', 1)
        for i in range(1, steps + 1):
            time.sleep(0.08)
            self.do('mousemove', x + (to_x - x) * i // steps, y + (to_y - y) * i // steps)

    def unfocus(self):
        """Nobody has the keyboard; keys sent to the window itself still reach it."""
        subprocess.run(['xdotool', 'windowfocus', '0'], stderr=subprocess.DEVNULL, timeout=60, env=self.environment)  # none: it complains, and does it

    def release(self):
        self.do('mouseup', 1)

    def picture(self):
        if os.path.exists(self.shot):
            os.remove(self.shot)
        for _ in range(100):
            self.key('F12', wait=0.1)
            for _ in range(20):
                if os.path.exists(self.shot) and os.path.getsize(self.shot) > 0:
                    time.sleep(0.3)
                    return read_png(self.shot)
                time.sleep(0.05)
        raise SystemExit('no screenshot was written')
