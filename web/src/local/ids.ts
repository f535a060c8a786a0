/** What is on this device is recognised by its id, before any of the code that plays it is loaded. */

export const LOCAL = 'local-' // ids of tables and matches on this device begin with this
export const LINKED = 'log.' // a match whose log is part of the address begins with this

export const isLocal = (id: string): boolean => id.startsWith(LOCAL)

/** Matches that need no server: those of this device, and those that came with a link. */
export const isLocalMatch = (id: string): boolean => isLocal(id) || id.startsWith(LINKED)
