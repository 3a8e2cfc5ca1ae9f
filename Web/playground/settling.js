// SPDX-License-Identifier: Apache-2.0
// Detects when a person lets go of a scrolling element, reports what target-offset needs, and scrolls to the offset that
// it answers. That last scrolling is not reported.
//
//   const stop = whenSettled(viewport, async ({ from, to, velocity, proposed }) => {
//     const { targetContentOffset } = await layout.targetOffset({
//       proposed: { x: proposed, y: 0 }, current: { x: to, y: 0 }, start: { x: from, y: 0 }, velocity: { x: velocity, y: 0 },
//     });
//     return targetContentOffset.x;
//   });
//
// A finger or a mouse is reported as it lifts, with its velocity during the last tenth of a second, because the
// browser's own scrolling ends slowly. Wheels, keys and scripts are reported once scrolling has come to rest.
/** Velocity is measured over this many milliseconds before the finger lifts; it is 0 after holding still for half of them. */
const flickTime = 100;
/** Scrolling has come to rest after this many milliseconds without movement. */
const restTime = 140;
/** The milliseconds that a velocity carries on at UIScrollView's normal deceleration, 0.998 per millisecond: 0.998 / (1 − 0.998). */
const wayOfVelocity = 499;
/** Calls `tell` each time that a person lets go, until the returned function is called. */
export function whenSettled(element, tell) {
    const settling = new Settling(element, tell);
    return () => settling.stop();
}
class Settling {
    element;
    tell;
    life = new AbortController();
    /** The finger's recent positions, in the window's pixels. */
    finger = [];
    from;
    last = 0;
    isHeld = false;
    /** Whether the current scrolling leads to a response's offset. */
    isAnswering = false;
    /** The number of responses that have not come yet. */
    waiting = 0;
    /** The offset of the last response. */
    target;
    timer;
    constructor(element, tell) {
        this.element = element;
        this.tell = tell;
        this.last = this.position;
        const { signal } = this.life, options = { passive: true, signal };
        element.addEventListener("scroll", () => this.scrolled(), options);
        // While a finger scrolls, its pointer is cancelled, but its touch ends only as it lifts.
        element.addEventListener("pointerdown", (event) => { if (event.pointerType !== "touch")
            this.hold(event, event.timeStamp); }, options);
        addEventListener("pointermove", (event) => { if (event.pointerType !== "touch")
            this.moved(event, event.timeStamp); }, options);
        for (const name of ["pointerup", "pointercancel"]) {
            addEventListener(name, ({ pointerType, timeStamp }) => { if (pointerType !== "touch")
                this.release(timeStamp); }, options);
        }
        element.addEventListener("touchstart", (event) => this.touched(event), options);
    }
    /** Listens on the node where a touch began: only that node gets its events, even if it has left the element meanwhile. */
    touched({ target, targetTouches: [touch], timeStamp }) {
        if (touch === undefined)
            return;
        this.hold(touch, timeStamp);
        const ended = new AbortController(), options = { passive: true, signal: ended.signal };
        for (const name of ["touchmove", "touchend", "touchcancel"]) {
            target?.addEventListener(name, (event) => {
                const { changedTouches: [changed], targetTouches: { length }, timeStamp: time } = event;
                if (changed !== undefined)
                    this.moved(changed, time);
                if (length > 0)
                    return;
                ended.abort();
                this.release(time);
            }, options);
        }
    }
    stop() {
        this.life.abort();
        clearTimeout(this.timer);
    }
    get isSideways() { return this.element.scrollWidth > this.element.clientWidth; }
    get position() { return this.isSideways ? this.element.scrollLeft : this.element.scrollTop; }
    go(target) {
        this.element.scrollTo({ [this.isSideways ? "left" : "top"]: target, behavior: "smooth" });
    }
    scrolled() {
        if (!this.isAnswering)
            this.from ??= this.last;
        this.last = this.position;
        this.wait();
    }
    wait() {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.rest(), restTime);
    }
    rest() {
        if (this.isHeld || this.waiting > 0)
            return;
        if (!this.isAnswering && this.from !== undefined) {
            this.say(0);
            return;
        }
        const { target } = this;
        this.target = undefined;
        // The finger's own momentum may have continued in the meantime. It is over now.
        this.isAnswering = target !== undefined && Math.abs(this.position - target) > 1;
        if (this.isAnswering && target !== undefined) {
            this.go(target);
            this.wait();
        }
    }
    hold(point, time) {
        // An element caught in motion has not come to rest, even if the finger does not move it.
        if (this.isAnswering)
            this.from = this.position;
        this.isHeld = true;
        this.isAnswering = false;
        this.target = undefined;
        this.finger = [];
        this.moved(point, time);
    }
    moved({ clientX, clientY }, time) {
        const at = this.isSideways ? clientX : clientY;
        // A finger that lifts where it was has not moved.
        if (this.isHeld && this.finger[this.finger.length - 1]?.at !== at)
            this.finger = [...this.finger.slice(-30), { at, time }];
    }
    release(time) {
        if (!this.isHeld || this.life.signal.aborted)
            return;
        this.isHeld = false;
        // The mouse did not scroll: scrolling by a script is reported when it comes to rest.
        if (this.from === undefined) {
            this.wait();
            return;
        }
        this.say(this.velocity(time));
    }
    say(velocity) {
        const to = this.position, from = this.from ?? to;
        this.from = undefined;
        this.isAnswering = true;
        this.waiting += 1;
        const done = (target) => {
            this.waiting -= 1;
            // If a finger has caught the element meanwhile, it is not scrolled.
            if (this.life.signal.aborted || this.waiting > 0 || !this.isAnswering)
                return;
            this.target = target ?? undefined;
            if (this.target !== undefined)
                this.go(this.target);
            this.wait();
        };
        const motion = { from, to, velocity, proposed: to + wayOfVelocity * velocity };
        // Also catches an error that `tell` throws before it returns a promise.
        new Promise((resolve) => resolve(this.tell(motion))).then(done, (error) => { done(); console.error(error); });
    }
    velocity(now) {
        const { finger, element, isSideways } = this, last = finger[finger.length - 1];
        if (last === undefined || now - last.time > flickTime / 2)
            return 0;
        // Browsers report few positions of a scrolling finger: then the time span extends back to the last one before it.
        const within = finger.findIndex(({ time }) => now - time <= flickTime);
        const first = finger[Math.max(0, Math.min(within, finger.length - 2))] ?? last;
        if (last.time <= first.time)
            return 0;
        const { width, height } = element.getBoundingClientRect();
        const zoom = (isSideways ? width / element.offsetWidth : height / element.offsetHeight) || 1;
        // The content follows the finger, so the offset moves the other way.
        return (first.at - last.at) / (last.time - first.time) / zoom;
    }
}
