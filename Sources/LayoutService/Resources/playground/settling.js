// When a person has let go of a scrolling element: where it stood before (`start` of target-offset), where it came
// to (`current`), how fast it went (points a millisecond, as UIScrollView counts). The scrolling that follows from
// the answer is not told.

export function whenSettled(element, tell) {
  let from, last, timer, isAnswering = false, isCaught = false, held = 0;
  const position = () => (element.scrollWidth > element.clientWidth ? element.scrollLeft : element.scrollTop);
  const settle = () => {
    if (held > 0 || from === undefined) return;
    if (isAnswering) { isAnswering = false; from = undefined; return; }
    const motion = { from, to: position(), velocity: last?.velocity ?? 0 };
    from = undefined;
    // What was caught on its way has not come to rest, even if it was not moved.
    if (Math.abs(motion.to - motion.from) < 1 && !isCaught) return;
    isCaught = false;
    isAnswering = true;
    tell(motion);
    // An answer that moves nothing fires no scroll event.
    setTimeout(() => { if (from === undefined) isAnswering = false; }, 600);
  };
  element.addEventListener("scroll", () => {
    const now = performance.now(), at = position();
    if (from === undefined) from = last?.at ?? 0;
    last = { at, time: now, velocity: last && now > last.time ? (at - last.at) / (now - last.time) : 0 };
    clearTimeout(timer);
    timer = setTimeout(settle, 140);
  }, { passive: true });
  element.addEventListener("pointerdown", () => {
    held += 1;
    isCaught = isAnswering;
    if (isAnswering) from = position();
    isAnswering = false;
  });
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, () => { if (held > 0) { held = 0; clearTimeout(timer); timer = setTimeout(settle, 80); } });
  }
}
