/**
 * Decides whether a memo can travel on a network, as what, and its one canonical spelling. A memo is a single string on
 * the wire (specification 2.1); on Stellar, which has several kinds, a plain string is text, and `id:` or `hash:` says
 * otherwise.
 */
import type { Network } from '@pursestrings/protocol/network-names'
import { NETWORKS, networkOf } from '@pursestrings/protocol/networks'
import { refuse } from './verdict.ts'

type MemoKind = 'text' | 'uint' | 'hash'
type MemoVerdict = { ok: true; kind: MemoKind; canonical: string } | { ok: false; reason: string }

export function checkMemo(network: Network, memo: string): MemoVerdict {
  const rule = networkOf(network).memo
  if (rule.kind === 'none') return refuse('Payments on this network carry no memo. Leave the memo out.')
  if (memo === '') return refuse(`The ${rule.called} is empty. Write it, or leave it out.`)
  if (rule.kind === 'uint') return wholeNumber(rule.called, memo, rule.max)
  if (rule.kind === 'text') return plainText(rule.called, memo, rule.bytes_max)

  if (memo.startsWith('id:')) {
    const id = wholeNumber('memo id', memo.slice(3), rule.max)
    return id.ok ? { ...id, canonical: memo } : id
  }
  if (memo.startsWith('hash:')) {
    if (/^hash:[0-9a-fA-F]{64}$/.test(memo)) return { ok: true, kind: 'hash', canonical: memo.toLowerCase() }
    return refuse('A memo hash is hash: followed by 64 hexadecimal digits.')
  }
  return plainText(rule.called, memo, rule.bytes_max)
}

function wholeNumber(called: string, memo: string, max: bigint): MemoVerdict {
  if (/^(0|[1-9]\d{0,19})$/.test(memo) && BigInt(memo) <= max) return { ok: true, kind: 'uint', canonical: memo }
  return refuse(`The ${called} must be a whole number from 0 to ${max}, without sign or leading zeros.`)
}

function plainText(called: string, memo: string, bytes_max: number): MemoVerdict {
  // Bytes are at least as many as UTF-16 units, so a huge text is refused before it is copied.
  if (memo.length > bytes_max || new TextEncoder().encode(memo).length > bytes_max) {
    return refuse(
      `The ${called} is too long: at most ${bytes_max} bytes, and letters with accents count for two or more.`,
    )
  }
  if (/\p{C}/u.test(memo) || !memo.isWellFormed()) {
    return refuse(`The ${called} contains an invisible or unassigned character. Type it again by hand.`)
  }
  if (memo.trim() !== memo || memo.normalize('NFC') !== memo) {
    return refuse(`The ${called} begins or ends with a space, or has accents written as separate marks. Type it again.`)
  }
  return { ok: true, kind: 'text', canonical: memo }
}

/** The one spelling of a transaction's hash: on ledgers that are read here it is hexadecimal in either case, some write 0x before it, and it is kept in lower case and without. */
const isLowerCase = (network: Network): boolean => networkOf(network).ledger !== undefined

export const transactionHashOn = (network: Network, input: string): string =>
  isLowerCase(network) ? input.toLowerCase().replace('0x', '') : input

/** For statements that learn the network themselves. */
export const LOWER_CASE_NETWORKS: readonly Network[] = (Object.keys(NETWORKS) as Network[]).filter(isLowerCase)
