/** One merchant key, or the answer that there is none for this credential. */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type MerchantKeyRow, selectMerchantKey } from './merchant-keys.store.ts'

export const readMerchantKey = async (tx: TenantTx, merchant_key_id: Uuid): Promise<MerchantKeyRow> => {
  const key = await selectMerchantKey(tx, merchant_key_id)
  if (!key) throw new Refusal(resourceNotFound)
  return key
}
