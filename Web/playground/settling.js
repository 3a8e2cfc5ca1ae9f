// SPDX-License-Identifier: Apache-2.0
const flickTime = 100;
const restTime = 140;
const wayOfVelocity = 499;
export function whenSettled(element, tell) {
    const settling = new Settling(element, tell);
    return () => settling.stop();
}
class Settling {
    element;
    tell;
    life = new AbortController();
    finger = [];
    from;
    last = 0;
    isHeld = false;
    isAnswering = false;
    waiting = 0;
    target;
    timer;
    constructor(element, tell) {
        this.element = element;
        this.tell = tell;
        this.last = this.position;
        const { signal } = this.life, options = { passive: true, signal };
        element.addEventListener("scroll", () => this.scrolled(), options);
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
        this.isAnswering = target !== undefined && Math.abs(this.position - target) > 1;
        if (this.isAnswering && target !== undefined) {
            this.go(target);
            this.wait();
        }
    }
    hold(point, time) {
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
        if (this.isHeld && this.finger[this.finger.length - 1]?.at !== at)
            this.finger = [...this.finger.slice(-30), { at, time }];
    }
    release(time) {
        if (!this.isHeld || this.life.signal.aborted)
            return;
        this.isHeld = false;
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
            if (this.life.signal.aborted || this.waiting > 0 || !this.isAnswering)
                return;
            this.target = target ?? undefined;
            if (this.target !== undefined)
                this.go(this.target);
            this.wait();
        };
        const motion = { from, to, velocity, proposed: to + wayOfVelocity * velocity };
        new Promise((resolve) => resolve(this.tell(motion))).then(done, (error) => { done(); console.error(error); });
    }
    velocity(now) {
        const { finger, element, isSideways } = this, last = finger[finger.length - 1];
        if (last === undefined || now - last.time > flickTime / 2)
            return 0;
        const within = finger.findIndex(({ time }) => now - time <= flickTime);
        const first = finger[Math.max(0, Math.min(within, finger.length - 2))] ?? last;
        if (last.time <= first.time)
            return 0;
        const { width, height } = element.getBoundingClientRect();
        const zoom = (isSideways ? width / element.offsetWidth : height / element.offsetHeight) || 1;
        return (first.at - last.at) / (last.time - first.time) / zoom;
    }
}
