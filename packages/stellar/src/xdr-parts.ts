/** Between our plain values and the ledger's own: accounts, assets, memos, bytes. */
import { type LedgerMemo, NO_MEMO } from '@pursestrings/protocol/match-payment'
import { StrKey, xdr } from '@stellar/stellar-sdk/base'
import type { StellarAsset } from './terms.ts'

export const hexOf = (bytes: Uint8Array): string => xdr.encodeBytes(bytes, 'hex')
export const bytesOf = (hex: string): Uint8Array => xdr.decodeBytes(hex, 'hex')

export const accountKey = (address: string): xdr.PublicKey =>
  xdr.PublicKey.publicKeyTypeEd25519(StrKey.decodeEd25519PublicKey(address))

export const muxedKey = (address: string): xdr.MuxedAccount =>
  xdr.MuxedAccount.keyTypeEd25519(StrKey.decodeEd25519PublicKey(address))

export const addressOf = (key: xdr.PublicKey): string => StrKey.encodeEd25519PublicKey(key.ed25519.toBytes())

/** The account, and the id where the ledger's address hides one inside. */
export function muxedParts(account: xdr.MuxedAccount): { address: string; id?: bigint } {
  return account.type === 'keyTypeEd25519'
    ? { address: StrKey.encodeEd25519PublicKey(account.ed25519.toBytes()) }
    : { address: StrKey.encodeEd25519PublicKey(account.med25519.ed25519.toBytes()), id: account.med25519.id }
}

export function assetXdr({ code, issuer }: StellarAsset): xdr.Asset {
  if (issuer === undefined) return xdr.Asset.assetTypeNative()
  const padded = (length: number) => {
    const bytes = new Uint8Array(length)
    bytes.set(new TextEncoder().encode(code))
    return bytes
  }
  return code.length <= 4
    ? xdr.Asset.assetTypeCreditAlphanum4(new xdr.AlphaNum4({ assetCode: padded(4), issuer: accountKey(issuer) }))
    : xdr.Asset.assetTypeCreditAlphanum12(new xdr.AlphaNum12({ assetCode: padded(12), issuer: accountKey(issuer) }))
}

/** A code that is not written as the ledger writes it, such as `USD` in twelve bytes, is read as an empty one. */
export function assetOf(asset: xdr.Asset): StellarAsset {
  if (asset.type === 'assetTypeNative') return { code: 'XLM' }
  const code = new TextDecoder().decode(asset.value.assetCode.toBytes()).replace(/\0+$/, '')
  const issuer = addressOf(asset.value.issuer)
  const canonical = /^[a-zA-Z0-9]{1,12}$/.test(code) && assetXdr({ code, issuer }).equals(asset)
  return { code: canonical ? code : '', issuer }
}

export function memoXdr({ kind, value }: LedgerMemo): xdr.Memo {
  if (kind === 'text') return xdr.Memo.memoText(bytesOf(value))
  if (kind === 'id') return xdr.Memo.memoId(BigInt(value))
  if (kind === 'hash') return xdr.Memo.memoHash(bytesOf(value))
  if (kind === 'none') return xdr.Memo.memoNone()
  throw new RangeError(`no payment of ours carries a memo of kind ${kind}`)
}

export function memoOf(memo: xdr.Memo): LedgerMemo {
  switch (memo.type) {
    case 'memoNone':
      return NO_MEMO
    case 'memoText':
      return { kind: 'text', value: hexOf(memo.text.bytes) }
    case 'memoId':
      return { kind: 'id', value: memo.id.toString() }
    case 'memoHash':
      return { kind: 'hash', value: hexOf(memo.hash.toBytes()) }
    case 'memoReturn':
      return { kind: 'return', value: hexOf(memo.retHash.toBytes()) }
  }
}
