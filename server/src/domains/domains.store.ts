/** Statements on merchant_domains. */
import { DOMAIN_CHALLENGE_LIFETIME_S, DOMAIN_LAPSE_AFTER_HOURS } from '@countersign/contract/domains/records'
import { newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { TenantTx } from '../postgres/transaction.ts'

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
  readonly created_at: Date
}

export interface DomainTables {
  merchant_domains: Table<'merchant_domains'>
}

const domains = (tx: TenantTx) => tx.tables<DomainTables>()
const expiry = sql<Date>`now() + make_interval(secs => ${DOMAIN_CHALLENGE_LIFETIME_S})`

/** A domain that is there already gets the new challenge; a verified one stays verified until a look says otherwise. */
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
      c.columns(['merchant_id', 'domain']).doUpdateSet({ method, challenge, challenge_expires_at: expiry }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

export const selectDomains = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<DomainRow[]> =>
  domains(tx)
    .selectFrom('merchant_domains')
    .selectAll()
    .where('merchant_id', '=', tx.merchant_id)
    .$if(before !== undefined, (q) => q.where('domain_id', '<', before as Uuid))
    .orderBy('domain_id', 'desc')
    .limit(limit)
    .execute()

/** Only if the challenge is still the one that was looked for. */
export const markVerified = (tx: TenantTx, { domain_id, challenge }: DomainRow): Promise<DomainRow | undefined> =>
  domains(tx)
    .updateTable('merchant_domains')
    .set({ status: 'verified', verified_at: sql`now()`, failing_since: null })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('challenge', '=', challenge)
    .returningAll()
    .executeTakeFirst()

/**
 * A look by ourselves that failed: noted at first, and after a day of failing the domain has lapsed. Nothing happens if
 * somebody has proven it since the look began. Answers what it came to, if anything did.
 */
export const noteFailedLook = async (
  tx: TenantTx,
  { domain_id, verified_at }: DomainRow,
): Promise<'failing' | 'lapsed' | undefined> => {
  const row = await domains(tx)
    .updateTable('merchant_domains')
    .set({
      failing_since: sql<Date>`coalesce(failing_since, now())`,
      status: sql<'lapsed'>`case when failing_since < now() - make_interval(hours => ${DOMAIN_LAPSE_AFTER_HOURS})
        then 'lapsed' else status end`,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('status', '=', 'verified')
    // JavaScript's clock has milliseconds, PostgreSQL's has more.
    .where(sql<Date>`date_trunc('milliseconds', verified_at)`, '=', verified_at)
    .returning(['status', sql<boolean>`failing_since = now()`.as('began')])
    .executeTakeFirst()
  return row?.status === 'lapsed' ? 'lapsed' : row?.began ? 'failing' : undefined
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

/** How many others there are beside this one; whoever asks is alone until it commits, so that a cap holds in a race. */
export const holdDomainCount = async (tx: TenantTx, beside: string): Promise<number> => {
  const name = `domains ${tx.merchant_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(domains(tx))
  const { n } = await domains(tx)
    .selectFrom('merchant_domains')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain', '<>', beside)
    .executeTakeFirstOrThrow()
  return n
}
