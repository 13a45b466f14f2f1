/** Payees as they are read: how one stands, whom an agent can ask for, and which of them a domain vouches for. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { Network } from '@pursestrings/protocol/network-names'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { domainNames, readDomain } from '../domains/domains.reads.ts'
import type { Vouched } from '../domains/still-proven.ts'
import { selectVouchedVersions } from './recipient-versions.store.ts'
import { suspendServing } from './serve-version.ts'

// What a payer should know of a payee besides its facts: how long it has been so, what it was before, and who says so.
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

// Whom an agent of the merchant can name now: recipients with a version that serves, and the domain that vouches for it.

// The statement that lists payees which can be asked for.

interface Tables {
  recipients: Table<'recipients'>
  recipient_versions: Table<'recipient_versions'>
}

interface ActivePayeeRow {
  readonly recipient_id: Uuid
  readonly active_version_id: Uuid
  readonly number: number
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly vouched_by: Uuid
}

const selectActivePayees = async (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<ActivePayeeRow[]> => {
  const { rows } =
    await sql<ActivePayeeRow>`select r.recipient_id, r.active_version_id, v.number, r.name, v.network, v.asset,
      v.vouched_by
    from recipients r cross join lateral (
      select v.number, v.network, v.asset, v.vouched_by from recipient_versions v
      where v.merchant_id = r.merchant_id and v.recipient_version_id = r.active_version_id limit 1) v
    where r.merchant_id = ${tx.merchant_id} and r.active_version_id is not null and r.listed_by is null
      ${before === undefined ? sql`` : sql`and r.recipient_id < ${before}`}
    order by r.recipient_id desc limit ${limit}`.execute(tx.tables<Tables>())
  return rows
}

/** Newest first, strictly before the recipient that the cursor names. */
export const activePayees = async (tx: TenantTx, before: Uuid | undefined, limit: number) => {
  const rows = await selectActivePayees(tx, before, limit)
  const names = await domainNames(tx, [...new Set(rows.map((row) => row.vouched_by))])
  return rows.map(({ vouched_by, ...row }) => ({
    ...row,
    recipient_id: idOf('rcp', row.recipient_id),
    active_version_id: idOf('rcv', row.active_version_id),
    domain: names.get(vouched_by) as string,
  }))
}

// The payees that stand or fall with a domain.

export const vouchedPayees: Vouched = {
  async count(tx, domain_id) {
    return (await selectVouchedVersions(tx, domain_id, ['cooling', 'active'])).length
  },
  async suspend(tx, domain_id, actor) {
    let suspended = 0
    for (const version of await selectVouchedVersions(tx, domain_id, ['active'])) {
      if (await suspendServing(tx, version, actor)) suspended++
    }
    return suspended
  },
}
