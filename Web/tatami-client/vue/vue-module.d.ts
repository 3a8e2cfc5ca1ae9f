// SPDX-License-Identifier: Apache-2.0
// The part of Vue that vue.ts uses, so that this folder compiles without Vue. If Vue is installed, its types are used.
declare module "vue" {
  type Slots = Record<string, ((scope: any) => unknown) | undefined>;
  interface Component { name: string; inheritAttrs?: boolean; props: Record<string, object>; setup(props: Record<string, unknown>, context: { slots: Slots; attrs: Record<string, unknown> }): () => unknown }
  export function defineComponent(component: Component): Component;
  export function h(type: unknown, props: object | null, children?: unknown): unknown;
  export function onBeforeUnmount(hook: () => void): void;
  export function onMounted(hook: () => void): void;
  export function shallowRef<Value>(value: Value): { value: Value };
  export const Teleport: unknown;
}
