// Rotates the device: it gets its new size at once, then an animation shows the rotation.

const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns a device's middle in its stage, its zoom, and whether it is in landscape. */
export function postureOf(device) {
  const [box, stage] = [device.getBoundingClientRect(), device.parentElement.getBoundingClientRect()];
  const { offsetWidth, offsetHeight } = device;
  return {
    x: box.left + box.width / 2 - stage.left, y: box.top + box.height / 2 - stage.top,
    zoom: box.width / offsetWidth, isWide: offsetWidth > offsetHeight,
  };
}

/** Animates a device from its posture before. */
export function turn(device, before) {
  if (reducesMotion.matches) return;
  const after = postureOf(device);
  const pose = ({ x, y, zoom }, angle) => ({ transform: `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${zoom}) translate(-50%, -50%)` });
  device.animate([pose(before, after.isWide ? -90 : 90), pose(after, 0)], { duration: 420, easing: "cubic-bezier(.3, 0, .1, 1)" });
}
