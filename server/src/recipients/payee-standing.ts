/** What a payer should know of a payee besides its facts: how long it has been so, what it was before, and who says so. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { readDomain } from '../domains/domains.reads.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { selectStanding } from './payee-standing.store.ts'

const isoOf = (time: Date | null): string | null => time?.toISOString() ?? null

export const payeeStandingOf = async (tx: TenantTx, recipient_version_id: Uuid) => {
  const row = await selectStanding(tx, recipient_version_id)
  if (!row) throw new Error('a request is pinned to a version that never served')
  const domain = await readDomain(tx, row.vouched_by)
  const { previous_version_id, previous_address, previous_memo, previous_retired_at } = row
  const { found_in, digest, seen_at } = row
  return {
    domain_verified_since: isoOf(domain?.verified_since ?? null),
    number: row.number,
    serving_since: row.activated_at.toISOString(),
    changed_at: isoOf(row.changed_at),
    previous:
      previous_version_id === null
        ? null
        : {
            recipient_version_id: idOf('rcv', previous_version_id),
            address: previous_address as string,
            ...(previous_memo !== null && { memo: previous_memo }),
            retired_at: isoOf(previous_retired_at),
          },
    evidence:
      found_in === null
        ? null
        : { found_in, evidence_digest: digest as string, seen_at: (seen_at as Date).toISOString() },
  }
}
