/** Looks at a verified domain once more, for those who are about to rely on it. A failed look changes nothing by itself. */
import type { Uuid } from '@countersign/contract/wire/ids'
import { idOf } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { appendEvent } from '../events/append-event.ts'
import { suspendMerchant } from '../merchants/activate-merchant.ts'
import type { Outside } from '../outside/create-outside.ts'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { readDomain } from './domains.reads.ts'
import { countVerified, type DomainRow, markVerified, noteFailedLook } from './domains.store.ts'
import { proveDomain } from './prove-domain.ts'

interface Deps {
  readonly transactions: Transactions
  readonly outside: Outside
}

export interface Look {
  readonly ok: boolean
  readonly seen: readonly string[]
  readonly domain: DomainRow | undefined
}

export const stillProven = async (
  { transactions, outside }: Deps,
  { merchant_id, domain_id }: { merchant_id: Uuid; domain_id: Uuid },
): Promise<Look> => {
  const domain = await transactions.asTenant(merchant_id, (tx) => readDomain(tx, domain_id))
  if (domain?.status !== 'verified') return { ok: false, seen: [], domain }
  const { ok, seen } = await proveDomain(outside, domain)
  if (ok) await transactions.asTenant(merchant_id, (tx) => markVerified(tx, domain))
  return { ok, seen, domain }
}

/** After a look of our own that failed: a day of failing lapses the domain, and the last one lapsed suspends the merchant. */
export const noteLostProof = async (tx: TenantTx, domain: DomainRow, seen: readonly string[]): Promise<boolean> => {
  const came_to = await noteFailedLook(tx, domain)
  if (came_to === undefined) return false
  await appendEvent(tx, {
    kind: `merchant_domain.${came_to}`,
    merchant_id: tx.merchant_id,
    subject_id: domain.domain_id,
    data: { domain: domain.domain },
  })
  if (came_to === 'failing') return false
  const actor = 'domain-reproof'
  await appendAuditEvent(tx, {
    action: 'merchant_domain.lapsed',
    actor,
    target: idOf('dom', domain.domain_id),
    details: { domain: domain.domain, seen },
  })
  if ((await countVerified(tx)) === 0) await suspendMerchant(tx, actor)
  return true
}
