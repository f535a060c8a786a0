/** Links to tables: how they are written and read. */

export const tablePath = (table: string, invite: string | null = null): string =>
  `/t/${table}${invite ? `/${invite}` : ''}`

/** `page` is the address of this page as a friend's device can reach it. */
export const inviteLink = (page: string, table: string, invite: string): string => `${page}#${tablePath(table, invite)}`

/** The table and invitation that a link, or only its last part, names; null if it names none. */
export function readInvite(link: string): { table: string; invite: string | null } | null {
  const found = /(?:\/t\/)?([\w-]{8,})(?:[#/]([\w-]+))?$/.exec(link.trim())
  return found ? { table: found[1]!, invite: found[2] ?? null } : null
}

/** True for the names that mean a different machine on every machine: a link with one of them is of no use to friends. */
export const onThisMachine = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '127.0.0.1' || host === '[::1]'
