// SPDX-License-Identifier: Apache-2.0
// The part of React that react.ts uses, so that this folder compiles without React. If React is installed, its types are used.
declare module "react" {
  export function useCallback<Function>(callback: Function, dependencies: readonly unknown[]): Function;
  export function useEffect(effect: () => (() => void) | void, dependencies?: readonly unknown[]): void;
  export function useLayoutEffect(effect: () => (() => void) | void, dependencies?: readonly unknown[]): void;
  export function useRef<Value>(initial: Value): { current: Value };
  export function useState<Value>(initial: Value | (() => Value)): [Value, (value: Value | ((before: Value) => Value)) => void];
}
