/** The device is gone for good; holds its row. */
import type { WalletTx } from '../postgres/transaction.ts'
import { deviceOnWire, setRevoked } from './devices.store.ts'

export const markDeviceRevoked = async (tx: WalletTx) => deviceOnWire(await setRevoked(tx))
