/** A wallet's requests: those of all its connections, whichever merchants they belong to. */
import { requestIdAmbiguous } from '@pursestrings/contract/payment-requests/errors'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { connectionsOfDevice, type Source } from '../../connections/connections/connections.reads.ts'
import { versionIdsOf } from '../../payees/recipients/recipients.reads.ts'
import type { Transactions, WalletIdentity } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'
import { findAmong, type Place, type StoredRequest, selectAmong } from './payment-requests.store.ts'

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
  const source = places.find((place) => place.connection_id === row.connection_id)?.source as Source
  return { ...row, source }
}

type Page = Omit<Parameters<typeof selectAmong>[2], 'versions'> & {
  readonly connection_id: Uuid | undefined
  readonly recipient_id: Uuid | undefined
}

export const listWalletRequests = async (
  transactions: Transactions,
  wallet: WalletIdentity,
  page: Page,
): Promise<PaymentRequestRow[]> => {
  const places = await placesOfWallet(transactions, wallet)
  const sources = new Map(places.map((place) => [place.connection_id, place.source]))
  const rows = await listAmong(transactions, places, page)
  return rows.map((row) => ({ ...row, source: sources.get(row.connection_id) as Source }))
}

/** Of these connections, those that the filters leave. */
export const listAmong = (
  transactions: Transactions,
  places: readonly Place[],
  { connection_id, recipient_id, ...page }: Page,
): Promise<StoredRequest[]> =>
  transactions.asSystem(async (tx) => {
    const among = connection_id === undefined ? places : places.filter((p) => p.connection_id === connection_id)
    const merchants = [...new Set(among.map(({ merchant_id }) => merchant_id))]
    const versions = recipient_id === undefined ? undefined : await versionIdsOf(tx, merchants, recipient_id)
    return selectAmong(tx, among, { ...page, versions })
  })
