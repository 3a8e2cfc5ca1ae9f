#!/usr/bin/env python3
"""Paints the playground's photos: a dozen scenes of noise, light and distance, as WebP of some kB each.

Nobody's pictures: each is computed from a fixed seed, four pixels for one that is kept. Beside them
photos.js is written: each photo's name, mean colour and placeholder, a picture of eight by eight
pixels that a browser stretches to a blur.

    photos.py generate    writes Web/playground/photos{/*.webp,.js}

Needs numpy and Pillow from PyPI.
"""
import base64
import io
import pathlib
import sys

import numpy as np
from PIL import Image, ImageFilter

OUTPUT = pathlib.Path(__file__).resolve().parents[2] / "Web/playground"
SIDE = 480
N = 2 * SIDE
Y, X = np.mgrid[0:N, 0:N] / N
LICENSE = "// Made by Tests/Generators/photos.py from its seeds: names, mean colours, and what is seen until a photo is there.\n"


def noise(seed, power=2.0, stretch=1.0):
    """Noise from 0 to 1 whose waves weaken with their frequency; `stretch` below 1 draws it out sideways, above 1 downwards."""
    pick = np.random.default_rng(seed)
    wave = np.fft.fft2(pick.standard_normal((N, N)))
    fy, fx = np.meshgrid(np.fft.fftfreq(N), np.fft.fftfreq(N), indexing="ij")
    length = np.hypot(fx / stretch, fy)
    length[0, 0] = 1
    field = np.real(np.fft.ifft2(wave / length**power))
    low, high = np.percentile(field, [0.5, 99.5])
    return np.clip((field - low) / (high - low), 0, 1)


def ridge(seed, height, power=1.6, rough=1.0):
    """A skyline: for each column how far below the top it stands."""
    pick = np.random.default_rng(seed)
    wave = np.fft.rfft(pick.standard_normal(2 * N))
    frequency = np.arange(len(wave)).clip(1)
    wave[0] = 0
    line = np.fft.irfft(wave / frequency**power)[:N]
    return height + rough * 0.12 * (line - line.mean()) / line.std()


def rgb(text):
    return np.array([int(text[at:at + 2], 16) for at in (0, 2, 4)]) / 255


def gradient(field, *stops):
    """Colours along a field from 0 to 1: (place, "rrggbb") …"""
    places = [place for place, _ in stops]
    colors = np.array([rgb(text) for _, text in stops])
    return np.stack([np.interp(field, places, colors[:, channel]) for channel in range(3)], axis=-1)


def mix(below, above, part):
    part = np.clip(part, 0, 1)[..., None] if np.ndim(part) == 2 else part
    return below * (1 - part) + above * part


def soft(edge, width=0.0025):
    """0 to 1 over an edge: where a field is above nought."""
    return np.clip(edge / width + 0.5, 0, 1)


def blurred(image, radius):
    picture = Image.fromarray((255 * np.clip(image, 0, 1)).astype(np.uint8))
    return np.asarray(picture.filter(ImageFilter.GaussianBlur(radius)), dtype=float) / 255


def glow(x, y, radius, squash=1.0):
    return np.exp(-((X - x) ** 2 + ((Y - y) / squash) ** 2) / radius**2)


def water(seed, top):
    """Waves that grow towards the eye, from 0 to 1."""
    depth = np.clip((Y - top) / (1 - top), 0.002, 1)
    waves = noise(seed, 1.15, 0.07)
    rows = np.clip((N * (depth**0.55)).astype(int), 0, N - 1)
    return waves[rows, (N * X).astype(int)]


