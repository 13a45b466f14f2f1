/** Signs an envelope with a key that stays with its holder, and checks what another wallet hands back. */
import { StrKey, verify, xdr } from '@stellar/stellar-sdk/base'
import { readEnvelope, transactionHash } from './envelope.ts'
import { bytesOf } from './xdr-parts.ts'

/** Is given the hash of a transaction, or the text of a payer's proof, and nothing else to sign. */
export type Sign = (bytes: Uint8Array) => Promise<Uint8Array>

/** Base64 of the signed envelope. The signature is verified: a faulty signer must not use up a sequence number. */
export async function signPayment(
  unsigned: string,
  { passphrase, account, sign }: { passphrase: string; account: string; sign: Sign },
): Promise<string> {
  const envelope = readEnvelope(unsigned)
  const hash = envelope && transactionHash(envelope, passphrase)
  if (envelope?.type !== 'envelopeTypeTx' || hash === undefined || envelope.v1.signatures.length > 0)
    throw new TypeError('this is not an unsigned envelope')
  const key = StrKey.decodeEd25519PublicKey(account)
  const signature = await sign(bytesOf(hash))
  const signed = xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({
      tx: envelope.v1.tx,
      signatures: [new xdr.DecoratedSignature({ hint: key.slice(-4), signature })],
    }),
  ).toXdr('base64')
  if (!isSignedBy(signed, { hash, passphrase, account })) throw new TypeError('the signer made no valid signature')
  return signed
}

/** The very transaction that was asked for, with one signature, by this account's own key, for this network. */
export function isSignedBy(
  signed: string,
  { hash, passphrase, account }: { hash: string; passphrase: string; account: string },
): boolean {
  const envelope = readEnvelope(signed)
  if (envelope?.type !== 'envelopeTypeTx' || transactionHash(envelope, passphrase) !== hash) return false
  const [one, ...more] = envelope.v1.signatures
  return one !== undefined && more.length === 0 && verifies(bytesOf(hash), one.signature.toBytes(), account)
}

/** False, too, for what is no signature at all. */
export function verifies(bytes: Uint8Array, signature: Uint8Array, account: string): boolean {
  try {
    return verify(bytes, signature, StrKey.decodeEd25519PublicKey(account))
  } catch {
    return false
  }
}
