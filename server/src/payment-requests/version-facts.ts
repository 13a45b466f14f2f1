/**
 * What a recipient version pays to, kept in memory by its id: a version that has served never changes, so neither does
 * this. Whether it is still the active one is asked of the database at every create.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Transactions } from '../postgres/transaction.ts'
import { findServedVersion, type ServedVersion } from '../recipients/find-served-version.ts'

const KEPT_MAX = 20_000

export type VersionFacts = (recipient_version_id: Uuid) => ServedVersion | Promise<ServedVersion | undefined>

export const keepVersionFacts = ({ asSystem }: Transactions): VersionFacts => {
  const kept = new Map<Uuid, ServedVersion>()
  const look = async (recipient_version_id: Uuid): Promise<ServedVersion | undefined> => {
    const found = await asSystem((tx) => findServedVersion(tx, recipient_version_id))
    if (!found) return undefined
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value as Uuid)
    kept.set(recipient_version_id, found)
    return found
  }
  return (recipient_version_id) => kept.get(recipient_version_id) ?? look(recipient_version_id)
}
