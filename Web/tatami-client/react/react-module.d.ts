// SPDX-License-Identifier: Apache-2.0
// The part of React that this folder uses, so that it compiles without React. If React is installed, its types are used.
declare module "react" {
  export type ReactNode = any;
  export function createElement(type: string, props: object | null, ...children: ReactNode[]): ReactNode;
  export function useCallback<Function>(callback: Function, dependencies: readonly unknown[]): Function;
  export function useEffect(effect: () => (() => void) | void, dependencies?: readonly unknown[]): void;
  export function useLayoutEffect(effect: () => (() => void) | void, dependencies?: readonly unknown[]): void;
  export function useRef<Value>(initial: Value): { current: Value };
  export function useState<Value>(initial: Value | (() => Value)): [Value, (value: Value | ((before: Value) => Value)) => void];
}
