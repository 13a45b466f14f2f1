/**
 * Reads an envelope that stands in a ledger. It may be a stranger's, and as large as the network takes, so it is decoded once
 * and never written back: its hashes are those of the very bytes that were read. Other bytes of the same meaning, if there
 * were any, would have another hash, and be in no ledger.
 */
import { hash, xdr } from '@stellar/stellar-sdk/base'
import { networkId } from './envelope.ts'
import { hexOf } from './xdr-parts.ts'

/**
 * What a network takes must be readable, or strangers could hide a ledger behind it: 102,400 bytes, and 132,096 where a
 * contract is called. Validators raise the second by a vote, so there is room for four times as much.
 */
const BYTES_MAX = 524_288
const CHARACTERS_MAX = Math.ceil(BYTES_MAX / 3) * 4

export interface LedgerEnvelope {
  /** What a fee bump carries, where it is one. */
  readonly inner: xdr.TransactionV1Envelope
  readonly hash: string
  /** Under which a ledger lists the result: for a fee bump its own. */
  readonly listed_hash: string
}

/** Undefined for what is no envelope of a ledger, such as the form of before protocol 13. */
export function readLedgerEnvelope(text: string, passphrase: string): LedgerEnvelope | undefined {
  const read = decoded(xdr.TransactionEnvelope, text)
  if (read === undefined) return undefined
  const { value: envelope, bytes } = read
  const named = (kind: xdr.EnvelopeType, from: number, to: number) =>
    hexOf(hash(joined(networkId(passphrase), wordOf(kind.value), bytes.subarray(from, to))))
  const { envelopeTypeTx, envelopeTypeTxFeeBump } = xdr.EnvelopeType
  if (envelope.type === 'envelopeTypeTx') {
    const own = named(envelopeTypeTx, WORD, bytes.length - lengthOf(envelope.v1.signatures))
    return { inner: envelope.v1, hash: own, listed_hash: own }
  }
  if (envelope.type !== 'envelopeTypeTxFeeBump') return undefined
  const { tx, signatures } = envelope.feeBump
  const inner = tx.innerTx.v1
  // The fee's account, the fee, and which kind of transaction it carries stand before it, an extension after it.
  const from = WORD + tx.feeSource.toXdr('raw').length + 2 * WORD + WORD
  const end = bytes.length - lengthOf(signatures)
  return {
    inner,
    hash: named(envelopeTypeTx, from, end - WORD - lengthOf(inner.signatures)),
    listed_hash: named(envelopeTypeTxFeeBump, WORD, end),
  }
}

/** Base64 has several texts for the same bytes, of which one counts. Results keep to the same limit: 3,500 offers taken. */
export function decoded<Wire, T extends xdr.XdrValue>(
  type: xdr.XdrValueConstructor<Wire, T>,
  text: string,
): { value: T; bytes: Uint8Array } | undefined {
  if (text.length > CHARACTERS_MAX) return undefined
  try {
    const bytes = xdr.decodeBytes(text, 'base64')
    if (xdr.encodeBytes(bytes, 'base64') !== text) return undefined
    const [value, ...more] = xdr.decodeStream(type, bytes)
    return value === undefined || more.length > 0 ? undefined : { value, bytes }
  } catch {
    return undefined
  }
}

const WORD = 4

const lengthOf = (signatures: readonly xdr.DecoratedSignature[]): number =>
  signatures.reduce((sum, one) => sum + one.toXdr('raw').length, WORD)

const wordOf = (value: number): Uint8Array => new Uint8Array([value >>> 24, value >>> 16, value >>> 8, value])

function joined(...parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
