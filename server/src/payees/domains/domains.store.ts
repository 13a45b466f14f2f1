/** Statements on merchant_domains. */
import {
  DOMAIN_CHALLENGE_LIFETIME_S,
  DOMAIN_LAPSE_AFTER_HOURS,
  DOMAIN_REMINDER_AFTER_HOURS,
  type DomainNotice,
} from '@pursestrings/contract/domains/records'
import { newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Check } from '../../platform/egress/txt-proof.ts'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

export interface Look {
  readonly ok: boolean
  readonly checks: Check[]
}
export interface LastCheck extends Look {
  readonly checked_at: string
}

export interface DomainRow {
  readonly merchant_id: Uuid
  readonly domain_id: Uuid
  readonly domain: string
  readonly status: 'pending' | 'verified' | 'lapsed'
  readonly method: 'dns' | 'https'
  readonly challenge: string
  readonly challenge_expires_at: Date
  readonly verified_at: Date | null
  readonly failing_since: Date | null
  readonly last_check: LastCheck | null
  readonly reminded_at: Date | null
  readonly notices: { readonly kind: DomainNotice; readonly sent_at: string }[]
  readonly removed_at: Date | null
  readonly created_at: Date
}

export interface DomainTables {
  merchant_domains: Table<'merchant_domains', Pick<DomainRow, 'last_check' | 'notices'>>
}

const domains = (tx: TenantTx) => tx.tables<DomainTables>()
const expiry = sql<Date>`now() + make_interval(secs => ${DOMAIN_CHALLENGE_LIFETIME_S})`

const checkOf = ({ ok, checks }: Look) => sql<LastCheck>`${JSON.stringify({ ok, checks })}::jsonb || jsonb_build_object(
  'checked_at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/**
 * A domain that is there already gets the new challenge; a verified one stays verified until a look says otherwise. One that
 * was removed comes back as if it had never been proven.
 */
export const upsertDomain = (
  tx: TenantTx,
  { domain, method, challenge }: Pick<DomainRow, 'domain' | 'method' | 'challenge'>,
): Promise<DomainRow> =>
  domains(tx)
    .insertInto('merchant_domains')
    .values({
      merchant_id: tx.merchant_id,
      domain_id: newUuidFor(tx.merchant_id),
      domain,
      status: 'pending',
      method,
      challenge,
      challenge_expires_at: expiry,
      verified_at: null,
      failing_since: null,
    })
    .onConflict((c) =>
      c.columns(['merchant_id', 'domain']).doUpdateSet({
        method,
        challenge,
        challenge_expires_at: expiry,
        status: sql<'pending'>`case when merchant_domains.removed_at is null then merchant_domains.status else 'pending' end`,
        removed_at: null,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const selectDomains = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<DomainRow[]> =>
  domains(tx)
    .selectFrom('merchant_domains')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .where('removed_at', 'is', null)
    .$if(before !== undefined, (q) => q.where('domain_id', '<', before as Uuid))
    .orderBy('domain_id', 'desc')
    .limit(limit)
    .execute()

/** Only if the challenge is still the one that was looked for. */
export const markVerified = (
  tx: TenantTx,
  { domain_id, challenge }: DomainRow,
  look: Look,
): Promise<DomainRow | undefined> =>
  domains(tx)
    .updateTable('merchant_domains')
    .set({
      status: 'verified',
      verified_at: sql`now()`,
      failing_since: null,
      reminded_at: null,
      notices: sql`'[]'::jsonb`,
      last_check: checkOf(look),
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('challenge', '=', challenge)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** What a look saw that changes nothing else. */
export const noteLook = async (tx: TenantTx, { domain_id, challenge }: DomainRow, look: Look): Promise<void> => {
  await domains(tx)
    .updateTable('merchant_domains')
    .set({ last_check: checkOf(look) })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('challenge', '=', challenge)
    .execute()
}

/** Whether there was one to remove. What it was called is kept: requests name it. */
export const markRemoved = async (tx: TenantTx, domain_id: Uuid): Promise<DomainRow | undefined> =>
  domains(tx)
    .updateTable('merchant_domains')
    .set({
      removed_at: sql<Date>`now()`,
      status: sql<'lapsed'>`case status when 'verified' then 'lapsed' else status end`,
      failing_since: null,
      reminded_at: null,
      notices: sql`'[]'::jsonb`,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Only while it still fails: a proof has taken back what there was to tell. */
export const addNotice = async (tx: TenantTx, domain_id: Uuid, kind: DomainNotice): Promise<DomainRow | undefined> =>
  domains(tx)
    .updateTable('merchant_domains')
    .set({
      notices: sql`notices || jsonb_build_object('kind', ${kind}::text,
        'sent_at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('failing_since', 'is not', null)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/**
 * A look by ourselves that failed: noted at first, and after a day of failing the domain has lapsed. Nothing happens if
 * somebody has proven it since the look began. Answers what it came to, if anything did.
 */
export const noteFailedLook = async (
  tx: TenantTx,
  { domain_id, verified_at }: Pick<DomainRow, 'domain_id' | 'verified_at'>,
): Promise<{ came_to: DomainNotice; failing_since: Date } | undefined> => {
  const row = await domains(tx)
    .updateTable('merchant_domains')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, now())`,
      reminded_at: sql<Date>`coalesce(reminded_at,
        case when failing_since < now() - make_interval(hours => ${DOMAIN_REMINDER_AFTER_HOURS}) then now() end)`,
      status: sql<'lapsed'>`case when failing_since < now() - make_interval(hours => ${DOMAIN_LAPSE_AFTER_HOURS})
        then 'lapsed' else status end`,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('status', '=', 'verified')
    // JavaScript's clock has milliseconds, PostgreSQL's has more.
    .where(sql<Date>`date_trunc('milliseconds', verified_at)`, '=', verified_at)
    .returning(['status', 'failing_since'])
    .returning(sql<boolean>`failing_since = now()`.as('began'))
    .returning(sql<boolean>`reminded_at = now()`.as('reminded'))
    .executeTakeFirst()
  if (!row?.failing_since) return undefined
  const came_to = row.status === 'lapsed' ? 'lapsed' : row.began ? 'failing' : row.reminded ? 'reminder' : undefined
  return came_to && { came_to, failing_since: row.failing_since }
}

export const countVerified = async (tx: TenantTx): Promise<number> => {
  const { n } = await domains(tx)
    .selectFrom('merchant_domains')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'verified')
    .executeTakeFirstOrThrow()
  return n
}

/** The names of those that are proven; none of them lapses before whoever asks commits. */
export const holdVerified = async (tx: TenantTx): Promise<string[]> => {
  const rows = await domains(tx)
    .selectFrom('merchant_domains')
    .select('domain')
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'verified')
    .orderBy('domain')
    .forShare()
    .execute()
  return rows.map(({ domain }) => domain)
}

/** How many others there are beside this one; whoever asks is alone until it commits, so that a cap holds in a race. */
export const holdDomainCount = async (tx: TenantTx, beside: string): Promise<number> => {
  const name = `domains ${tx.merchant_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(domains(tx))
  const { n } = await domains(tx)
    .selectFrom('merchant_domains')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('removed_at', 'is', null)
    .where('domain', '<>', beside)
    .executeTakeFirstOrThrow()
  return n
}
