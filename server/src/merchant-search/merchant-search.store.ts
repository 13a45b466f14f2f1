/** The one statement of the search; the tables are those of other modules, read through a function. */
import { SEARCH_HITS_MAX, SEARCH_LOOKS_MAX } from '@countersign/contract/merchant-search/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'

export interface FoundRecord {
  readonly type: 'recipient' | 'agent' | 'merchant_domain'
  readonly id: Uuid
  readonly name: string
  readonly status: string
  readonly domain: string | null
}

export const searchRecords = async ({ client }: TenantTx, wanted: string, id: Uuid): Promise<FoundRecord[]> => {
  const text = 'select type, id, name, status, domain from search_records($1, $2, $3, $4)'
  const values = [wanted, id, SEARCH_LOOKS_MAX, SEARCH_HITS_MAX]
  return (await client.query<FoundRecord>({ name: 'search_records', text, values })).rows
}
