/** Announces things to screen readers (App.svelte holds the two live regions). */

const MOST = 3 // sentences kept in a region; older ones have been read

function region(urgent: boolean): HTMLElement | null {
  return document.getElementById(urgent ? 'said-now' : 'said')
}

/** `urgent` interrupts what is being read: verdicts, "your turn". */
export function announce(text: string, urgent = false): void {
  const place = region(urgent)
  if (!place || !text) return
  const line = document.createElement('p')
  line.textContent = text
  place.append(line)
  while (place.childElementCount > MOST) place.firstElementChild!.remove()
}
