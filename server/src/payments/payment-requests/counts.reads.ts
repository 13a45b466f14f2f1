/** Figures of requests, as the index keeps them, that other resources build on. */
import { REQUEST_COUNT_MAX } from '@pursestrings/contract/connections/records'
import type { OverviewBucketName } from '@pursestrings/contract/overview/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type { UsesOf, VersionUse } from '../../payees/recipients/recipients.reads.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

export interface CountRow {
  readonly starts_at: Date
  readonly measure: string
  readonly count: number
}
interface Span {
  readonly from: Date
  readonly to: Date
}

/** Where requests stand, bucket by bucket. */
export const countsBetween = async (
  { client, merchant_id }: TenantTx,
  bucket: OverviewBucketName,
  { from, to }: Span,
): Promise<CountRow[]> => {
  const text = `select starts_at, measure, count::float8 as count from payment_request_counts
    where merchant_id = $1 and bucket = $2 and starts_at >= $3 and starts_at < $4
      and measure not like 'answered\\_%' and count <> 0`
  return (await client.query<CountRow>({ name: 'counts_between', text, values: [merchant_id, bucket, from, to] })).rows
}

/** All measures over the whole time. */
export const sumsBetween = async (
  { client, merchant_id }: TenantTx,
  bucket: OverviewBucketName,
  { from, to }: Span,
): Promise<ReadonlyMap<string, number>> => {
  const text = `select measure, sum(count)::float8 as count from payment_request_counts
    where merchant_id = $1 and bucket = $2 and starts_at >= $3 and starts_at < $4 group by measure`
  const values = [merchant_id, bucket, from, to]
  const { rows } = await client.query<Omit<CountRow, 'starts_at'>>({ name: 'sums_between', text, values })
  return new Map(rows.map(({ measure, count }) => [measure, count]))
}

/** How the requests of a connection stand, each status up to a number: what is shown need not be counted to its end. */
export const countsOfConnection = async (
  { client, merchant_id }: TenantTx,
  connection_id: Uuid,
): Promise<Readonly<Partial<Record<PaymentStatus, number>>>> => {
  const text = `select s.status, n.count::int as count from unnest(enum_range(null::payment_status)) s (status)
    cross join lateral (select count(*) from (select from payment_request_entries i
      where i.merchant_id = $1 and i.connection_id = $2 and i.status = s.status limit $3) i) n`
  const values = [merchant_id, connection_id, REQUEST_COUNT_MAX]
  const { rows } = await client.query<{ status: PaymentStatus; count: number }>({
    name: 'counts_of_connection',
    text,
    values,
  })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** What waits now. A request waits for seven days at most, so older buckets have none. */
export const waitingNow = async ({
  client,
  merchant_id,
}: TenantTx): Promise<{ count: number; oldest_at: Date | null }> => {
  const text = `select coalesce((select sum(k.count) from payment_request_counts k where k.merchant_id = $1
      and k.bucket = 'hour' and k.starts_at >= now() - interval '8 days' and k.measure = 'pending'), 0)::float8 as count,
    (select i.created_at from payment_request_entries i where i.merchant_id = $1 and i.status = 'pending'
      order by i.created_at, i.payment_request_id limit 1) as oldest_at`
  const { rows } = await client.query({ name: 'waiting_now', text, values: [merchant_id] })
  return rows[0] as { count: number; oldest_at: Date | null }
}

/** How many requests name each of these versions, and when the newest was made; absent for none. */
export const usesOfVersions: UsesOf = async ({ client, merchant_id }, versions) => {
  const text = `select recipient_version_id, count::float8 as request_count, last_created_at as last_request_at
    from recipient_version_counts where merchant_id = $1 and recipient_version_id = any ($2)`
  const { rows } = await client.query<VersionUse & { recipient_version_id: Uuid }>({
    name: 'uses_of_versions',
    text,
    values: [merchant_id, versions],
  })
  return new Map(rows.map(({ recipient_version_id, ...use }) => [recipient_version_id, use]))
}

/** When the agent created its newest request: one look for each status, along the index. */
export const lastAskedAt = async ({ client, merchant_id }: TenantTx, agent_id: Uuid): Promise<Date | null> => {
  const text = `select max(i.created_at) as at from unnest(enum_range(null::payment_status)) s cross join lateral (
      select created_at from payment_request_entries where merchant_id = $1 and agent_id = $2 and status = s
      order by created_at desc limit 1) i`
  const { rows } = await client.query<{ at: Date | null }>({
    name: 'last_asked_at',
    text,
    values: [merchant_id, agent_id],
  })
  return rows[0]?.at ?? null
}

/** What a recall of the version would stop, and what it would come too late for. Of a month: an older request is not going anywhere. */
export const countOfVersion = async ({ client, merchant_id }: TenantTx, recipient_version_id: Uuid) => {
  const text = `select count(*) filter (where p.status = 'pending' and p.expires_at > now())::int as pending,
      count(*) filter (where p.status in ('signed', 'broadcasted'))::int as under_way
    from payment_requests p where p.merchant_id = $1 and p.recipient_version_id = $2
      and p.created_at > now() - interval '30 days'`
  const values = [merchant_id, recipient_version_id]
  const { rows } = await client.query<{ pending: number; under_way: number }>({
    name: 'count_of_version',
    text,
    values,
  })
  return rows[0] ?? { pending: 0, under_way: 0 }
}
