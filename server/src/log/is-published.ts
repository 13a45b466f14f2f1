/** Whether everybody can see an entry of the payee log: it is in a checkpoint that enough witnesses have seen. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'
import { selectCoolingIndex, selectState } from './log.store.ts'
import { readNewest } from './prove.ts'

/** True without a log. */
export const isPublished = async (tx: SystemTx, place: () => Promise<number | undefined>): Promise<boolean> => {
  if (!(await selectState(tx))) return true
  const index = await place()
  const newest = await readNewest(tx)
  return index !== undefined && newest !== undefined && index < newest.size
}

export const isCoolingPublished = (
  tx: SystemTx,
  { merchant_id, recipient_version_id }: { merchant_id: Uuid; recipient_version_id: Uuid },
): Promise<boolean> => isPublished(tx, () => selectCoolingIndex(tx, merchant_id, recipient_version_id))
