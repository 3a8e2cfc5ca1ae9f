// SPDX-License-Identifier: Apache-2.0
// The keys that lead from item to item. Where they lead is in walking.ts, which is loaded with the first of them.
/** The keys that lead to another item. */
export const keys = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"];
/** Whether a key press moves to another item: only if the item itself has the focus, not a field inside it. */
export function leads({ key, target, defaultPrevented, altKey, ctrlKey, metaKey, shiftKey }) {
    return keys.includes(key) && !(defaultPrevented || altKey || ctrlKey || metaKey || shiftKey)
        && target?.dataset?.["key"]?.startsWith("cell/") === true;
}
