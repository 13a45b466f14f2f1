/** A key is shut out at once and for good. Again changes nothing and leaves no second line in the log. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { Enqueue } from '../jobs/enqueue.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type MerchantKeyRow, revokeMerchantKey as revoke } from './merchant-keys.store.ts'
import { readMerchantKey } from './read-merchant-key.ts'
import { type By, tellOwners } from './tell-owners.ts'

interface Input extends By {
  readonly merchant_key_id: Uuid
}

export const revokeMerchantKey = async (
  tx: TenantTx,
  jobs: Enqueue,
  { merchant_key_id, actor, email }: Input,
): Promise<MerchantKeyRow> => {
  const revoked = await revoke(tx, merchant_key_id)
  if (!revoked) return readMerchantKey(tx, merchant_key_id)
  const { name, last_four } = revoked
  await appendAuditEvent(tx, {
    action: 'merchant_key.revoked',
    actor,
    target: idOf('mky', merchant_key_id),
    details: { name, last_four },
  })
  await tellOwners(tx, jobs, {
    subject: `Merchant key ${name} was revoked`,
    text: `${email} revoked the merchant key "${name}", which ends in ${last_four}. It no longer works.`,
  })
  return revoked
}
