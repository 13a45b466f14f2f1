/** Stellar, for the observer: by its RPC or by Horizon, with seals from the first. */
import { NO_MEMO } from '@pursestrings/protocol/match-payment'
import type { Network } from '@pursestrings/protocol/network-names'
import { ledgerOf } from '@pursestrings/protocol/networks'
import { ownSignaturesOnly } from '@pursestrings/stellar/payer-proof'
import { type Seal, verifySeal } from '@pursestrings/stellar/seal'
import * as terms from '@pursestrings/stellar/terms'
import type { LedgerReading } from '../ledgers.ts'
import { horizonSource } from './horizon-source.ts'
import { rpcSource } from './rpc-source.ts'

export { isProofOf } from '@pursestrings/stellar/payer-proof'

/** A ledger closes every five seconds. */
export const pace: LedgerReading['pace'] = { round_ms: 3_000, rest_s: 5, quiet_s: 0 }

const passphraseOf = (network: Network): string => {
  const ledger = ledgerOf(network)
  return ledger?.kind === 'stellar' ? ledger.passphrase : ''
}

export const openSource: LedgerReading['openSource'] = (setting, { http, now }) => {
  const passphrase = passphraseOf(setting.network)
  return setting.api === 'rpc'
    ? rpcSource(setting, { http, passphrase, now })
    : horizonSource(setting, { http, passphrase })
}

export const termsOf: LedgerReading['termsOf'] = (facts, facts_digest) => {
  const verdict = terms.termsOf(facts, facts_digest)
  if (!verdict.ok) return undefined
  // A wallet that knows only the specification sends no memo.
  return verdict.terms.referenced ? { ...verdict.terms, memo: NO_MEMO } : verdict.terms
}

export const openSeal: LedgerReading['openSeal'] = (given, { network, validators }) => {
  const seal = given as Seal
  const verdict = verifySeal(seal, { passphrase: passphraseOf(network), validators })
  if (!verdict.ok) return undefined
  const { node, transaction, ledger, result } = verdict
  return { seal, node, transaction: { ...ownSignaturesOnly(transaction), ledger, envelope: seal.envelope, result } }
}

export const evidenceOf: LedgerReading['evidenceOf'] = ({ envelope, result }) => ({
  envelope_xdr: envelope,
  result_xdr: result,
})

/** A link opens any wallet, and what that one signs nobody here knows. */
export const endsWith: LedgerReading['endsWith'] = () => undefined
