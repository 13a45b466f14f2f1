/**
 * A wallet for tests. It checks every request against the signed facts before it answers, as a wallet must; but it holds no
 * keys and touches no ledger: the transaction that it names is made up. So it answers on test networks only.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { PaymentRequest, PaymentStatus, Reviewed, WalletClient } from '@countersign/sdk'
import { failed } from './stop.ts'

export const NO_LEDGER = 'test wallet: the transaction is made up, no ledger was touched'

const WAY = ['signed', 'broadcasted', 'confirmed'] as const
export type WayEnd = (typeof WAY)[number]
export const WAY_ENDS: readonly WayEnd[] = WAY

const review = async (wallet: WalletClient, request_id: string): Promise<Reviewed> => {
  const reviewed = await wallet.review(request_id)
  const { network } = reviewed.facts.payment
  if (network.endsWith('_testnet')) return reviewed
  throw failed(`This request is about money on ${network}.`, 'The test wallet answers on test networks only.')
}

/** The same for the same request, so that doing it again reports the same. */
const madeUp = ({ facts_digest }: PaymentRequest): string =>
  createHash('sha256').update(`countersign test wallet\n${facts_digest}`).digest('hex')

export interface Approval {
  readonly upto?: WayEnd
  readonly transaction_hash?: string | undefined
}

/** Walks the request on to an end, from where it stands. */
export const approve = async (
  wallet: WalletClient,
  request_id: string,
  { upto = 'confirmed', transaction_hash }: Approval = {},
): Promise<PaymentRequest> => {
  const { payment_request } = await review(wallet, request_id)
  const reason = transaction_hash === undefined ? NO_LEDGER : undefined
  const hash = payment_request.transaction_hash ?? transaction_hash ?? madeUp(payment_request)
  return walk(wallet, payment_request, upto, (status) =>
    status === 'signed' ? {} : { transaction_hash: hash, reason },
  )
}

/** Says that it was paid, with a transaction that no ledger knows, and without a word that it is made up. */
export const lie = async (wallet: WalletClient, request_id: string): Promise<PaymentRequest> => {
  const { payment_request } = await review(wallet, request_id)
  const transaction_hash = payment_request.transaction_hash ?? randomBytes(32).toString('hex')
  return walk(wallet, payment_request, 'confirmed', (status) => (status === 'signed' ? {} : { transaction_hash }))
}

type Named = { readonly transaction_hash?: string; readonly reason?: string | undefined }

const walk = async (
  wallet: WalletClient,
  request: PaymentRequest,
  upto: WayEnd,
  named: (status: WayEnd) => Named,
): Promise<PaymentRequest> => {
  const done = (WAY as readonly PaymentStatus[]).indexOf(request.status)
  let latest = request
  // A way that cannot be gone from there is refused by the service, which says why.
  for (const status of WAY.slice(done + 1, WAY.indexOf(upto) + 1))
    latest = await report(wallet, request, { status, ...named(status) })
  return latest
}

export const reject = async (wallet: WalletClient, request_id: string, reason?: string): Promise<PaymentRequest> => {
  const { payment_request } = await review(wallet, request_id)
  return report(wallet, payment_request, { status: 'rejected', reason })
}

export const fail = async (wallet: WalletClient, request_id: string): Promise<PaymentRequest> => {
  const signed = await approve(wallet, request_id, { upto: 'signed' })
  return report(wallet, signed, { status: 'failed', reason: 'test wallet: made to fail' })
}

interface Reported extends Named {
  readonly status: WayEnd | 'rejected' | 'failed'
}

const report = async (
  wallet: WalletClient,
  { request_id, connection_id }: PaymentRequest,
  reported: Reported,
): Promise<PaymentRequest> =>
  (await wallet.paymentRequests.reportStatus(request_id, { ...reported, connection_id })).payment_request
