/**
 * What the page is waiting for. No button waits silently: after 300 ms the page says what is happening (Waiting.svelte),
 * whether it waits for the server, for the engine, or for a file.
 */

export const SILENT_MS = 300

interface Wait {
  says: string
}

let shown = $state.raw<Wait[]>([]) // that have lasted longer than SILENT_MS, the latest last

/** The sentence to show now, or null. */
export const waitingSays = (): string | null => shown.at(-1)?.says ?? null

/** Something begins that may take a while. Call the result when it has ended. */
export function startWaiting(says: string): () => void {
  const wait = { says }
  const id = setTimeout(() => (shown = [...shown, wait]), SILENT_MS)
  return () => {
    clearTimeout(id)
    if (shown.includes(wait)) shown = shown.filter((other) => other !== wait)
  }
}

/** The result of `work`; meanwhile the page says what it waits for. */
export async function waitFor<T>(says: string, work: Promise<T>): Promise<T> {
  const end = startWaiting(says)
  try {
    return await work
  } finally {
    end()
  }
}