def sunset():
    sky = gradient(Y, (0, "2b4a7d"), (0.3, "c77b8a"), (0.5, "ffb469"), (0.58, "ffe1a0"), (1, "ffe1a0"))
    clouds = noise(3, 1.9, 0.28) * np.clip(1.2 - 1.6 * abs(Y - 0.3), 0, 1)
    sky = mix(sky, gradient(Y, (0, "7a6b91"), (0.4, "ff9a76"), (1, "ffcf8f")), 1.7 * np.clip(clouds - 0.45, 0, 1))
    sky = mix(sky, rgb("fff3c8"), 0.75 * glow(0.62, 0.55, 0.22)) + 0.5 * glow(0.62, 0.545, 0.05)[..., None]
    sea = gradient(Y, (0.6, "d58d67"), (0.75, "6d5f7c"), (1, "1d2c4f"))
    waves = water(5, 0.6)
    path = np.exp(-((X - 0.62) / (0.05 + 0.35 * np.clip(Y - 0.6, 0, 1))) ** 2)
    sea = mix(sea, rgb("ffdf9a"), path * soft(waves - 0.55 + 0.12 * path, 0.2)) * (0.85 + 0.3 * waves[..., None])
    return mix(sky, sea, soft(Y - 0.6))


def dunes():
    image = gradient(Y, (0, "5d93c9"), (0.35, "cfe0e2"), (0.5, "f6e3c3"), (1, "f6e3c3"))
    ripples = noise(12, 1.2, 0.12)
    tones = [("e9c592", "c99b66"), ("dfa766", "a06a3c"), ("cf8a48", "733f22"), ("e0a05a", "5c2f1a")]
    for number, (lit, shade) in enumerate(tones):
        depth = number / 3
        crest = ridge(20 + number, 0.42 + 0.16 * number, 2.1, 0.45 + 0.3 * depth)
        under = Y - crest[None, :]
        # Each dune has a bright side to the sun and a dark one, parted by a curve that runs down from its top.
        curve = X - 0.35 - 0.18 * number % 0.5 + 0.9 * under + 0.08 * np.sin(9 * X + number)
        side = soft(np.sin(5.3 * curve + 1.7 * number), 0.22)
        ground = mix(gradient(under, (0, lit), (0.5, shade)), rgb(shade) * 0.75, 0.75 * side)
        ground = ground * (0.9 + 0.2 * (depth + 0.3) * (ripples[..., None] - 0.1))
        image = mix(image, ground, soft(under))
    return image * (0.95 + 0.08 * noise(13, 0.5)[..., None])


def mist():
    image = gradient(Y, (0, "7fa4c4"), (0.35, "f2d9c8"), (0.6, "f7e7d6"), (1, "f7e7d6"))
    image = mix(image, rgb("fff6e0"), 0.8 * glow(0.3, 0.3, 0.2))
    for number in range(6):
        part = number / 5
        crest = ridge(40 + number, 0.36 + 0.12 * number, 1.45 + 0.15 * (number < 3), 0.75 - 0.2 * part)
        under = Y - crest[None, :]
        color = gradient(np.full((N, N), part), (0, "b9c3cf"), (0.5, "5f7f93"), (1, "12303a"))
        color = mix(color, rgb("f3e4d6"), np.clip(under * (3.2 - 1.6 * part), 0, 0.85 - 0.55 * part))
        image = mix(image, color * (0.94 + 0.1 * noise(50 + number, 1.3)[..., None]), soft(under, 0.004))
    return image


