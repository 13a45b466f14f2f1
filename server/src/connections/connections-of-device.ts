/** Every connection of a wallet, for those who look through all of them. */
import type { WalletTx } from '../postgres/transaction.ts'
import { type ConnectionRow, selectConnections } from './connections.store.ts'

const MAX = 1_000

export const connectionsOfDevice = (tx: WalletTx): Promise<ConnectionRow[]> => selectConnections(tx, undefined, MAX)
