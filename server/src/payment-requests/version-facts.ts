/**
 * What a recipient version pays to, kept in memory by its id: a version that has served never changes, so neither does
 * this. Only the name of its payee may: a notification tells, and whoever missed it looks again after half a minute. Whether
 * it is still the active one is asked of the database at every create.
 */
import { factsText, type PaymentFacts } from '@countersign/contract/payment-requests/payment-facts'
import type { Uuid } from '@countersign/contract/wire/ids'
import { factsDigest } from '../facts-keys/facts-digest.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { findServedVersion, type ServedVersion } from '../recipients/find-served-version.ts'
import { RENAMED_TOPIC } from '../recipients/renamed-topic.ts'
import type { Wake } from '../wake/wake.ts'

const KEPT_MAX = 20_000
const KEPT_MS = 30_000
/** However often payees are renamed, what is kept for all others lives so long. */
const CLEARED_EVERY_MS = 1_000

export type VersionFacts = (
  recipient_version_id: Uuid,
  how?: 'fresh',
) => ServedVersion | Promise<ServedVersion | undefined>

export const keepVersionFacts = ({ asSystem }: Transactions, wake?: Pick<Wake, 'on'>): VersionFacts => {
  const kept = new Map<Uuid, { readonly version: ServedVersion; readonly until: number }>()
  let cleared_at = -CLEARED_EVERY_MS
  wake?.on(RENAMED_TOPIC, () => {
    if (performance.now() - cleared_at < CLEARED_EVERY_MS) return
    cleared_at = performance.now()
    kept.clear()
  })
  const look = async (recipient_version_id: Uuid): Promise<ServedVersion | undefined> => {
    const version = await asSystem((tx) => findServedVersion(tx, recipient_version_id))
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
  readonly version: ServedVersion
  readonly facts: PaymentFacts
  readonly text: string
}

/** The facts that a payment was made with: under the name that its payee had then, which the digest tells. */
export const factsAsPinned = async (
  versionFacts: VersionFacts,
  { recipient_version_id, facts_digest }: Pinned,
  factsWith: (version: ServedVersion) => PaymentFacts,
): Promise<AsPinned> => {
  const fitting = (version: ServedVersion): AsPinned | undefined => {
    for (const name of [version.name, ...version.former_names]) {
      const facts = factsWith({ ...version, name })
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
  const facts = factsWith(fresh)
  return fitting(fresh) ?? { version: fresh, facts, text: factsText(facts) }
}
