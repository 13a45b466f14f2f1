/**
 * Payees, agents and domains by what people know of them: a name, an id, an address. A merchant key finds no more than its
 * scopes let it read: payees with `recipients:read`, and neither agents nor domains.
 */
import { SEARCH_HITS_MAX, SEARCH_LOOKS_MAX } from '@pursestrings/contract/merchant-search/operations'
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { MerchantCaller, MerchantKeyCaller } from '../../platform/credentials/callers.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

// The one statement of the search; the tables are those of other modules, read through a function.

interface FoundRecord {
  readonly type: 'recipient' | 'agent' | 'merchant_domain'
  readonly id: Uuid
  readonly name: string
  readonly status: string
  readonly domain: string | null
}

const searchRecords = async ({ client }: TenantTx, wanted: string, id: Uuid): Promise<FoundRecord[]> => {
  const text = 'select type, id, name, status, domain from search_records($1, $2, $3, $4)'
  const values = [wanted, id, SEARCH_LOOKS_MAX, SEARCH_HITS_MAX]
  return (await client.query<FoundRecord>({ name: 'search_records', text, values })).rows
}

const PREFIX = { recipient: 'rcp', agent: 'agt', merchant_domain: 'dom' } as const

type Caller = MerchantCaller | MerchantKeyCaller

const mayRead = (caller: Caller, type: FoundRecord['type']): boolean =>
  caller.kind === 'merchant_session' || (type === 'recipient' && caller.scopes.includes('recipients:read'))

export const findRecords = async (tx: TenantTx, caller: Caller, q: string) =>
  (await searchRecords(tx, q, uuidIn(q)))
    .filter(({ type }) => mayRead(caller, type))
    .map(({ type, id, name, status, domain }) => ({
      type,
      id: idOf(PREFIX[type], id),
      name,
      status,
      ...(domain !== null && { domain }),
    }))

/** Of a payee, one of its versions, an agent or a domain; otherwise the id that nothing has. */
const uuidIn = (q: string): Uuid => {
  const prefix = /^(rcp|rcv|agt|dom)_/.exec(q)?.[1] as 'rcp' | undefined
  return prefix === undefined ? NIL_UUID : uuidOf(prefix, q)
}
