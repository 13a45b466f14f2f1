/** One organization, or the answer that there is none for this credential. */

import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { merchantOnWire } from './merchants.reads.ts'
import { selectMerchant } from './merchants.store.ts'

export const readMerchant = async (tx: TenantTx, merchant_id: Uuid) => {
  const merchant = await selectMerchant(tx, merchant_id)
  if (!merchant) throw new Refusal(resourceNotFound)
  return merchantOnWire(merchant)
}
