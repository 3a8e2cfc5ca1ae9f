// SPDX-License-Identifier: Apache-2.0
// <TatamiWall> for Vue 3: the custom element, whose items show the default slot.
//
//   <TatamiWall src="http://localhost:8080" :document="documentFor" :data="photos" style="height: 100vh" @endreached="more">
//     <template #default="{ data, attributes }"><img :src="data.src" :alt="data.title" /></template>
//   </TatamiWall>
//
// Attributes and listeners are the element's (`scroller`, `@endreached`, `@layout`). Items are as long as the document says;
// to measure contents, use the element with a `<template>`.

import { defineComponent, h, onBeforeUnmount, onMounted, shallowRef, Teleport } from "vue";
import { type FilledNode, followNodes } from "../wall/filling.js";
import { defineTatamiWall, type TatamiWallElement } from "../wall/tatami-element.js";

export const TatamiWall = defineComponent({
  name: "TatamiWall",
  inheritAttrs: false,
  props: { document: { required: true }, data: {}, client: {} },
  setup(props, { slots, attrs }) {
    defineTatamiWall();
    const wall = shallowRef<TatamiWallElement | null>(null), nodes = shallowRef<readonly FilledNode[]>([]);
    let end: (() => void) | undefined;
    onMounted(() => { end = followNodes(wall.value as TatamiWallElement, (now) => { nodes.value = now; }); });
    onBeforeUnmount(() => end?.());
    return () => [
      // `.`: a property of the element, not an attribute.
      h("tatami-wall", { ...attrs, ref: wall, ".document": props["document"], ".data": props["data"], ".client": props["client"] }),
      ...nodes.value.map((one) => h(Teleport, { key: one.key, to: one.node }, slots["default"]?.(one))),
    ];
  },
});
