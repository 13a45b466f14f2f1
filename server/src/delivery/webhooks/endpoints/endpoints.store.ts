/** Statements on webhook_endpoints as their merchant sees them; `sending.store` has the worker's. */
import type { WebhookDisabledReason, WebhookEndpointStatus } from '@pursestrings/contract/webhook-endpoints/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../../platform/postgres/table.ts'
import type { TenantTx } from '../../../platform/postgres/transaction.ts'
import { type PreviousSecret, type Sealed, STILL_SIGNING } from './webhook-secret.ts'

export interface EndpointRow {
  readonly webhook_endpoint_id: Uuid
  readonly url: string
  readonly description: string | null
  readonly event_types: string[] | null
  readonly status: WebhookEndpointStatus
  readonly disabled_reason: WebhookDisabledReason | null
  readonly version: number
  readonly created_at: Date
  readonly verified_at: Date | null
  readonly failing_since: Date | null
  readonly previous_secret_until: Date | null
}

interface Tables {
  webhook_endpoints: Table<'webhook_endpoints'>
}

const SHOWN = [
  'webhook_endpoint_id',
  'url',
  'description',
  'event_types',
  'status',
  'disabled_reason',
  'version',
  'created_at',
  'verified_at',
  'failing_since',
  // Of the newest among them; one that is over is none.
  sql<Date | null>`(select max((s ->> 'until')::timestamptz) from jsonb_array_elements(previous_secrets) s
    where (s ->> 'until')::timestamptz > now())`.as('previous_secret_until'),
] as const

const time = (at: Date | null): string | null => at?.toISOString() ?? null

export const endpointOnWire = (row: EndpointRow) => ({
  ...row,
  webhook_endpoint_id: idOf('whe', row.webhook_endpoint_id),
  created_at: row.created_at.toISOString(),
  verified_at: time(row.verified_at),
  failing_since: time(row.failing_since),
  previous_secret_until: time(row.previous_secret_until),
})

/** Endpoints of one merchant are created one after the other, so that none overlooks another. */
export const countEndpoints = async (tx: TenantTx): Promise<number> => {
  await tx.client.query("select pg_advisory_xact_lock(hashtextextended('webhook-endpoints ' || $1, 0))", [
    tx.merchant_id,
  ])
  const { n } = await tx
    .tables<Tables>()
    .selectFrom('webhook_endpoints')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow()
  return n
}

type NewEndpoint = Pick<EndpointRow, 'webhook_endpoint_id' | 'url' | 'description' | 'event_types'>

export const insertEndpoint = (tx: TenantTx, endpoint: NewEndpoint, { key_id, sealed }: Sealed): Promise<EndpointRow> =>
  tx
    .tables<Tables>()
    .insertInto('webhook_endpoints')
    .values({ merchant_id: tx.merchant_id, ...endpoint, secret_key_id: key_id, secret_sealed: sealed })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

const one = (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('webhook_endpoints')
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_endpoint_id', '=', webhook_endpoint_id)

export const selectEndpoint = (tx: TenantTx, webhook_endpoint_id: Uuid): Promise<EndpointRow | undefined> =>
  one(tx, webhook_endpoint_id).select(SHOWN).executeTakeFirst()

/** As it is now and stays until the commit. */
export const lockEndpoint = (tx: TenantTx, webhook_endpoint_id: Uuid): Promise<EndpointRow | undefined> =>
  one(tx, webhook_endpoint_id).select(SHOWN).forNoKeyUpdate().executeTakeFirst()

/** Newest first, strictly before the endpoint that the cursor names. */
export const selectEndpoints = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<EndpointRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('webhook_endpoints')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .$if(before !== undefined, (q) => q.where('webhook_endpoint_id', '<', before as Uuid))
    .orderBy('webhook_endpoint_id', 'desc')
    .limit(limit)
    .execute()

/** Where to send, what to sign with now, and what time it is. */
export const selectSealed = (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  one(tx, webhook_endpoint_id)
    .select([...SHOWN, 'secret_key_id', 'secret_sealed'])
    .select(sql<PreviousSecret[]>`${sql.raw(STILL_SIGNING)}`.as('previous_secrets'))
    .select(sql<Date>`now()`.as('now'))
    .executeTakeFirst()

const changed = (tx: TenantTx, webhook_endpoint_id: Uuid) =>
  tx
    .tables<Tables>()
    .updateTable('webhook_endpoints')
    .set({ version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_endpoint_id', '=', webhook_endpoint_id)
    .returning(SHOWN)

/** What was held against it is forgotten. */
const HEALTHY = { failing_since: null, failures_in_a_row: 0, rests_until: null } as const

export type EndpointChanges = Partial<
  Pick<EndpointRow, 'url' | 'description' | 'event_types' | 'status' | 'disabled_reason' | 'verified_at'>
>

/** Only if the version is still the one that was read. */
export const updateEndpoint = (
  tx: TenantTx,
  { webhook_endpoint_id, version }: EndpointRow,
  changes: EndpointChanges,
): Promise<EndpointRow | undefined> =>
  changed(tx, webhook_endpoint_id)
    .set({ ...changes, ...((changes.status === 'active' || changes.url !== undefined) && HEALTHY) })
    .where('version', '=', version)
    .executeTakeFirst()

/** Only if nothing has changed since the challenge was sent. */
export const markVerified = (
  tx: TenantTx,
  { webhook_endpoint_id, version }: EndpointRow,
): Promise<EndpointRow | undefined> =>
  changed(tx, webhook_endpoint_id)
    .set({ status: 'active', disabled_reason: null, verified_at: sql<Date>`now()`, ...HEALTHY })
    .where('version', '=', version)
    .executeTakeFirst()

/** `previous` are all that go on signing beside it. */
export const replaceSecret = (
  tx: TenantTx,
  webhook_endpoint_id: Uuid,
  { key_id, sealed, previous }: Sealed & { readonly previous: readonly PreviousSecret[] },
): Promise<EndpointRow> =>
  changed(tx, webhook_endpoint_id)
    .set({ secret_key_id: key_id, secret_sealed: sealed, previous_secrets: JSON.stringify(previous) })
    .executeTakeFirstOrThrow()

export const deleteEndpoint = (tx: TenantTx, webhook_endpoint_id: Uuid): Promise<{ url: string } | undefined> =>
  tx
    .tables<Tables>()
    .deleteFrom('webhook_endpoints')
    .where('merchant_id', '=', tx.merchant_id)
    .where('webhook_endpoint_id', '=', webhook_endpoint_id)
    .returning('url')
    .executeTakeFirst()
