/**
 * Raises the fee of a payment that is signed already. What is inside keeps its bytes and its hash, so of the two at most one
 * is ever applied: it is not a second payment.
 */
import { StrKey, xdr } from '@stellar/stellar-sdk/base'
import { listedHash, readEnvelope, readXdr } from './envelope.ts'
import { type Sign, verifies } from './sign-payment.ts'
import { bytesOf, muxedKey, muxedParts } from './xdr-parts.ts'

/** Not signed yet. Undefined where the envelope is no signed payment. */
export function buildFeeBump(signed: string, { source, fee }: { source: string; fee: number }): string | undefined {
  const envelope = readEnvelope(signed)
  if (envelope?.type !== 'envelopeTypeTx' || envelope.v1.signatures.length === 0) return undefined
  return bumped(envelope.v1, source, BigInt(fee), []).toXdr('base64')
}

const bumped = (
  inner: xdr.TransactionV1Envelope,
  source: string,
  fee: bigint,
  signatures: xdr.DecoratedSignature[],
): xdr.TransactionEnvelope =>
  xdr.TransactionEnvelope.envelopeTypeTxFeeBump(
    new xdr.FeeBumpTransactionEnvelope({
      tx: new xdr.FeeBumpTransaction({
        feeSource: muxedKey(source),
        fee,
        innerTx: xdr.FeeBumpTransactionInnerTx.envelopeTypeTx(inner),
        ext: xdr.FeeBumpTransactionExt.v0(),
      }),
      signatures,
    }),
  )

export async function signFeeBump(
  unsigned: string,
  { passphrase, account, sign }: { passphrase: string; account: string; sign: Sign },
): Promise<string> {
  const envelope = readEnvelope(unsigned)
  const hash = envelope && listedHash(envelope, passphrase)
  if (envelope?.type !== 'envelopeTypeTxFeeBump' || hash === undefined || envelope.feeBump.signatures.length > 0)
    throw new TypeError('this is not an unsigned fee bump')
  const { tx } = envelope.feeBump
  const signature = await sign(bytesOf(hash))
  const hint = StrKey.decodeEd25519PublicKey(account).slice(-4)
  const signatures = [new xdr.DecoratedSignature({ hint, signature })]
  return bumped(tx.innerTx.v1, muxedParts(tx.feeSource).address, tx.fee, signatures).toXdr('base64')
}

/** The very fee bump that was asked for, around the very payment, signed by this account for this network. */
export function isBumpSignedBy(
  signed: string,
  { unsigned, passphrase, account }: { unsigned: string; passphrase: string; account: string },
): boolean {
  const [envelope, asked] = [readEnvelope(signed), readEnvelope(unsigned)]
  if (envelope?.type !== 'envelopeTypeTxFeeBump' || asked?.type !== 'envelopeTypeTxFeeBump') return false
  const [one, ...more] = envelope.feeBump.signatures
  const hash = listedHash(envelope, passphrase)
  if (hash === undefined || one === undefined || more.length > 0) return false
  return envelope.feeBump.tx.equals(asked.feeBump.tx) && verifies(bytesOf(hash), one.signature.toBytes(), account)
}

/** How the network named its refusal, such as `txBadSeq`, and the least fee where that was the reason. */
export function readRefusal(text: string): { code: string; fee: bigint } | undefined {
  const result = readXdr(xdr.TransactionResult, text)
  return result && { code: result.result.type, fee: result.feeCharged }
}
