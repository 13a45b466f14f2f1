/** Whose signatures a transaction carries, by every kind of signer that an account may have. */

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { type Keypair, SignerKey, StrKey, hash as sha256, xdr } from '@stellar/stellar-sdk/base'
import type { AccountState } from './accounts.ts'
import { bytesOf, hashOf, hexOf } from './plain-values.ts'

const WEIGHT_MAX = 255

/** A transaction that is authorized beforehand needs no signature. */
const isAuthorized = (key: string, hash: string): boolean =>
  key.startsWith('T') && hexOf(StrKey.decodePreAuthTx(key)) === hash

function isSignedBy(key: string, hash: string, { hint, signature }: xdr.DecoratedSignature): boolean {
  const signer = SignerKey.decodeAddress(key)
  const hinted = (tail: Uint8Array) => hint.equals(new xdr.SignatureHint(tail))
  switch (signer.type) {
    case 'signerKeyTypeEd25519':
      return hinted(signer.ed25519.toBytes().slice(-4)) && isSignature(bytesOf(hash), signature.toBytes(), key)
    case 'signerKeyTypeHashX':
      return hexOf(sha256(signature.toBytes())) === hexOf(signer.hashX.toBytes())
    case 'signerKeyTypeEd25519SignedPayload': {
      const { ed25519, payload } = signer.ed25519SignedPayload
      const address = StrKey.encodeEd25519PublicKey(ed25519.toBytes())
      return isSignature(payload, signature.toBytes(), address)
    }
    default:
      return false
  }
}

export const isSatisfied = (key: string, hash: string, signatures: readonly xdr.DecoratedSignature[]): boolean =>
  isAuthorized(key, hash) || signatures.some((one) => isSignedBy(key, hash, one))

const keysOf = (account: AccountState): [string, number][] => [[account.id, account.thresholds[0]], ...account.signers]

/** Every key counts once. */
export const weigh = (account: AccountState, hash: string, signatures: readonly xdr.DecoratedSignature[]): number =>
  keysOf(account)
    .filter(([key]) => isSatisfied(key, hash, signatures))
    .reduce((sum, [, weight]) => sum + Math.min(weight, WEIGHT_MAX), 0)

/** Whether some signature is of nobody who may sign. */
export const isStray = (
  one: xdr.DecoratedSignature,
  hash: string,
  holders: readonly AccountState[],
  extra: readonly string[] = [],
): boolean => {
  const keys = [...extra, ...holders.flatMap((holder) => keysOf(holder).map(([key]) => key))]
  return !keys.some((key) => isSignedBy(key, hash, one))
}

/** What is authorized beforehand is used up, whatever becomes of it. */
export function useUp(account: AccountState, hash: string): void {
  for (const key of account.signers.keys()) if (isAuthorized(key, hash)) account.signers.delete(key)
}

// Signatures by Node's own code: much faster than the SDK's, and a second opinion on it.

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

const known = new WeakMap<Keypair, KeyObject>()

function privateKey(key: Keypair): KeyObject {
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: text(key.rawSecretKey()), x: text(key.rawPublicKey()) }
  const made = known.get(key) ?? createPrivateKey({ key: jwk, format: 'jwk' })
  known.set(key, made)
  return made
}

export const signBy = (key: Keypair, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(sign(null, bytes, privateKey(key)))

export function isSignature(bytes: Uint8Array, signature: Uint8Array, address: string): boolean {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: text(StrKey.decodeEd25519PublicKey(address)) }
  return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), signature)
}

// A signed envelope with one operation, for the double's own account.

export function signed(given: {
  key: Keypair
  sequence: bigint
  fee: number
  operation: xdr.OperationBody
  passphrase: string
}): xdr.TransactionEnvelope {
  const tx = new xdr.Transaction({
    sourceAccount: given.key.xdrMuxedAccount(),
    fee: given.fee,
    seqNum: given.sequence,
    cond: xdr.Preconditions.precondNone(),
    memo: xdr.Memo.memoNone(),
    operations: [new xdr.Operation({ sourceAccount: null, body: given.operation })],
    ext: xdr.TransactionExt.v0(),
  })
  const tagged = xdr.TransactionSignaturePayloadTaggedTransaction.envelopeTypeTx(tx)
  const signature = signBy(given.key, hashOf(tagged, given.passphrase))
  const hint = given.key.signatureHint()
  return xdr.TransactionEnvelope.envelopeTypeTx(
    new xdr.TransactionV1Envelope({ tx, signatures: [new xdr.DecoratedSignature({ hint, signature })] }),
  )
}
