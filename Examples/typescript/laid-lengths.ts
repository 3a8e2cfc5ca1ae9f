// SPDX-License-Identifier: Apache-2.0
// For which length across the scroll axis a viewport was laid out.

export class LaidLengths {
  private outer = "";
  private readonly lengths = new Set<number>();

  /** Takes the viewport as it is for what was laid out. */
  begin(viewport: HTMLElement, isVertical: boolean): void {
    this.outer = outerSize(viewport);
    this.lengths.clear();
    this.lengths.add(lengthOf(viewport, isVertical));
  }

  /**
   * Whether the viewport is to be laid out for again; asked once more, it is not. A scrollbar that comes with one
   * layout and goes with the next would do so for ever, so that what was tried at the same outer size is enough.
   */
  isNew(viewport: HTMLElement, isVertical: boolean): boolean {
    const length = lengthOf(viewport, isVertical), last = [...this.lengths].pop();
    if (this.outer !== outerSize(viewport)) {
      this.begin(viewport, isVertical);
      return length !== last;
    }
    if (this.lengths.has(length)) return false;
    this.lengths.add(length);
    return true;
  }

  /** What was to be laid out for has failed. */
  forget(): void { this.outer = ""; this.lengths.clear(); }
}

function lengthOf({ clientWidth, clientHeight }: HTMLElement, isVertical: boolean): number { return isVertical ? clientWidth : clientHeight; }

function outerSize({ offsetWidth, offsetHeight }: HTMLElement): string { return `${offsetWidth} ${offsetHeight}`; }
