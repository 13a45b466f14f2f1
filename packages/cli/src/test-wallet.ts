/**
 * A wallet for tests. It checks every request against the signed facts before it answers and signs its decisions, as a wallet
 * must; but it holds no keys of a ledger and touches none: the transaction that it names is made up. So it answers on test networks only.
 */
import { createHash, randomBytes } from 'node:crypto'
import {
  createWalletClient,
  type Device,
  exportDeviceKey,
  generateDeviceKey,
  isTestnet,
  type PaymentRequest,
  type PaymentStatus,
  type Reviewed,
  type WalletClient,
} from '@pursestrings/sdk'
import type { KeptWallet } from './profile.ts'
import { failed } from './stop.ts'

export const NO_LEDGER = 'test wallet: fake transaction, no ledger was used'

const WAY = ['signed', 'broadcasted', 'confirmed'] as const
export type WayEnd = (typeof WAY)[number]
export const WAY_ENDS: readonly WayEnd[] = WAY

const review = async (wallet: WalletClient, request_id: string): Promise<Reviewed> => {
  const reviewed = await wallet.review(request_id)
  const { network } = reviewed.facts.payment
  if (isTestnet(network)) return reviewed
  throw failed(`This request is on ${network}.`, 'The test wallet answers on test networks only.')
}

/** The same for the same request, so that doing it again reports the same. */
const madeUp = ({ facts_digest }: PaymentRequest): string =>
  createHash('sha256').update(`pursestrings test wallet\n${facts_digest}`).digest('hex')

export interface Approval {
  readonly upto?: WayEnd
  readonly transaction_hash?: string | undefined
  /** What was built elsewhere to pay it: the service compares it with the facts. */
  readonly unsigned_transaction?: string | undefined
  readonly handoff_shown?: boolean | undefined
}

/** Walks the request on to an end, from where it stands. */
export const approve = async (
  wallet: WalletClient,
  request_id: string,
  { upto = 'confirmed', transaction_hash, ...shown }: Approval = {},
): Promise<PaymentRequest> => {
  const { payment_request } = await review(wallet, request_id)
  const reason = transaction_hash === undefined ? NO_LEDGER : undefined
  return walk(wallet, payment_request, upto, (status, latest) =>
    status === 'signed'
      ? shown
      : { transaction_hash: latest.transaction_hash ?? transaction_hash ?? madeUp(payment_request), reason },
  )
}

/** Says that it was paid, with a transaction that no ledger knows, and without a word that it is made up. */
export const lie = async (wallet: WalletClient, request_id: string): Promise<PaymentRequest> => {
  const { payment_request } = await review(wallet, request_id)
  const transaction_hash = payment_request.transaction_hash ?? randomBytes(32).toString('hex')
  return walk(wallet, payment_request, 'confirmed', (status) => (status === 'signed' ? {} : { transaction_hash }))
}

type Named = Omit<Approval, 'upto'> & { readonly reason?: string | undefined }

const walk = async (
  wallet: WalletClient,
  request: PaymentRequest,
  upto: WayEnd,
  named: (status: WayEnd, latest: PaymentRequest) => Named,
): Promise<PaymentRequest> => {
  const done = (WAY as readonly PaymentStatus[]).indexOf(request.status)
  let latest = request
  // A way that cannot be gone from there is refused by the service, which says why.
  for (const status of WAY.slice(done + 1, WAY.indexOf(upto) + 1))
    latest = await report(wallet, request, { status, ...named(status, latest) })
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

const report = async (wallet: WalletClient, request: PaymentRequest, reported: Reported): Promise<PaymentRequest> =>
  (await wallet.report(request, reported)).payment_request

/** A new device with a key of its own, as the profile keeps it. */
export const registerTestWallet = async (
  base_url: string,
  named: { readonly name: string; readonly platform: 'other' },
): Promise<{ readonly device: Device; readonly wallet: KeptWallet }> => {
  const pair = await generateDeviceKey('EdDSA', { extractable: true })
  const { x: public_key } = pair.public_key
  const { device, token } = await createWalletClient({ base_url }).devices.register({ ...named, public_key })
  return { device, wallet: { device_id: device.device_id, token, key: await exportDeviceKey(pair) } }
}
