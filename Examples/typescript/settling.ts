// SPDX-License-Identifier: Apache-2.0
// When a person has let go of a scrolling element: what target-offset wants to know of it, and scrolling on to what
// it answers. That scrolling is not told.
//
//   const stop = whenSettled(viewport, async ({ from, to, velocity, proposed }) => {
//     const { targetContentOffset } = await layout.targetOffset({
//       proposed: { x: proposed, y: 0 }, current: { x: to, y: 0 }, start: { x: from, y: 0 }, velocity: { x: velocity, y: 0 },
//     });
//     return targetContentOffset.x;
//   });
//
// A finger or a mouse tells as it lifts, with how fast it went during the last tenth of a second: the browser's own
// scrolling ends slowly, whatever began it. Wheels, keys and scripts tell when scrolling has come to rest.

export interface Motion {
  /** Where the element stood as the scrolling began: target-offset's `start`. */
  from: number;
  /** Where it stands now: `current`. */
  to: number;
  /** How fast it was let go, in points a millisecond: `velocity`. */
  velocity: number;
  /** Where it would come to rest by itself: `proposed`. */
  proposed: number;
}

/** Velocity is that of so many milliseconds before the finger lifts; who held still for half of them has none. */
const flickTime = 100;
/** Scrolling has come to rest when it was still for so many milliseconds. */
const restTime = 140;
/** UIScrollView's normal deceleration takes a velocity's 0.998 a millisecond: 0.998 / (1 − 0.998) milliseconds of way. */
const wayOfVelocity = 499;

/** What is told: it says where the element is to come to rest, or scrolls there by itself. */
export type Tell = (motion: Motion) => Promise<number | void> | number | void;

/** Calls `tell` each time until the function that it returns is called. */
export function whenSettled(element: HTMLElement, tell: Tell): () => void {
  const settling = new Settling(element, tell);
  return () => settling.stop();
}

class Settling {
  private readonly element: HTMLElement;
  private readonly tell: Tell;
  private readonly life = new AbortController();
  /** Where the finger was, in the window's pixels. */
  private finger: { at: number; time: number }[] = [];
  private from: number | undefined;
  private last = 0;
  private isHeld = false;
  /** Whether what scrolls is the answer. */
  private isAnswering = false;
  /** Answers that are waited for. */
  private waiting = 0;
  /** Where the answer is to end. */
  private target: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: HTMLElement, tell: Tell) {
    this.element = element;
    this.tell = tell;
    this.last = this.position;
    const { signal } = this.life, options = { passive: true, signal };
    element.addEventListener("scroll", () => this.scrolled(), options);
    // While a finger scrolls its pointer is cancelled; its touch ends as it lifts.
    element.addEventListener("pointerdown", (event) => { if (event.pointerType !== "touch") this.hold(event, event.timeStamp); }, options);
    addEventListener("pointermove", (event) => { if (event.pointerType !== "touch") this.moved(event, event.timeStamp); }, options);
    for (const name of ["pointerup", "pointercancel"] as const) {
      addEventListener(name, ({ pointerType, timeStamp }) => { if (pointerType !== "touch") this.release(timeStamp); }, options);
    }
    element.addEventListener("touchstart", (event) => this.touched(event), options);
  }

  /** A touch ends where it began: that node hears of it even if it has left the element meanwhile, and nobody else does. */
  private touched({ target, targetTouches: [touch], timeStamp }: TouchEvent): void {
    if (touch === undefined) return;
    this.hold(touch, timeStamp);
    const ended = new AbortController(), options = { passive: true, signal: ended.signal };
    for (const name of ["touchmove", "touchend", "touchcancel"] as const) {
      target?.addEventListener(name, (event) => {
        const { changedTouches: [changed], targetTouches: { length }, timeStamp: time } = event as TouchEvent;
        if (changed !== undefined) this.moved(changed, time);
        if (length > 0) return;
        ended.abort();
        this.release(time);
      }, options);
    }
  }

  stop(): void {
    this.life.abort();
    clearTimeout(this.timer);
  }

  private get isSideways(): boolean { return this.element.scrollWidth > this.element.clientWidth; }
  private get position(): number { return this.isSideways ? this.element.scrollLeft : this.element.scrollTop; }

  private go(target: number): void {
    this.element.scrollTo({ [this.isSideways ? "left" : "top"]: target, behavior: "smooth" });
  }

  private scrolled(): void {
    if (!this.isAnswering) this.from ??= this.last;
    this.last = this.position;
    this.wait();
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.rest(), restTime);
  }

  private rest(): void {
    if (this.isHeld || this.waiting > 0) return;
    if (!this.isAnswering && this.from !== undefined) { this.say(0); return; }
    const { target } = this;
    this.target = undefined;
    // What the finger set going may have gone on underneath. It is over now.
    this.isAnswering = target !== undefined && Math.abs(this.position - target) > 1;
    if (this.isAnswering && target !== undefined) { this.go(target); this.wait(); }
  }

  private hold(point: { clientX: number; clientY: number }, time: number): void {
    // What is caught on its way has not come to rest, even if it is not moved.
    if (this.isAnswering) this.from = this.position;
    this.isHeld = true;
    this.isAnswering = false;
    this.target = undefined;
    this.finger = [];
    this.moved(point, time);
  }

  private moved({ clientX, clientY }: { clientX: number; clientY: number }, time: number): void {
    const at = this.isSideways ? clientX : clientY;
    // Who lifts the finger where it was has not moved it.
    if (this.isHeld && this.finger[this.finger.length - 1]?.at !== at) this.finger = [...this.finger.slice(-30), { at, time }];
  }

  private release(time: number): void {
    if (!this.isHeld || this.life.signal.aborted) return;
    this.isHeld = false;
    // A mouse that did not scroll: what a script did is told when it rests.
    if (this.from === undefined) { this.wait(); return; }
    this.say(this.velocity(time));
  }

  private say(velocity: number): void {
    const to = this.position, from = this.from ?? to;
    this.from = undefined;
    this.isAnswering = true;
    this.waiting += 1;
    const done = (target: number | void) => {
      this.waiting -= 1;
      // Who has caught it meanwhile is not pulled away.
      if (this.life.signal.aborted || this.waiting > 0 || !this.isAnswering) return;
      this.target = target ?? undefined;
      if (this.target !== undefined) this.go(this.target);
      this.wait();
    };
    const motion = { from, to, velocity, proposed: to + wayOfVelocity * velocity };
    // Also where `tell` throws before it has a promise.
    new Promise<number | void>((resolve) => resolve(this.tell(motion))).then(done, (error) => { done(); console.error(error); });
  }

  private velocity(now: number): number {
    const { finger, element, isSideways } = this, last = finger[finger.length - 1];
    if (last === undefined || now - last.time > flickTime / 2) return 0;
    // Browsers tell little of a finger that scrolls: then the time goes back to where it was told of before.
    const within = finger.findIndex(({ time }) => now - time <= flickTime);
    const first = finger[Math.max(0, Math.min(within, finger.length - 2))] ?? last;
    if (last.time <= first.time) return 0;
    const { width, height } = element.getBoundingClientRect();
    const zoom = (isSideways ? width / element.offsetWidth : height / element.offsetHeight) || 1;
    // The content goes where the finger takes it, and so the offset the other way.
    return (first.at - last.at) / (last.time - first.time) / zoom;
  }
}
