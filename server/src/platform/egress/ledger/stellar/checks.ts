/** Stellar, for what wallets report: is this the transaction that pays, and did the payer sign for it? */
import { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { ledgerOf } from '@pursestrings/protocol/networks'
import { comparePayment, type PaymentField } from '@pursestrings/stellar/compare-payment'
import { readEnvelope, transactionHash } from '@pursestrings/stellar/envelope'
import { termsOf } from '@pursestrings/stellar/terms'
import type { LedgerChecks } from '../ledgers.ts'

export { isProofSigned } from '@pursestrings/stellar/payer-proof'

const WORDS: Readonly<Record<PaymentField | 'wrong_network' | 'transaction_hash', string>> = {
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

export const checkTransaction: LedgerChecks['checkTransaction'] = ({ facts, facts_digest }, text, named) => {
  const verdict = termsOf(facts, facts_digest)
  if (!verdict.ok) return undefined
  const { terms } = verdict
  const differs: (keyof typeof WORDS)[] = comparePayment(text, terms, { reference_optional: true })
  const envelope = readEnvelope(text)
  const hash = envelope && transactionHash(envelope, terms.passphrase)
  const said = named?.toLowerCase() ?? hash
  if (envelope && hash !== undefined && said !== hash)
    differs.unshift(isOfAnotherNetwork(envelope, said) ? 'wrong_network' : 'transaction_hash')
  if (differs.length > 0 || hash === undefined)
    return { differs: differs.map((code) => ({ code, message: WORDS[code] })) }
  return { unsigned_transaction: text, transaction_hash: hash, max_time: Number(terms.max_time) }
}

type Envelope = NonNullable<ReturnType<typeof readEnvelope>>

/** It is the right envelope with the wrong passphrase: nothing of it would ever be found on the network of the facts. */
const isOfAnotherNetwork = (envelope: Envelope, said: string | undefined): boolean =>
  ALL_NETWORK_NAMES.some((network) => {
    const ledger = ledgerOf(network)
    return ledger?.kind === 'stellar' && transactionHash(envelope, ledger.passphrase) === said
  })
