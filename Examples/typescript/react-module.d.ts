// SPDX-License-Identifier: Apache-2.0
// What react.ts uses of React, so that this folder compiles without it. Where React is, its own types are taken.
declare module "react" {
  export function useCallback<Function>(callback: Function, dependencies: readonly unknown[]): Function;
  export function useEffect(effect: () => (() => void) | void, dependencies?: readonly unknown[]): void;
  export function useRef<Value>(initial: Value): { current: Value };
  export function useState<Value>(initial: Value | (() => Value)): [Value, (value: Value | ((before: Value) => Value)) => void];
}
