/**
 * A memo on Stellar by its kind and bytes. One string could mean two memos: the text `id:7` and the number 7. So facts and
 * ledger are compared in this form, never as strings.
 */

export interface StellarMemo {
  /** `several` is a memo beside an id in the destination: no facts ask for that. */
  readonly kind: 'none' | 'text' | 'id' | 'hash' | 'return' | 'several'
  /** The number of an `id` in decimal; the bytes of a `text`, `hash` or `return` in lower-case hex; else empty. */
  readonly value: string
}

export const NO_MEMO: StellarMemo = { kind: 'none', value: '' }

const TEXT_BYTES_MAX = 28
const ID_MAX = 2n ** 64n - 1n

/** The memo that payment facts ask for; undefined where Stellar cannot carry it. */
export const stellarMemo = (memo: string | undefined): StellarMemo | undefined => {
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

export const sameMemo = (a: StellarMemo, b: StellarMemo): boolean => a.kind === b.kind && a.value === b.value

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
