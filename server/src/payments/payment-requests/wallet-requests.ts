/** A request of a wallet: of one of its connections, whichever merchants they belong to. */
import { requestIdAmbiguous } from '@pursestrings/contract/payment-requests/errors'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { connectionsOfDevice } from '../../connections/connections/connections.reads.ts'
import type { Transactions, WalletIdentity } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findAmong } from './payment-requests.store.ts'

export const placesOfWallet = ({ asWallet }: Transactions, wallet: WalletIdentity) =>
  asWallet(wallet, connectionsOfDevice)

/** One of them, by the id on the wire; `connection_id` tells two of the same id apart. */
export const findWalletRequest = async (
  transactions: Transactions,
  wallet: WalletIdentity,
  { request_id, connection_id }: { request_id: string; connection_id?: string | undefined },
) => {
  const all = await placesOfWallet(transactions, wallet)
  const wanted = connection_id === undefined ? undefined : uuidOf('con', connection_id)
  const places = wanted === undefined ? all : all.filter((place) => place.connection_id === wanted)
  const found = await transactions.asSystem((tx) => findAmong(tx, places, request_id))
  const [row, other] = found
  if (!row) throw new Refusal(resourceNotFound)
  if (other) throw new Refusal(requestIdAmbiguous)
  return row
}
