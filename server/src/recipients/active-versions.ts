/** Which version of each recipient serves now, by the recipient's id; null where none does, absent where there is none. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectActiveVersions } from './recipients.store.ts'

export type ActiveVersions = ReadonlyMap<Uuid, Uuid | null>

const look = async (tx: TenantTx, ids: readonly Uuid[], hold: boolean): Promise<ActiveVersions> => {
  if (ids.length === 0) return new Map()
  const rows = await selectActiveVersions(tx, ids, hold)
  return new Map(rows.map((row) => [row.recipient_id, row.active_version_id]))
}

export const activeVersions = (tx: TenantTx, ids: readonly Uuid[]): Promise<ActiveVersions> => look(tx, ids, false)

/** A payee cannot be swapped between this look and the commit. */
export const holdActiveVersions = (tx: TenantTx, ids: readonly Uuid[]): Promise<ActiveVersions> => look(tx, ids, true)
