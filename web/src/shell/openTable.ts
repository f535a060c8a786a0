/** Opening a table: on this device, or on the server. */

import { keepSeat, keptTable } from '../kit/memory'
import { isLocal } from '../local/ids'
import { localEnvironment } from '../local/tables'
import { socketUrl } from '../net/http'
import { browserTableEnvironment, TableState } from '../table/table.svelte'
import { route } from './route.svelte'

/** Opens a table with the keys of this device, an invitation, or as a spectator of a public table. */
export function openTable(id: string): TableState {
  const known = keptTable(id)
  const invite = isLocal(id) ? null : route().invite || known?.invite || null
  const environment = browserTableEnvironment(socketUrl, (owner, seat, token) =>
    keepSeat(id, owner.game, invite, { seat, token }),
  )
  if (isLocal(id)) environment.connection = localEnvironment(id)
  const table = new TableState(
    id,
    (known?.seats ?? []).map(({ token }) => ({ token })),
    environment,
    invite,
  )
  table.open()
  return table
}
