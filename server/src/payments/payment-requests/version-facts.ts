/**
 * What a recipient version pays to, kept in memory by its id: a version that has served never changes, so neither does
 * this. Only the name of its payee may: a notification tells, and whoever missed it looks again after half a minute. Whether
 * it is still the active one is asked of the database at every create.
 */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import { factsText, type PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { RENAMED_TOPIC } from '../../payees/recipients/names.ts'
import { findServedVersion, type ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'
import { factsDigest } from '../../transparency/facts-keys/facts-keys.ts'

// The base addresses that this service has had.

interface Tables {
  facts_issuers: Table<'facts_issuers'>
}

const selectIssuers = async (tx: SystemTx): Promise<string[]> => {
  const rows = await tx.tables<Tables>().selectFrom('facts_issuers').select('issuer').orderBy('first_used_at').execute()
  return rows.map(({ issuer }) => issuer)
}

const insertIssuer = async (tx: SystemTx, issuer: string): Promise<void> => {
  await tx
    .tables<Tables>()
    .insertInto('facts_issuers')
    .values({ issuer })
    .onConflict((c) => c.doNothing())
    .execute()
}

const KEPT_MAX = 20_000
const KEPT_MS = 30_000
/** However often payees are renamed, what is kept for all others lives so long. */
const CLEARED_EVERY_MS = 1_000

export interface KnownVersion extends ServedVersion {
  /** The base address of this service, then those that it had before: facts of older requests name them. */
  readonly issuers: readonly [string, ...string[]]
}

export type VersionFacts = (
  recipient_version_id: Uuid,
  how?: 'fresh',
) => KnownVersion | Promise<KnownVersion | undefined>

interface Deps {
  readonly transactions: Pick<Transactions, 'asSystem'>
  readonly base_url: string
  readonly notifications?: Pick<Notifications, 'on'>
}

export const keepVersionFacts = ({ transactions: { asSystem }, base_url, notifications }: Deps): VersionFacts => {
  const kept = new Map<Uuid, { readonly version: KnownVersion; readonly until: number }>()
  let cleared_at = -CLEARED_EVERY_MS
  notifications?.on(RENAMED_TOPIC, () => {
    if (performance.now() - cleared_at < CLEARED_EVERY_MS) return
    cleared_at = performance.now()
    kept.clear()
  })
  const find = (recipient_version_id: Uuid) =>
    asSystem(async (tx): Promise<KnownVersion | undefined> => {
      const served = await findServedVersion(tx, recipient_version_id)
      if (!served) return undefined
      const issuers = await selectIssuers(tx)
      if (!issuers.includes(base_url)) await insertIssuer(tx, base_url)
      return { ...served, issuers: [base_url, ...issuers.filter((one) => one !== base_url)] }
    })
  const look = async (recipient_version_id: Uuid): Promise<KnownVersion | undefined> => {
    const version = await find(recipient_version_id)
    if (!version) return undefined
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as Uuid)
    kept.set(recipient_version_id, { version, until: performance.now() + KEPT_MS })
    return version
  }
  return (recipient_version_id, how) => {
    const known = how === 'fresh' ? undefined : kept.get(recipient_version_id)
    return known && known.until > performance.now() ? known.version : look(recipient_version_id)
  }
}

interface Pinned {
  readonly recipient_version_id: Uuid
  readonly facts_digest: Buffer
}

interface AsPinned {
  readonly version: KnownVersion
  readonly facts: PaymentFacts
  readonly text: string
}

/** The facts that a payment was made with: under the names that payee and service had then, which the digest tells. */
export const factsAsPinned = async (
  versionFacts: VersionFacts,
  { recipient_version_id, facts_digest }: Pinned,
  factsWith: (version: ServedVersion, issuer: string) => PaymentFacts,
): Promise<AsPinned> => {
  const fitting = (version: KnownVersion): AsPinned | undefined => {
    for (const issuer of version.issuers)
      for (const name of [version.name, ...version.former_names]) {
        const facts = factsWith({ ...version, name }, issuer)
        const text = factsText(facts)
        if (factsDigest(text).equals(facts_digest)) return { version, facts, text }
      }
    return undefined
  }
  const known = await versionFacts(recipient_version_id)
  const pinned = known && fitting(known)
  if (pinned) return pinned
  const fresh = await versionFacts(recipient_version_id, 'fresh')
  if (!fresh) throw new Error('a payment is pinned to a version that never served')
  const facts = factsWith(fresh, fresh.issuers[0])
  return fitting(fresh) ?? { version: fresh, facts, text: factsText(facts) }
}
