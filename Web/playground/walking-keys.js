// SPDX-License-Identifier: Apache-2.0
export const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
export function leads({ key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey }) {
    return keys.includes(key) && !(defaultPrevented || altKey || ctrlKey || metaKey || shiftKey)
        && target?.dataset?.["key"]?.startsWith("cell/") === true;
}
