/** Whose signatures a transaction carries, by every kind of signer that an account may have. */
import { SignerKey, StrKey, hash as sha256, xdr } from '@stellar/stellar-sdk/base'
import type { AccountState } from './accounts.ts'
import { isSignature } from './ed25519.ts'
import { bytesOf, hexOf } from './plain-values.ts'

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
