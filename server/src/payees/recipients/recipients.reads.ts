/** What others read of payees and their versions. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import { domainNameOf } from '../domains/domains.reads.ts'
import type { PaymentFacts } from './payment-facts.ts'
import {
  type RecipientVersionRow,
  selectEvidence,
  selectServedVersion,
  versionOnWire,
} from './recipient-versions.store.ts'
import { selectActiveVersions } from './recipients.store.ts'

/** Which version of each recipient serves now, by the recipient's id; null where none does, absent where there is none. */
export type ActiveVersions = ReadonlyMap<Uuid, Uuid | null>

const look = async (tx: TenantTx, ids: readonly Uuid[], hold: boolean): Promise<ActiveVersions> => {
  if (ids.length === 0) return new Map()
  const rows = await selectActiveVersions(tx, ids, hold)
  return new Map(rows.map((row) => [row.recipient_id, row.active_version_id]))
}

export const activeVersions = (tx: TenantTx, ids: readonly Uuid[]): Promise<ActiveVersions> => look(tx, ids, false)

/** A payee cannot be swapped between this look and the commit. */
export const holdActiveVersions = (tx: TenantTx, ids: readonly Uuid[]): Promise<ActiveVersions> => look(tx, ids, true)

/** The facts of a version that serves or has served, with its payee's name and the domain that vouched for it. */
export interface ServedVersion extends PaymentFacts {
  readonly recipient_id: Uuid
  readonly name: string
  /** Newest first: facts of older requests were signed with them. */
  readonly former_names: readonly string[]
  readonly domain: string
  /** An agent found it on that domain. */
  readonly listed: boolean
}

export const findServedVersion = async (tx: SystemTx, id: Uuid): Promise<ServedVersion | undefined> => {
  const row = await selectServedVersion(tx, id)
  if (!row || row.vouched_by === null) return undefined
  const { vouched_by, listed_by, ...facts } = row
  const domain = listed_by ?? (await domainNameOf(tx, vouched_by))
  return domain === undefined ? undefined : { ...facts, domain, listed: listed_by !== null }
}

/** What was seen of a listing last before then: the evidence that a request was made by. */
export const listingBefore = async (tx: TenantTx, id: Uuid, before: Date): Promise<string | undefined> => {
  const all = await selectEvidence(tx, id)
  return all.find(({ created_at }) => created_at.getTime() <= before.getTime())?.document
}

/** Versions beside how much they are used; a module after this one counts that. */
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
