/** An organization without any proven domain is suspended, and hears of it. */
import { appendEvent } from '../events/append-event.ts'
import { suspendMerchant } from '../merchants/activate-merchant.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { countVerified } from './domains.store.ts'

export const suspendWithoutProof = async (tx: TenantTx, actor: string): Promise<void> => {
  if ((await countVerified(tx)) > 0 || !(await suspendMerchant(tx, actor))) return
  const { merchant_id } = tx
  await appendEvent(tx, {
    kind: 'merchant.suspended',
    merchant_id,
    subject_id: merchant_id,
    data: { suspended_by: 'lapse' },
  })
}
