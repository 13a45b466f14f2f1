/** What the table of networks says of Stellar's, and how their payments are linked to, carry a memo and are signed for. */
import { type LedgerMemo, NO_MEMO } from './match-payment.ts'
import type { PaymentFacts } from './payment-facts.ts'

/** `passphrase` tells Stellar's networks apart: every hash and every signature there is made with one. */
export const stellar = (passphrase: string) =>
  ({
    kind: 'stellar',
    passphrase,
    reference: 'memo_hash',
    accounts_file: 'stellar.toml',
    link: (payment: PaymentFacts['payment'], facts_digest: string) => sep7Uri(payment, { facts_digest, passphrase }),
  }) as const

/**
 * The hand-off to any Stellar wallet: the payment facts as a SEP-7 `pay` URI. Unsigned:
 * SEP-7's own signature speaks for a domain's key, and ours is `facts_jws`. Clients build it from facts that they have
 * checked; they never pass on a link that somebody sent.
 *
 * Undefined where SEP-7 has no words for the payment: with a reference that is not known here.
 */
const sep7Uri = (
  { to, amount, asset, issuer, memo, reference }: PaymentFacts['payment'],
  { facts_digest, passphrase }: { facts_digest: string; passphrase: string },
): string | undefined => {
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

const TEXT_BYTES_MAX = 28
const ID_MAX = 2n ** 64n - 1n

/** The memo that payment facts ask for; undefined where Stellar cannot carry it. */
export const stellarMemo = (memo: string | undefined): LedgerMemo | undefined => {
  if (memo === undefined) return NO_MEMO
  if (memo.startsWith('id:')) {
    const value = memo.slice(3)
    return /^(0|[1-9]\d{0,19})$/.test(value) && BigInt(value) <= ID_MAX ? { kind: 'id', value } : undefined
  }
  if (memo.startsWith('hash:')) {
    const value = memo.slice(5)
    return /^[0-9a-f]{64}$/.test(value) ? { kind: 'hash', value } : undefined
  }
  if (memo === '' || memo.length > TEXT_BYTES_MAX || !memo.isWellFormed()) return undefined
  const bytes = new TextEncoder().encode(memo)
  return bytes.length > TEXT_BYTES_MAX ? undefined : { kind: 'text', value: hexOf(bytes) }
}

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** How SEP-53 prefixes a message; its SHA-256 is what a wallet signs that can only sign messages. */
export const sep53Text = (message: string): string => `Stellar Signed Message:\n${message}`
