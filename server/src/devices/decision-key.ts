/** The key with which a device signs its decisions; null where it was registered without one. */
import type { WalletTx } from '../postgres/transaction.ts'
import { selectDevice } from './devices.store.ts'

export const decisionKeyOf = async (tx: WalletTx): Promise<Buffer | null> => (await selectDevice(tx)).public_key
