/**
 * A game's drawings by name, for pictures made without a browser (tools/card_art.py renders them to SVG). A game lists
 * its own in `art.ts`, exported as `art`.
 */

import type { Component } from 'svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `drawing` has checked that the properties fit
export type Art = Record<string, [component: Component<any>, properties: object]>

export const drawing = <Properties extends object>(
  component: Component<Properties>,
  properties: Properties,
): Art[string] => [component, properties]
