// Made by Tests/Generators/photos.py from its seeds: names, mean colours, and what is seen until a photo is there.

export const photos = [
  { name: "sunset", color: "#a68582", blur: "data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAABQAgCdASoIAAgAA4BaJYgCdH8HOAAbQdpgbkAA999eEJT5WD0EL/wVErR0pwIiRZH6EOVcsguhdce1AAA=" },
  { name: "lake", color: "#7a96aa", blur: "data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAADQAQCdASoIAAgAA4BaJZACdADzfIFgkAD8aD5HhcVH7nE9V4/YJ3M1cDmLTNOTfFrgZnEi/dEpDzpAAAA=" },
  { name: "dunes", color: "#9b8e80", blur: "data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAAAwAgCdASoIAAgAA4BaJZgCdGuAAt0tnLQ/IAD+sfGlk4M5wpuzzxfimgf+vdGu1yND2Gc9bSwqqsygAAA=" },
  { name: "flower", color: "#849a6f", blur: "data:image/webp;base64,UklGRk4AAABXRUJQVlA4IEIAAADwAQCdASoIAAgAA4BaJZgCdAD0WC8eEAAA4n+QrdJzVtfSdowKWHoeihVkhULUNdZilY5Skin1sc4zaBU+qh9AAAA=" },
  { name: "mist", color: "#9ca8af", blur: "data:image/webp;base64,UklGRjoAAABXRUJQVlA4IC4AAADwAQCdASoIAAgAA4BaJQBOgCIHBFiqeWAA/uthYEioz+UOmwt2dmMlB9CrYAAA" },
  { name: "city", color: "#4c3b5a", blur: "data:image/webp;base64,UklGRjwAAABXRUJQVlA4IDAAAADQAQCdASoIAAgAA4BaJQBOgB6R0Gh3AAD+5Sb/kLfJd9t9lBB3vELclN2ECeqmAAA=" },
  { name: "lavender", color: "#967095", blur: "data:image/webp;base64,UklGRkwAAABXRUJQVlA4IEAAAADQAQCdASoIAAgAA4BaJZgCdAEU7vPm0AD82E8V4ZJEM8Dlc0ezjlydzNHIrWFlSCjfifFJWjq95hvLeEUwoAAA" },
  { name: "forest", color: "#6a754e", blur: "data:image/webp;base64,UklGRjwAAABXRUJQVlA4IDAAAACwAQCdASoIAAgAA4BaJYgC7ADx++zAAPuBg510gmDaFGS3DkR03xhTGE1XpyAAAAA=" },
  { name: "figure", color: "#927670", blur: "data:image/webp;base64,UklGRkwAAABXRUJQVlA4IEAAAADwAQCdASoIAAgAA4BaJYgCdAEegKrpGgAA/LSFSW2TAgOMVDjVYbdTeUF90Es4tuhSXut5318Mrblc7ZLp+AAA" },
  { name: "aurora", color: "#2d6876", blur: "data:image/webp;base64,UklGRkwAAABXRUJQVlA4IEAAAADwAQCdASoIAAgAA4BaJagCdAEUosr0sMAA/uo4R2oGl1KB1wfMGpP7azkR/+QKXYDLU7/7AYUBM/lLoa9KwAAA" },
  { name: "oranges", color: "#967f56", blur: "data:image/webp;base64,UklGRkgAAABXRUJQVlA4IDwAAADwAQCdASoIAAgAA4BaJagCdAD0vPV4ZYAA/sPtqCXjq5VGLEIdTyK6tucJw+7jSVhB9KUcUFzV5SRIAAA=" },
  { name: "stars", color: "#2d3251", blur: "data:image/webp;base64,UklGRj4AAABXRUJQVlA4IDIAAACwAQCdASoIAAgAA4BaJQBOgCHVzgAAAP70n9mj7hv5txQ9KjydvTu5s3Flkv9kic8AAA==" },
];
