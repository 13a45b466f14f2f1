/** The wallet of a device, for those who know the device alone. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { SystemTx } from '../postgres/transaction.ts'

export const walletOf = async ({ client }: SystemTx, device_id: Uuid): Promise<Uuid> => {
  const { rows } = await client.query<{ wallet_id: Uuid }>('select wallet_of($1) as wallet_id', [device_id])
  return rows[0]?.wallet_id ?? device_id
}
