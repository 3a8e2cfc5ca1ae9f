// SPDX-License-Identifier: Apache-2.0
"use client";
// Walls for React, 18 and later: a hook that returns what to draw, and a component that draws it.

export { TatamiWall, type TatamiWallProps } from "./tatami-wall.js";
export { type BoxStyle, type InitialLayout, useTatamiWall, type Wall, type WallBody, type WallInput, type WallItem } from "./use-tatami-wall.js";
