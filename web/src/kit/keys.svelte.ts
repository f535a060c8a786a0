/** Keyboard shortcuts. The help ("?") lists what is bound. */

import { untrack } from 'svelte'

export interface Shortcut {
  /** As in KeyboardEvent.key: ' ', 'Enter', 'h', 'ArrowLeft'; letters in lower case. */
  key: string
  says: string
  run(event: KeyboardEvent): void
  /** Runs again while the key is held down. */
  repeats?: boolean
}

let bound = $state.raw<Shortcut[]>([])

export const shortcuts = (): readonly Shortcut[] => bound

/**
 * Binds keys and returns a function that unbinds them; in a component: `$effect(() => bindKeys([...]))`. The latest
 * binding of a key wins. Keys go to a focused button or field first, as people expect: space on a focused button presses
 * that button, and Escape closes an open dialog.
 */
export function bindKeys(list: Shortcut[]): () => void {
  const before = untrack(() => bound) // binding must not depend on what others have bound
  bound = [...before, ...list]
  return () => {
    bound = bound.filter((shortcut) => !list.includes(shortcut))
  }
}

const busy = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof Element)) return false
  if (target.closest('input, select, textarea, [contenteditable]')) return true
  if (key === 'Escape' && target.closest('dialog')) return true // closes the dialog, whatever the table behind it has bound
  return (key === ' ' || key === 'Enter') && target.closest('button:not([data-keys-through]), a, summary') !== null
}

/** Listens on the window, once (main.ts). */
export function heardKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || busy(event.target, event.key)) return
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  const found = bound.findLast((shortcut) => shortcut.key === key)
  if (!found) return
  event.preventDefault()
  if (!event.repeat || found.repeats) found.run(event)
}

/** A clicked button outside the game does not keep the focus (`data-no-focus`): the next space still rings the bell. */
export function heardMouse(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-no-focus]')) event.preventDefault()
}

/** A key's usual name. */
export function keyName(key: string): string {
  const names: Record<string, string> = {
    ' ': 'Space',
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Escape: 'Esc',
  }
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : key)
}
