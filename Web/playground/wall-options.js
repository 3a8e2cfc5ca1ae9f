// SPDX-License-Identifier: Apache-2.0
// The options of a virtual wall.
export function isLayout(value) {
    return "summary" in Object(value);
}
