/** A domain that vouches for nothing any more. What depended on its proof stops in the same transaction, as at a lapse. */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { readMerchant } from '../merchants/read-merchant.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { markRemoved } from './domains.store.ts'
import { suspendWithoutProof } from './suspend-without-proof.ts'

/** The payees that a domain vouches for; a module after this one knows them. */
export interface Vouched {
  count(tx: TenantTx, domain_id: Uuid): Promise<number>
  /** How many no longer serve. */
  suspend(tx: TenantTx, domain_id: Uuid, actor: string): Promise<number>
}

export const removeDomain = async (
  tx: TenantTx,
  vouched: Vouched,
  { domain_id, account_id }: { domain_id: Uuid; account_id: Uuid },
) => {
  const removed = await markRemoved(tx, domain_id)
  if (!removed) throw new Refusal(resourceNotFound)
  const actor = idOf('acc', account_id)
  await appendAuditEvent(tx, {
    action: 'merchant_domain.removed',
    actor,
    target: idOf('dom', domain_id),
    details: { domain: removed.domain },
  })
  const payees_suspended = await vouched.suspend(tx, domain_id, actor)
  await suspendWithoutProof(tx, actor)
  const { status: merchant_status } = await readMerchant(tx, tx.merchant_id)
  return { removed: true as const, payees_suspended, merchant_status }
}
