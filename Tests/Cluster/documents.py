"""Documents as clients send them: walls of 1,000 photos, 49 kB each, no two alike."""
import hashlib
import random


class Document:
    """A document's bytes, made when they are asked for, and its id."""

    def __init__(self, head, number, tail):
        self.head, self.number, self.tail = head, number, tail
        self.id = hashlib.sha256(self.body).hexdigest()

    @property
    def body(self):
        return self.head + b"%012d" % self.number + self.tail

    @property
    def path(self):
        return f"/v1/layouts/{self.id}"


def endless(first, photos=3):
    """Small ones without end, for what is tried until it goes well."""
    while True:
        yield from walls(100, photos, first)
        first += 100


def walls(count, photos=1000, first=0, seed=1):
    """`count` documents that differ in the id of their first photo: the rest is held once."""
    source = random.Random(seed)
    items = [
        f'{{"id":"{source.randrange(10**12):012d}","width":{source.randrange(1000, 5000)},'
        f'"height":{source.randrange(1000, 5000)}}}' for _ in range(photos)]
    head = (b'{"container":{"width":390,"height":844},"layout":{"type":"waterfall","columns":3,'
            b'"spacing":6},"items":[{"id":"')
    tail = ('","width":3000,"height":2000},' + ",".join(items[1:]) + "]}").encode()
    return [Document(head, first + number, tail) for number in range(count)]
