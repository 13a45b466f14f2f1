/** The facts of a version that serves or has served, with its payee's name and the domain that vouched for it. */
import type { Uuid } from '@countersign/contract/wire/ids'
import { domainNameOf } from '../domains/domains.reads.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import type { PaymentFacts } from './payment-facts.ts'
import { selectServedVersion } from './recipient-versions.store.ts'

export interface ServedVersion extends PaymentFacts {
  readonly recipient_id: Uuid
  readonly name: string
  /** Newest first: facts of older requests were signed with them. */
  readonly former_names: readonly string[]
  readonly domain: string
}

export const findServedVersion = async (tx: SystemTx, id: Uuid): Promise<ServedVersion | undefined> => {
  const row = await selectServedVersion(tx, id)
  if (!row || row.vouched_by === null) return undefined
  const { vouched_by, ...facts } = row
  const domain = await domainNameOf(tx, vouched_by)
  return domain === undefined ? undefined : { ...facts, domain }
}