def lake():
    sky = gradient(Y, (0, "2f6fb3"), (0.5, "bcd9ee"), (1, "bcd9ee"))
    sky = mix(sky, rgb("ffffff"), 1.5 * np.clip(noise(61, 1.8, 0.4) - 0.55, 0, 1) * (1 - Y))
    top = ridge(62, 0.27, 1.5, 0.9)
    under = Y - top[None, :]
    rock = noise(63, 1.75, 1.4)
    light = np.clip(0.55 + 16 * (np.roll(rock, 9, 1) - rock), 0, 1)
    snow = soft(0.16 - under + 0.35 * (rock - 0.5), 0.05)
    mountain = mix(gradient(light, (0, "38424f"), (1, "8f8a86")), gradient(light, (0, "9db6d6"), (1, "fdfcff")), snow)
    sky = mix(sky, mountain, soft(under))
    woods = ridge(64, 0.545, 0.9, 0.13)
    sky = mix(sky, gradient(noise(65, 0.8), (0, "0d2a22"), (1, "3f6b3f")), soft(Y - woods[None, :]))
    shore = int(0.6 * N)
    mirrored = np.concatenate([sky[:shore], sky[2 * shore - N:shore][::-1]])
    shift = (14 * (water(66, 0.6) - 0.5) * np.clip((Y - 0.6) * 4, 0, 1)).astype(int)
    rows = np.clip((Y * N).astype(int) + 3 * shift, 0, N - 1)
    mirrored = mirrored[rows, np.clip((X * N).astype(int) + shift, 0, N - 1)]
    mirrored = mix(blurred(mirrored, 2), gradient(Y, (0.6, "a8c6cf"), (1, "123a4a")), 0.25 + 0.35 * np.clip(Y - 0.6, 0, 1))
    return mix(sky, mirrored, soft(Y - 0.6))


def stars():
    image = gradient(Y, (0, "070b22"), (0.55, "1a2c5b"), (0.8, "5a5488"), (1, "d08a72"))
    across = (X - 0.55) * 0.86 + (Y - 0.4) * 0.5
    band = np.exp(-(across / 0.13) ** 2)
    dust = noise(71, 1.7)
    image = mix(image, gradient(dust, (0, "1a1b3d"), (0.6, "a58fc6"), (1, "ffe8d6")), 0.75 * band * np.clip(1.6 * dust - 0.25, 0, 1))
    pick = np.random.default_rng(72)
    light = np.zeros((N, N))
    count = 1100
    places = pick.integers(0, N, (count, 2))
    light[places[:, 0], places[:, 1]] = pick.random(count) ** 6 * 14 + 0.6
    light = blurred(np.clip(light / 15, 0, 1), 1.1) * 26 + blurred(np.clip(light / 15, 0, 1), 4) * 18
    image = image + (light * np.clip(1.1 - Y, 0, 1))[..., None]
    trees = ridge(73, 0.86, 1.3, 0.25)
    columns = (X * 46).astype(int)
    heights = np.random.default_rng(74).random(64)[columns] * 0.17
    trees = trees[None, :] - np.clip(heights * (1 - abs((X * 46) % 1 - 0.5) * 2.4), 0, 1) + 0.008 * np.sin(Y * 500)
    image = mix(image, np.broadcast_to(rgb("05070f"), image.shape), soft(Y - trees))
    return image


