/**
 * Payees, agents and domains by what people know of them: a name, an id, an address. A merchant key finds no more than its
 * scopes let it read: payees with `recipients:read`, and neither agents nor domains.
 */
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import type { MerchantCaller, MerchantKeyCaller } from '../credentials/callers.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type FoundRecord, searchRecords } from './merchant-search.store.ts'

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
