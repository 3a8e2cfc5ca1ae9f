// SPDX-License-Identifier: Apache-2.0
// The lengths across the scroll axis for which a viewport was laid out.

export class LaidLengths {
  private outer = "";
  private readonly lengths = new Set<number>();

  /** Records that the viewport's current length was laid out. */
  begin(viewport: HTMLElement, isVertical: boolean): void {
    this.outer = outerSize(viewport);
    this.lengths.clear();
    this.lengths.add(lengthOf(viewport, isVertical));
  }

  /**
   * Whether the viewport has a new length to lay out for; a second call returns false. A scrollbar that appears with one
   * layout and disappears with the next would alternate for ever, so each length is tried once per outer size.
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

  /** Forgets all lengths, because laying out has failed. */
  forget(): void { this.outer = ""; this.lengths.clear(); }
}

function lengthOf({ clientWidth, clientHeight }: HTMLElement, isVertical: boolean): number { return isVertical ? clientWidth : clientHeight; }

function outerSize({ offsetWidth, offsetHeight }: HTMLElement): string { return `${offsetWidth} ${offsetHeight}`; }
