/** What a payer should know of a payee besides its facts: how long it has been so, what it was before, and who says so. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { readDomain } from '../domains/domains.reads.ts'

// One look at a version that serves or has served, the one before it and its newest evidence.

interface StandingRow {
  readonly number: number
  readonly activated_at: Date
  readonly vouched_by: Uuid
  /** Of the newest version, where another served before it. */
  readonly changed_at: Date | null
  readonly previous_version_id: Uuid | null
  readonly previous_address: string | null
  readonly previous_memo: string | null
  readonly previous_retired_at: Date | null
  readonly found_in: string | null
  readonly digest: string | null
  readonly seen_at: Date | null
}

const text = `select v.number, v.activated_at, v.vouched_by,
    (select case when count(*) > 1 then max(o.activated_at) end from recipient_versions o
      where o.merchant_id = v.merchant_id and o.recipient_id = v.recipient_id and o.activated_at is not null) as changed_at,
    b.recipient_version_id as previous_version_id, b.address as previous_address, b.memo as previous_memo,
    b.retired_at as previous_retired_at, e.found_in, e.digest, e.created_at as seen_at
  from recipient_versions v
  left join lateral (
    select b.* from recipient_versions b where b.merchant_id = v.merchant_id and b.recipient_id = v.recipient_id
      and b.activated_at < v.activated_at order by b.activated_at desc limit 1) b on true
  left join lateral (
    select e.* from recipient_evidence e where e.merchant_id = v.merchant_id
      and e.recipient_version_id = v.recipient_version_id and e.source_id = v.vouched_by
    order by e.evidence_id desc limit 1) e on true
  where v.merchant_id = $1 and v.recipient_version_id = $2 and v.activated_at is not null`

const selectStanding = async (
  { client, merchant_id }: TenantTx,
  recipient_version_id: Uuid,
): Promise<StandingRow | undefined> => {
  const values = [merchant_id, recipient_version_id]
  return (await client.query<StandingRow>({ name: 'payee_standing', text, values })).rows[0]
}

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
