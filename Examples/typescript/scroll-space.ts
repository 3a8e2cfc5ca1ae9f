// SPDX-License-Identifier: Apache-2.0
// Where a scrolling element stands along one axis, how fast it goes, and what content offset that is. Browsers
// end elements at 33,554,428 pixels, Firefox at 17,895,697, and place what lies beyond 2^24 to every other pixel at
// best. Longer content gets an element of 16,000,000 pixels: dragging its scrollbar goes through all of the content,
// while wheels, fingers and keys move by the pixels that they say.

const greatestRoom = 16_000_000;
/** At both ends a pixel of the element is one of the content, so that the first and the last can be reached. */
const endLength = 1_000_000;
/** Velocity is that of so many milliseconds. */
const memory = 120;
/** Nothing is asked for that lies farther ahead than so many screens. */
const mostAhead = 8;

export class ScrollAxis {
  /** The content's length. */
  length = 0;
  /** How much of it is seen. */
  seen = 0;
  /** What is to be added to a position of the element to have the content's offset. */
  base = 0;
  private last = 0;
  private samples: { time: number; position: number }[] = [];

  /** The length of the element that stands for the content. */
  get room(): number { return Math.min(this.length, greatestRoom); }
  get isScaled(): boolean { return this.length > greatestRoom; }

  /** Takes other lengths. The offset stays, as far as there is content. */
  fit(length: number, seen: number): void {
    this.length = length;
    this.seen = seen;
    this.base = this.isScaled ? Math.min(this.base, this.surplus) : 0;
  }

  /** Notes where scrolling has come to; true where that was so far away that `base` is another one. */
  follow(position: number, time: number): boolean {
    const isFar = Math.abs(position - this.last) > 4 * this.seen, before = this.base;
    // What was not scrolled through has no velocity.
    if (isFar) this.samples = [];
    if (position !== this.last || this.samples.length === 0) this.samples.push({ time, position });
    this.last = position;
    if (isFar && this.isScaled) this.base = Math.round(this.baseAt(position));
    return this.base !== before;
  }

  /** How fast it goes, in points a millisecond. */
  velocity(now: number): number {
    this.samples = this.samples.filter(({ time }) => now - time <= memory);
    const first = this.samples[0], last = this.samples[this.samples.length - 1];
    if (first === undefined || last === undefined || this.samples.length < 3 || last.time - first.time < 20) return 0;
    return (last.position - first.position) / (last.time - first.time);
  }

  /** The tiles, each a screen, around what is seen and where the reader comes to in so many milliseconds. */
  tiles(offset: number, soon: number): [start: number, length: number] {
    const ahead = this.ahead(soon), { seen } = this;
    const first = Math.floor((offset - seen + Math.min(0, ahead)) / seen), last = Math.ceil((offset + 2 * seen + Math.max(0, ahead)) / seen);
    return [first * seen, (last - first) * seen];
  }

  /** Whether content that is held from one offset to another leaves the reader less than half a screen. */
  isShort(offset: number, from: number, to: number, soon: number): boolean {
    const ahead = this.ahead(soon), { seen } = this;
    return Math.max(0, offset - seen / 2 + Math.min(0, ahead)) < from - 1
      || Math.min(this.length, offset + 1.5 * seen + Math.max(0, ahead)) > to + 1;
  }

  private ahead(soon: number): number {
    return Math.min(mostAhead * this.seen, Math.max(-mostAhead * this.seen, soon * this.velocity(performance.now())));
  }

  /** Where the element is to stand for an offset. */
  position(offset: number): number {
    if (!this.isScaled) return offset;
    const end = this.end, middle = this.middle;
    if (offset <= end) return offset;
    if (offset >= end + middle + this.surplus) return offset - this.surplus;
    return Math.round(end + (offset - end) * middle / (middle + this.surplus));
  }

  /** Notes that the element was brought to a position that shows an offset; true where `base` is another one. */
  stand(position: number, offset: number): boolean {
    const before = this.base;
    this.last = position;
    this.samples = [];
    this.base = this.isScaled ? offset - position : 0;
    return this.base !== before;
  }

  /** Whether scrolling by pixels has led so far from where the scrollbar would be that it is to be brought there. */
  isAstray(position: number): boolean {
    const off = Math.abs(this.position(position + this.base) - position), reach = this.room - this.seen;
    const isAtEnd = position < 4 * this.seen || position > reach - 4 * this.seen;
    return this.isScaled && off > (isAtEnd ? 0.5 : this.room / 1000);
  }

  private get surplus(): number { return this.length - this.room; }
  private get end(): number { return Math.min(endLength, (this.room - this.seen) / 4); }
  /** The element's positions that are not of its ends. */
  private get middle(): number { return this.room - this.seen - 2 * this.end; }

  private baseAt(position: number): number {
    return this.surplus * Math.min(1, Math.max(0, (position - this.end) / this.middle));
  }
}
