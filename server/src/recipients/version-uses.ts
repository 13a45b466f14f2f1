/** Versions beside how much they are used; a module after this one counts that. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { type RecipientVersionRow, versionOnWire } from './recipient-versions.store.ts'

export interface VersionUse {
  readonly request_count: number
  readonly last_request_at: Date
}

export type UsesOf = (tx: TenantTx, versions: readonly Uuid[]) => Promise<ReadonlyMap<Uuid, VersionUse>>

export const usedOnWire = async (tx: TenantTx, usesOf: UsesOf, rows: readonly RecipientVersionRow[]) => {
  const ids = rows.map((row) => row.recipient_version_id)
  const uses = ids.length === 0 ? new Map<Uuid, VersionUse>() : await usesOf(tx, ids)
  return rows.map((row) => {
    const use = uses.get(row.recipient_version_id)
    return {
      ...versionOnWire(row),
      request_count: use?.request_count ?? 0,
      last_request_at: use?.last_request_at.toISOString() ?? null,
    }
  })
}