def aurora():
    image = gradient(Y, (0, "04122b"), (0.6, "0e3b4f"), (1, "1d5a5e"))
    for number, (color, height) in enumerate([("5dffb0", 0.5), ("39e6a6", 0.62), ("a566ff", 0.42)]):
        line = ridge(80 + number, height, 2.2, 0.9)[None, :]
        rise = np.clip((line - Y) / 0.4, 0, 1)
        rays = noise(84 + number, 1.1, 14)[N // 2][None, :]
        curtain = (Y < line) * np.exp(-3.2 * rise) * (0.35 + 0.9 * rays) + np.exp(-((Y - line) / 0.012) ** 2) * 0.3
        image = image + curtain[..., None] * rgb(color) * (0.75 if number < 2 else 0.4)
    image = image + (blurred((np.random.default_rng(87).random((N, N)) > 0.9992).astype(float), 1) * 5)[..., None] * (Y < 0.7)[..., None]
    hills = Y - ridge(88, 0.74, 1.9, 0.5)[None, :]
    snow = gradient(np.clip(hills * 4 + 0.4 * (noise(89, 1.6) - 0.5), 0, 1), (0, "7fb8b4"), (0.5, "2f6a78"), (1, "123348"))
    return mix(image, snow, soft(hills, 0.004))


def city():
    image = gradient(Y + 0.15 * noise(90, 2), (0, "0a1026"), (0.6, "2a1d3d"), (1, "120a16"))
    pick = np.random.default_rng(91)
    colors = ["ffb347", "ff7a3c", "ffe2a8", "ff4d5e", "6fd0ff", "fff4dc", "b98cff"]
    for number in range(120):
        far = number / 120
        x, y = pick.random(), 0.5 + 0.42 * pick.standard_normal() * (0.45 + 0.5 * far)
        radius = 0.012 + 0.05 * far * pick.random() + 0.012 * far
        away = np.hypot(X - x, Y - y)
        disc = soft(radius - away, 0.006) * (0.55 + 0.45 * np.clip(away / radius, 0, 1) ** 4)
        image = image + disc[..., None] * rgb(colors[pick.integers(len(colors))]) ** 1.6 * (0.2 + 0.7 * pick.random())
    return 1 - np.exp(-1.9 * image)


def forest():
    image = gradient(Y, (0, "e8efc0"), (0.45, "c6d795"), (1, "3a5a2e"))
    image = mix(image, rgb("fffbe0"), 0.9 * glow(0.6, 0.2, 0.35))
    pick = np.random.default_rng(101)
    for layer in range(5):
        part = layer / 4
        leaves = noise(102 + layer, 1.0)
        crown = soft(leaves - 0.62 + 0.4 * (Y - 0.15 - 0.1 * part), 0.15) * np.clip(1.1 - 2.2 * Y + 0.3 * part, 0, 1)
        image = mix(image, gradient(leaves, (0, "8fb25a"), (1, "d6e08c")) * (1.05 - 0.55 * part), 0.55 * crown)
        for _ in range(9 - layer):
            x, width = pick.random(), (0.006 + 0.03 * part**1.5) * (0.7 + 0.6 * pick.random())
            bend = x + 0.012 * np.sin(3 * Y + 6 * x)
            trunk = soft(width * (1 + 0.4 * Y) - abs(X - bend), 0.004) * soft(0.66 + 0.3 * part - Y, 0.01)
            side = np.clip((X - bend) / width, -1, 1)
            color = mix(gradient(side * 0.5 + 0.5, (0, "23301b"), (1, "6b6a45")), rgb("c9d79a"), 0.8 - 0.8 * part)
            image = mix(image, color * (0.9 + 0.25 * (noise(110, 0.9, 4)[..., None] - 0.5)), trunk)
    ground = soft(Y - 0.66 - 0.05 * noise(111, 1.6), 0.12)
    image = mix(image, gradient(noise(112, 0.9, 0.4), (0, "203618"), (0.7, "6f8f3c"), (1, "c3cf6a")), 0.9 * ground * np.clip(2 * (Y - 0.6), 0, 1))
    beams = np.clip(np.sin(26 * (X - 0.6) / (0.25 + Y + 0.1)), 0, 1) * np.clip(1 - Y, 0, 1)
    return mix(image, rgb("fffde6"), 0.18 * beams)


def lavender():
    image = gradient(Y, (0, "4a5fa5"), (0.28, "e58fa0"), (0.42, "ffd08a"), (1, "ffd08a"))
    image = mix(image, rgb("fff2c2"), glow(0.4, 0.4, 0.12))
    image = mix(image, rgb("c46f8d"), 1.2 * np.clip(noise(121, 1.9, 0.25) - 0.5, 0, 1) * (1 - 2 * Y).clip(0, 1))
    hills = ridge(122, 0.42, 2, 0.2)
    image = mix(image, np.broadcast_to(rgb("54507f"), image.shape), soft(Y - hills[None, :]))
    depth = np.clip(Y - 0.45, 0.004, 1)
    rows = np.sin(2 * np.pi * (X - 0.4) / depth * 0.62)
    bloom = noise(123, 0.7)
    bush = gradient(np.clip(0.5 + 0.4 * rows + 0.5 * (bloom - 0.5), 0, 1), (0, "241a35"), (0.35, "4a3b6d"), (0.7, "8a63c4"), (1, "d7a8ef"))
    field = mix(bush, rgb("f3b48f"), np.clip(0.65 - 3.5 * depth, 0, 1))
    return mix(image, field, soft(Y - 0.45, 0.004))


def figure():
    """Somebody who looks at the evening, seen from behind."""
    image = gradient(Y + 0.1 * noise(131, 2.1, 0.4), (0, "35507f"), (0.4, "e8937a"), (0.62, "ffd596"), (0.75, "c88a7c"), (1, "4d3f56"))
    image = mix(image, rgb("fff0c8"), glow(0.5, 0.5, 0.3))
    image = blurred(image + 0.35 * glow(0.5, 0.5, 0.09)[..., None], 12)
    dx = abs(X - 0.5)
    head = 1 - np.hypot(dx / 0.105, (Y - 0.36) / 0.125)
    # Hair falls to the shoulders and ends in single strands.
    ends = 0.53 + 0.05 * (noise(132, 0.9, 30)[N // 2][None, :] - 0.5) - 1.1 * dx**1.5
    hair = np.minimum(0.108 + 0.05 * np.clip(Y - 0.36, 0, 1) - dx, ends - Y) * (Y > 0.36) - (Y <= 0.36)
    inside = np.maximum(soft(head, 0.03), soft(hair, 0.006))
    shoulders = 0.55 + 1.1 * dx**2 + 90 * np.clip(dx - 0.24, 0, 1) ** 3
    person = np.maximum(inside, np.maximum(soft(Y - shoulders, 0.006), soft(0.055 - dx, 0.006) * (Y > 0.4) * (Y < 0.6)))
    rim = np.clip(person - blurred(person, 11), 0, 1)
    cloth = gradient(np.clip(1.6 * abs(X - 0.5) + 0.25 * noise(133, 1.2, 0.5), 0, 1), (0, "2b2230"), (1, "5d3a3c"))
    cloth = mix(cloth, gradient(noise(134, 1.1, 8), (0, "1a1114"), (1, "6b4129")), inside)
    return mix(image, cloth + 1.5 * rim[..., None] * rgb("ffc987"), person)


def oranges():
    image = mix(gradient(Y, (0, "5b7a72"), (0.55, "9fb0a0"), (1, "9fb0a0")), rgb("fff4da"), 0.5 * glow(0.2, 0.1, 0.5))
    grain = noise(141, 1.1, 0.06)
    image = mix(image, gradient(grain, (0, "6d4327"), (1, "c58c56")) * (0.8 + 0.4 * (1 - Y))[..., None], soft(Y - 0.56, 0.05))
    image = blurred(image, 7)
    peel = noise(142, 0.45)
    for x, y, radius, color, blur in [(0.24, 0.5, 0.15, "f0a325", 6), (0.77, 0.47, 0.17, "e8781c", 5), (0.5, 0.6, 0.22, "f58a1f", 0), (0.22, 0.78, 0.12, "f7b733", 0), (0.83, 0.8, 0.09, "8fae3a", 0)]:
        dx, dy = (X - x) / radius, (Y - y) / radius
        inside = dx**2 + dy**2
        image = mix(image, rgb("2a140a"), 0.65 * np.exp(-((X - x - 0.1 * radius) / (1.05 * radius)) ** 2 - ((Y - y - 0.92 * radius) / (0.3 * radius)) ** 2))
        height = np.sqrt(np.clip(1 - inside, 0, 1))
        light = np.clip(-0.55 * dx - 0.6 * dy + 0.58 * height, 0, 1)
        ball = rgb(color) * (0.28 + 0.95 * light + 0.1 * (peel - 0.5))[..., None]
        ball = ball + (0.55 * np.clip(light, 0, 1) ** 26)[..., None] + (0.14 * np.clip(dy, 0, 1) * (1 - height))[..., None] * rgb("ff9d5c")
        part = soft(1 - np.sqrt(inside), 0.012)
        image = mix(image, ball, part) if blur == 0 else mix(image, blurred(ball, blur), blurred(part, blur))
    return image


def flower():
    green = gradient(noise(151, 2.2), (0, "12351f"), (0.5, "3f7a3a"), (1, "c6d66a"))
    image = mix(blurred(green, 14), rgb("f6f3b0"), 0.45 * glow(0.85, 0.12, 0.3))
    stem = soft(0.013 - abs(X - 0.47 - 0.12 * (Y - 0.5) ** 2), 0.004) * (Y > 0.48)
    image = mix(image, rgb("4c7a2c") * (0.7 + 0.3 * X)[..., None], stem)
    dx, dy = X - 0.47, (Y - 0.46) / 0.93
    away, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    for layer, (count, length, shade) in enumerate([(17, 0.36, 0.78), (17, 0.335, 1.0)]):
        turn = (angle + 0.21 * layer) * count / (2 * np.pi) + 0.25 * np.sin(3 * angle + layer)
        place = abs(turn - np.round(turn)) * 2
        reach = length * (1 + 0.07 * np.sin(5.0 * np.round(turn) + layer))
        width = 0.82 * np.clip(1 - (away / reach) ** 6, 0, 1) ** 0.5
        petal = soft(width - place, 0.06) * (away < reach)
        vein = 0.05 * np.cos(9 * np.pi * turn)
        tone = (shade * (0.72 + 0.3 * away / 0.36 + vein - 0.24 * place**2))[..., None] * rgb("fff6fb")
        image = mix(image, mix(tone, rgb("f2c3dd"), 0.35 * (1 - away / 0.4).clip(0, 1)), petal)
    seeds = noise(152, 0.55)
    disc = np.clip(1.15 - away / 0.1, 0, 1)
    eye = gradient(np.clip(0.25 + 0.6 * seeds + 0.5 * (-dx - dy) / 0.1, 0, 1), (0, "8a4a08"), (0.5, "e9a21a"), (1, "ffe27a"))
    image = mix(image, rgb("7a5a30"), 0.5 * soft(0.125 - away, 0.05))
    return mix(image, eye, soft(disc - 0.15, 0.1))


SCENES = {
    "sunset": sunset, "lake": lake, "dunes": dunes, "flower": flower, "mist": mist, "city": city,
    "lavender": lavender, "forest": forest, "figure": figure, "aurora": aurora, "oranges": oranges, "stars": stars,
}


def packed(picture, quality):
    file = io.BytesIO()
    picture.save(file, "WEBP", quality=quality, method=6)
    return file.getvalue()


def main():
    if sys.argv[1:] != ["generate"]:
        sys.exit(__doc__)
    folder = OUTPUT / "photos"
    folder.mkdir(exist_ok=True)
    lines = []
    for name, scene in SCENES.items():
        # Films have grain, and their dark is never quite black.
        grain = 0.012 * np.random.default_rng(7).standard_normal((N, N, 1))
        image = np.clip(0.015 + 0.985 * scene() + grain, 0, 1)
        picture = Image.fromarray((255 * image).astype(np.uint8)).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
        (folder / f"{name}.webp").write_bytes(packed(picture, 52))
        tiny = picture.resize((8, 8), Image.Resampling.BOX)
        color = "".join(f"{round(float(one)):02x}" for one in np.asarray(picture, dtype=float).mean(axis=(0, 1)))
        blur = base64.b64encode(packed(tiny, 40)).decode()
        lines.append(f'  {{ name: "{name}", color: "#{color}", blur: "data:image/webp;base64,{blur}" }},\n')
    (OUTPUT / "photos.js").write_text(LICENSE + "\nexport const photos = [\n" + "".join(lines) + "];\n", encoding="utf-8")


if __name__ == "__main__":
    main()
