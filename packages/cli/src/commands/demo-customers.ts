/** Accounts of the demo's past: each pays one request, so that all pay side by side. */
import type { PaymentRequest, WalletClient } from '@pursestrings/sdk'
import { failed } from '../stop.ts'
import { expectPaid, type PaidFor, passingAccount, payingOf } from '../test-wallet-ledger.ts'
import type { Stage } from './demo-steps.ts'

/** Has sent its payment. */
export interface Customer {
  /** Once its ledger has closed: what the wallet reports then. */
  end(): Promise<unknown>
}

interface ToPay extends Pick<PaymentRequest, 'facts_digest'>, PaidFor {
  readonly connection_id: string
}

export const payFrom = async ({ profiles }: Stage, wallet: WalletClient, to_pay: ToPay): Promise<Customer> => {
  const { kind, id: request_id, connection_id, facts_digest } = to_pay
  const sent = Promise.withResolvers<void>()
  const tell = ({ step }: { step: string }) => (step === 'sent' ? sent.resolve() : undefined)
  const paying = await payingOf(profiles, wallet, { ...(await passingAccount()), tell })
  if (paying === undefined) throw failed('This service names no test ledger.', 'Start it with: npm run dev')
  await paying.fund()
  const paid = paying.payer.pay({ request_id, connection_id, kind, facts_digest }).then(expectPaid)
  paid.then(sent.resolve, sent.reject)
  await sent.promise
  return { end: () => paid }
}

export const payAs = (stage: Stage, wallet: WalletClient, request: PaymentRequest): Promise<Customer> => {
  const { request_id: id, connection_id, facts_digest } = request
  return payFrom(stage, wallet, { kind: 'payment_request', id, connection_id, facts_digest })
}

/** One coin less than was asked for, reported as though it were all. Our payer would refuse to sign it. */
export const payTooLittleAs = async (
  { profiles }: Stage,
  wallet: WalletClient,
  asked: PaymentRequest,
): Promise<Customer> => {
  const [{ termsOf }, { buildPayment }, { signPayment }, { lookAround }, { transactionHash, readEnvelope }, account] =
    await Promise.all([
      import('@pursestrings/stellar/terms'),
      import('@pursestrings/stellar/build-payment'),
      import('@pursestrings/stellar/sign-payment'),
      import('@pursestrings/signing/look-around'),
      import('@pursestrings/stellar/envelope'),
      passingAccount(),
    ])
  const { key } = account
  const paying = await payingOf(profiles, wallet, account)
  const { facts } = await wallet.review(asked.request_id, { connection_id: asked.connection_id })
  const amount = String(Number(facts.payment.amount) - 1)
  const verdict = termsOf({ ...facts, payment: { ...facts.payment, amount } }, asked.facts_digest)
  if (paying === undefined || !verdict.ok) throw failed('This request cannot be paid.', 'Start over with: npm run dev')
  const { terms } = verdict
  await paying.fund()
  const { payer, fee } = await lookAround(paying.ledger, terms, key.address)
  if (payer === undefined) throw failed('The practice ledger gave no test funds.', 'Start it again: npm run dev')
  const unsigned = buildPayment(terms, { source: key.address, sequence: payer.sequence + 1n, fee, creates: false })
  const { passphrase } = terms
  const envelope = readEnvelope(unsigned)
  const transaction_hash = envelope && transactionHash(envelope, passphrase)
  await wallet.report(asked, { status: 'signed', transaction_hash })
  await paying.ledger.send(await signPayment(unsigned, { passphrase, account: key.address, sign: key.sign }))
  const { payment_request } = await wallet.report(asked, { status: 'broadcasted', transaction_hash })
  return { end: () => wallet.report(payment_request, { status: 'confirmed', transaction_hash }) }
}
