"""A name server as a cluster has one: the addresses of a headless service's pods."""
import socket
import struct
import threading

A = 1  # an IPv4 address


class Names:
    """Answers for `pods`, {name: address}, at a UDP port of its own; a context manager. Names are
    without their domain: every question is answered by its first label."""

    def __init__(self):
        self.pods = {}

    def __enter__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.socket.close()

    def serve(self):
        while True:
            try:
                data, peer = self.socket.recvfrom(4096)
                self.socket.sendto(self.answer(data), peer)
            except OSError:
                return

    def answer(self, data):
        labels, offset = [], 12
        while data[offset]:
            labels.append(data[offset + 1:offset + 1 + data[offset]].decode())
            offset += 1 + data[offset]
        [kind] = struct.unpack("!H", data[offset + 1:offset + 3])
        question, records = data[12:offset + 5], []
        pods = dict(self.pods)
        if kind == A and labels[0] in pods:
            records.append(struct.pack("!HHHIH", 0xC00C, A, 1, 1, 4)
                           + socket.inet_aton(pods[labels[0]]))
        code = 0 if labels[0] in pods else 3  # no such name
        # The optional record of the question is left out: short answers fit.
        return (data[:2] + struct.pack("!HHHHH", 0x8180 | code, 1, len(records), 0, 0) + question
                + b"".join(records))
