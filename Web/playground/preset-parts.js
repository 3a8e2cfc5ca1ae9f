// The parts of the presets' documents.

/** Returns a photo's width and height, from a fixed pseudorandom sequence, so that a preset is the same everywhere. */
function photo(index) {
  const random = (Math.imul(index + 1, 2654435761) >>> 0) / 4294967296;
  const shapes = [[3, 4], [4, 3], [2, 3], [3, 2], [1, 1], [4, 5], [16, 9], [9, 16]];
  const [width, height] = shapes[Math.floor(random * shapes.length)];
  return [width * 50, height * 50];
}

export const photos = (count) => Array.from({ length: count }, (_, index) => photo(index));
export const insets = (points) => ({ top: points, left: points, bottom: points, right: points });
export const whole = { fractionalWidth: 1 };
export const full = { size: { width: whole, height: { fractionalHeight: 1 } } };
