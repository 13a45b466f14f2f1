/**
 * The hand-off to any Stellar wallet: the payment facts as a SEP-7 `pay` URI. Unsigned:
 * SEP-7's own signature speaks for a domain's key, and ours is `facts_jws`. Clients build it from facts that they have
 * checked; they never pass on a link that somebody sent.
 */

import { stellarPassphrase } from './networks.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** Undefined where SEP-7 has no words for the payment: on another ledger, or with a reference that is not known here. */
export const sep7Uri = (payment: PaymentFacts['payment'], facts_digest: string): string | undefined => {
  const { network, to, amount, asset, issuer, memo, reference } = payment
  const passphrase = stellarPassphrase(network)
  if (passphrase === undefined) return undefined
  // A payment has one memo: the payee's own, or the digest.
  if (reference !== undefined && (reference !== 'memo_hash' || memo !== undefined)) return undefined
  const parameters: [string, string][] = [
    ['destination', to],
    ['amount', amount],
    // Without an asset SEP-7 means XLM; to name it would make wallets look for its issuer.
    ...(issuer === undefined
      ? []
      : ([
          ['asset_code', asset],
          ['asset_issuer', issuer],
        ] satisfies [string, string][])),
    ...(reference === undefined ? [] : memoOf(`hash:${facts_digest}`)),
    ...(memo === undefined ? [] : memoOf(memo)),
    // Without a network SEP-7 means the public one, and so real money.
    ['network_passphrase', passphrase],
  ]
  // Not URLSearchParams: it writes a space as +, which SEP-7 readers take for a plus.
  return `web+stellar:pay?${parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** `id:` and `hash:` as a recipient's memo is spelled; anything else is text. */
const memoOf = (memo: string): [string, string][] => {
  if (memo.startsWith('id:'))
    return [
      ['memo', memo.slice(3)],
      ['memo_type', 'MEMO_ID'],
    ]
  if (memo.startsWith('hash:'))
    return [
      ['memo', base64OfHex(memo.slice(5))],
      ['memo_type', 'MEMO_HASH'],
    ]
  return [
    ['memo', memo],
    ['memo_type', 'MEMO_TEXT'],
  ]
}

const base64OfHex = (hex: string): string =>
  btoa(hex.replaceAll(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))))
