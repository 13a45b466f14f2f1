/** A transaction as it was sent, with everything that is asked of it more than once. */
import { xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE } from './accounts.ts'
import { baseOf, hashOf, hexOf } from './plain-values.ts'

export interface Submitted {
  /** Of the envelope. */
  bytes: Uint8Array
  envelope: xdr.TransactionEnvelope
  inner: xdr.TransactionV1Envelope
  hash: string
  listed_hash: string
  source: string
  fee_source: string
  /** What its sender offers, and what a ledger that is not full takes. */
  fee_offered: bigint
  fee: bigint
}

const { TransactionSignaturePayloadTaggedTransaction: Tagged } = xdr

/** Undefined for what is no envelope. */
export function readEnvelope(text: unknown): xdr.TransactionEnvelope | undefined {
  try {
    return typeof text === 'string' ? xdr.TransactionEnvelope.fromXdr(text, 'base64') : undefined
  } catch {
    return undefined
  }
}

export function submittedOf(sent: xdr.TransactionEnvelope, passphrase: string): Submitted {
  const envelope = sent.type === 'envelopeTypeTxV0' ? renewed(sent.v0) : sent
  const bump = envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.tx : undefined
  const inner = envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.tx.innerTx.v1 : envelope.v1
  const hash = hexOf(hashOf(Tagged.envelopeTypeTx(inner.tx), passphrase))
  const listed_hash = bump ? hexOf(hashOf(Tagged.envelopeTypeTxFeeBump(bump), passphrase)) : hash
  return submittedParts({ bytes: envelope.toXdr('raw'), envelope, inner, hash, listed_hash })
}

type Parts = Pick<Submitted, 'bytes' | 'envelope' | 'inner' | 'hash' | 'listed_hash'>

export function submittedParts(parts: Parts): Submitted {
  const { envelope, inner } = parts
  const bump = envelope.type === 'envelopeTypeTxFeeBump' ? envelope.feeBump.tx : undefined
  const source = baseOf(inner.tx.sourceAccount)
  const resources = inner.tx.ext.type === 'sorobanData' ? inner.tx.ext.sorobanData.resourceFee : 0n
  return {
    ...parts,
    source,
    fee_source: bump ? baseOf(bump.feeSource) : source,
    fee_offered: bump ? bump.fee : BigInt(inner.tx.fee),
    fee: BASE_FEE * BigInt(inner.tx.operations.length + (bump ? 1 : 0)) + resources,
  }
}

/** The network takes the form of before protocol 13, too, and keeps it in the form of today, with the same hash. */
function renewed({ tx, signatures }: xdr.TransactionV0Envelope): xdr.TransactionEnvelopeTx {
  const cond = tx.timeBounds === null ? xdr.Preconditions.precondNone() : xdr.Preconditions.precondTime(tx.timeBounds)
  const { fee, seqNum, memo, operations } = tx
  const sourceAccount = xdr.MuxedAccount.keyTypeEd25519(tx.sourceAccountEd25519.toBytes())
  const ext = xdr.TransactionExt.v0()
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({
      tx: new xdr.Transaction({ sourceAccount, fee, seqNum, cond, memo, operations, ext }),
      signatures,
    }),
  )
}
