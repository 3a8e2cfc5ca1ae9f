// SPDX-License-Identifier: Apache-2.0
// An action for Svelte 5: the items of a <tatami-wall> show a component.
//
//   <tatami-wall src="http://localhost:8080" document={documentFor} data={photos} use:items={Card} style="height: 100vh"></tatami-wall>
//
// `Card` has the props `data` and `attributes`. Items are as long as the document says; to measure contents, use the element
// with a `<template>`.

import { type Component, mount, unmount } from "svelte";
import { type FilledNode, followNodes } from "../wall/filling.js";
import { defineTatamiWall, type TatamiWallElement } from "../wall/tatami-element.js";

/** Mounts `Card` in each node that shows an item, with its data and attributes. */
export function items<Data>(wall: HTMLElement, Card: Component<{ data: Data; attributes: FilledNode["attributes"] }>): { destroy(): void } {
  const mounted = new Map<HTMLElement, { of: FilledNode<Data>; card: object }>();
  const drop = (node: HTMLElement, card: object) => {
    mounted.delete(node);
    void unmount(card);
  };
  defineTatamiWall();
  const end = followNodes<Data>(wall as TatamiWallElement, (nodes) => {
    const now = new Map(nodes.map((one) => [one.node, one]));
    for (const [node, { of, card }] of mounted) if (now.get(node) !== of) drop(node, card);
    for (const [node, of] of now) {
      if (of.attributes.category === "cell" && !mounted.has(node)) mounted.set(node, { of, card: mount(Card, { target: node, props: { data: of.data, attributes: of.attributes } }) });
    }
  });
  return {
    destroy() {
      end();
      for (const [node, { card }] of mounted) drop(node, card);
    },
  };
}
