// SPDX-License-Identifier: Apache-2.0
// The part of Svelte that svelte.ts uses, so that this folder compiles without Svelte. If Svelte is installed, its types are used.
declare module "svelte" {
  export type Component<Props> = (internals: any, props: Props) => object;
  export function mount<Props>(component: Component<Props>, options: { target: HTMLElement; props: Props }): object;
  export function unmount(component: object): Promise<void>;
}
