// SPDX-License-Identifier: Apache-2.0
export function isLayout(value) {
    return "summary" in Object(value);
}
