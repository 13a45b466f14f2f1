/** A key is shut out at once and for good. Again changes nothing and leaves no second line in the log. */
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type MerchantKeyRow, revokeMerchantKey as revoke } from './merchant-keys.store.ts'
import { readMerchantKey } from './read-merchant-key.ts'

interface Input {
  readonly merchant_key_id: Uuid
  readonly actor: string
}

export const revokeMerchantKey = async (tx: TenantTx, { merchant_key_id, actor }: Input): Promise<MerchantKeyRow> => {
  const revoked = await revoke(tx, merchant_key_id)
  if (!revoked) return readMerchantKey(tx, merchant_key_id)
  const { name, last_four } = revoked
  await appendAuditEvent(tx, {
    action: 'merchant_key.revoked',
    actor,
    target: idOf('mky', merchant_key_id),
    details: { name, last_four },
  })
  return revoked
}
