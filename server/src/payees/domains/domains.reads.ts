/** Reads of merchant_domains that other resources build on. */
import { DOMAIN_REPROOF_AFTER_DAYS } from '@pursestrings/contract/domains/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import type { DomainRow, DomainTables } from './domains.store.ts'

export const readDomain = (tx: TenantTx, domain_id: Uuid) =>
  tx
    .tables<DomainTables>()
    .selectFrom('merchant_domains')
    .selectAll()
    .select(sql<boolean>`challenge_expires_at <= now()`.as('challenge_expired'))
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', '=', domain_id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** The one that was registered first: what a merchant is known by, however many it proves later. */
export const firstVerifiedDomain = async (tx: TenantTx): Promise<string | null> => {
  const row = await tx
    .tables<DomainTables>()
    .selectFrom('merchant_domains')
    .select('domain')
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '=', 'verified')
    .orderBy('domain_id')
    .limit(1)
    .executeTakeFirst()
  return row?.domain ?? null
}

/** Domains of all merchants whose proof is due for another look. */
export const dueDomains = (tx: SystemTx, limit: number): Promise<Pick<DomainRow, 'merchant_id' | 'domain_id'>[]> =>
  tx
    .tables<DomainTables>()
    .selectFrom('merchant_domains')
    .select(['merchant_id', 'domain_id'])
    .where('status', '=', 'verified')
    .where('verified_at', '<', sql<Date>`now() - make_interval(days => ${DOMAIN_REPROOF_AFTER_DAYS})`)
    .orderBy('verified_at')
    .limit(limit)
    .execute()

/** The host names of these domains of the merchant. */
export const domainNames = async (tx: TenantTx, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .tables<DomainTables>()
    .selectFrom('merchant_domains')
    .select(['domain_id', 'domain'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('domain_id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.domain_id, row.domain]))
}

/** The host name of a domain, whoever owns it, also after its removal: to show who vouched. */
export const domainNameOf = async (tx: SystemTx, domain_id: Uuid): Promise<string | undefined> => {
  const row = await tx
    .tables<DomainTables>()
    .selectFrom('merchant_domains')
    .select('domain')
    .where('domain_id', '=', domain_id)
    .executeTakeFirst()
  return row?.domain
}
