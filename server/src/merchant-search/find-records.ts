/** Payees, agents and domains by what people know of them: a name, an id, an address. */
import { idOf, NIL_UUID, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { type FoundRecord, searchRecords } from './merchant-search.store.ts'

const PREFIX = { recipient: 'rcp', agent: 'agt', merchant_domain: 'dom' } as const

export const findRecords = async (tx: TenantTx, q: string) =>
  (await searchRecords(tx, q, uuidIn(q))).map(({ type, id, name, status, domain }: FoundRecord) => ({
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
