/**
 * A wallet shows the transaction that it is about to sign, without signatures: does it pay this request, all of it and
 * nothing else, and can it no longer be applied once the request is over? Nobody could broadcast what is kept of it.
 */
import { transactionMismatch } from '@pursestrings/contract/payment-requests/errors'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { STELLAR_NETWORKS, stellarPassphrase } from '@pursestrings/protocol/networks'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { PaymentField } from '@pursestrings/stellar/compare-payment'
import type { readEnvelope, transactionHash } from '@pursestrings/stellar/envelope'
import { Refusal } from '../../platform/refusal.ts'

/** What is kept of a transaction that fits. */
export interface CheckedTransaction {
  readonly unsigned_transaction: string
  readonly transaction_hash: string
  /** Seconds since 1970: no later ledger takes it. */
  readonly max_time: number
}

interface Said {
  readonly status: string
  readonly unsigned_transaction?: string | undefined
  readonly transaction_hash?: string | null | undefined
}

const WORDS: Readonly<Record<PaymentField | 'network' | 'wrong_network' | 'transaction_hash', string>> = {
  network: 'the request is paid on a network whose transactions the service cannot compare',
  wrong_network: '`transaction_hash` is its hash on another network: sign it for the network of the facts',
  transaction_hash: 'it has another hash than `transaction_hash` says',
  encoding: 'it is not one transaction envelope, in the one way that it is written',
  source: 'the paying account must be a plain one, without an id inside its address',
  fee: 'the fee differs',
  sequence: 'the sequence number must be above zero',
  time_bounds: 'it must be valid from 0 until `expires_at`, rounded down to whole seconds, with no other condition',
  memo: 'its memo must be the one of the facts: `reference_value` where they have a `reference`, or none there',
  operations: 'it must hold exactly one operation',
  operation_source: 'its operation must not name an account of its own to pay from',
  operation_kind: 'its operation must be a payment, or create the account of the payee',
  destination: 'it pays another account than the payee of the facts',
  asset: 'it pays in another asset than the facts name',
  amount: 'it pays another amount than the facts name',
  extension: 'it must have no extension',
  signatures: 'it must carry no signature',
}

/** Before anything is looked up. */
export const refuseEarlyTransaction = ({ status, unsigned_transaction }: Said, claim: string): void => {
  if (unsigned_transaction === undefined || status === claim) return
  const message = `goes with \`${claim}\` alone`
  throw new Refusal(validationFailed, { issues: [{ code: 'not_now', field: 'unsigned_transaction', message }] })
}

interface Payable {
  readonly facts: PaymentFacts
  readonly facts_digest: Buffer
}

/** Few calls need what reads transactions, and it is large: it is loaded by the first of them. */
const loadReaders = async () => {
  const [{ comparePayment }, { readEnvelope: read, transactionHash: hashOf }, { termsOf }] = await Promise.all([
    import('@pursestrings/stellar/compare-payment'),
    import('@pursestrings/stellar/envelope'),
    import('@pursestrings/stellar/terms'),
  ])
  return { comparePayment, read, hashOf, termsOf }
}

export const checkTransaction = async (
  { facts, facts_digest }: Payable,
  text: string,
  named: string | null | undefined,
): Promise<CheckedTransaction> => {
  const { comparePayment, read, hashOf, termsOf } = await loadReaders()
  const verdict = termsOf(facts, facts_digest.toString('hex'))
  if (!verdict.ok) throw mismatch(['network'])
  const { terms } = verdict
  const differs: (keyof typeof WORDS)[] = comparePayment(text, terms, { reference_optional: true })
  const envelope = read(text)
  const hash = envelope && hashOf(envelope, terms.passphrase)
  const said = named?.toLowerCase() ?? hash
  if (envelope && hash !== undefined && said !== hash)
    differs.unshift(isOfAnotherNetwork(envelope, said, hashOf) ? 'wrong_network' : 'transaction_hash')
  if (differs.length > 0 || hash === undefined) throw mismatch(differs)
  return { unsigned_transaction: text, transaction_hash: hash, max_time: Number(terms.max_time) }
}

type Envelope = NonNullable<ReturnType<typeof readEnvelope>>

/** It is the right envelope with the wrong passphrase: nothing of it would ever be found on the network of the facts. */
const isOfAnotherNetwork = (envelope: Envelope, said: string | undefined, hashOf: typeof transactionHash): boolean =>
  STELLAR_NETWORKS.some((network) => hashOf(envelope, stellarPassphrase(network) ?? '') === said)

const mismatch = (fields: readonly (keyof typeof WORDS)[]): Refusal =>
  new Refusal(transactionMismatch, {
    issues: fields.map((code) => ({ code, field: 'unsigned_transaction', message: WORDS[code] })),
    authenticated: true,
  })
