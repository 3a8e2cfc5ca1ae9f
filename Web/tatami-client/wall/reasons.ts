// SPDX-License-Identifier: Apache-2.0
// Error messages for the console.

import { isOtherOrigin, TatamiProblem } from "../client/tatami-wire.js";

/** Returns what went wrong, and where in the document. */
export function reasonOf(error: unknown, base: string): string {
  const places = error instanceof TatamiProblem ? error.errors.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`) : [];
  // A browser doesn't say why it withholds a response from another origin.
  const hint = !(error instanceof TypeError) || !isOtherOrigin(base) ? ""
    : !/^https?:$/.test(new URL(base, location.href).protocol) ? `. An address begins with http:// or https://, and ${base} does not.`
    : `. Does ${base} run, and allow this page's origin? (--cors-origins ${location.origin})`;
  return `${(error as Error | undefined)?.message ?? String(error)}${hint}${places.join("")}`;
}
