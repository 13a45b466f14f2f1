/** EVM ledgers, for the observer: movements of one token, by JSON-RPC. */
import { termsOf as authorizationTermsOf } from '@pursestrings/evm/authorization'
import { ledgerOf, networkOf } from '@pursestrings/protocol/networks'
import type { LedgerReading } from '../ledgers.ts'
import { jsonrpcSource } from './jsonrpc-source.ts'
import { logsAt } from './read-receipt.ts'

/**
 * A block is final about a quarter of an hour after it was made, and hundreds become final at once: nothing is seen sooner by
 * asking more often.
 */
export const pace: LedgerReading['pace'] = { round_ms: 12_000, rest_s: 12, quiet_s: 30 }

export const openSource: LedgerReading['openSource'] = (setting, { http, now }) => {
  const ledger = ledgerOf(setting.network)
  if (ledger?.kind !== 'evm') throw new TypeError(`${setting.network} has no contract to look at`)
  const { chain_id, token } = ledger
  return jsonrpcSource(setting, {
    http,
    chain_id,
    token: token.contract,
    asset: networkOf(setting.network).asset,
    now,
  })
}

export const termsOf: LedgerReading['termsOf'] = (facts, facts_digest) => {
  const verdict = authorizationTermsOf(facts, facts_digest)
  if (!verdict.ok) return undefined
  const { units, valid_before: max_time } = verdict.terms
  // A plain transfer pays no request: the facts name the method, and every wallet that reads them uses it.
  const memo = { kind: 'hash', value: facts_digest } as const
  return { asset: { code: facts.payment.asset }, units, memo, max_time, referenced: true }
}

/** The reference binds; who signed an authorization stands in the ledger itself. */
export const isProofOf: LedgerReading['isProofOf'] = () => false

export const openSeal: LedgerReading['openSeal'] = () => undefined

export const evidenceOf: LedgerReading['evidenceOf'] = (transaction, place) => ({
  logs: place === undefined ? [] : logsAt(transaction, place),
})

export const endsWith: LedgerReading['endsWith'] = ({ reference, max_time }) => ({
  authorization: { nonce: `0x${reference}`, valid_before: String(max_time) },
})
