/**
 * Plain values for what a ledger writes, and back, by the public library alone: the double shares no code with what it
 * tests, so that it shares no mistake either.
 */
import {
  Asset,
  encodeMuxedAccountToAddress,
  extractBaseAddress,
  hash,
  Keypair,
  StrKey,
  xdr,
} from '@stellar/stellar-sdk/base'

/** Without an issuer it is the ledger's own coin. */
export interface PlainAsset {
  code: string
  issuer?: string
}

export const XLM: PlainAsset = { code: 'XLM' }

export const written = ({ code, issuer }: PlainAsset): Asset =>
  issuer === undefined ? Asset.native() : new Asset(code, issuer)

export const assetXdr = (asset: PlainAsset): xdr.Asset => written(asset).toXdrObject()
export const lineXdr = (asset: PlainAsset): xdr.TrustLineAsset => written(asset).toTrustLineXdrObject()

/** Undefined for a code that the ledger refuses, such as one of three letters in the form for twelve. */
export function assetOf(asset: xdr.Asset): PlainAsset | undefined {
  try {
    const read = Asset.fromOperation(asset)
    if (!read.toXdrObject().equals(asset)) return undefined
    const issuer = read.getIssuer()
    return issuer === undefined ? XLM : { code: read.getCode(), issuer }
  } catch {
    return undefined
  }
}

const contracts = new Map<string, string>()

/** The address of the asset's own contract. */
export function contractOf(asset: PlainAsset, passphrase: string): string {
  const name = `${asset.code} ${asset.issuer} ${passphrase}`
  const known = contracts.get(name) ?? written(asset).contractId(passphrase)
  contracts.set(name, known)
  return known
}

export const accountXdr = (address: string): xdr.PublicKey => Keypair.fromPublicKey(address).xdrAccountId()

export const addressOf = (account: xdr.PublicKey): string => StrKey.encodeEd25519PublicKey(account.ed25519.toBytes())

/** The account itself, whatever id its address hides. */
export const baseOf = (account: xdr.MuxedAccount): string => extractBaseAddress(encodeMuxedAccountToAddress(account))

export const idIn = (account: xdr.MuxedAccount): bigint | undefined =>
  account.type === 'keyTypeMuxedEd25519' ? account.med25519.id : undefined

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
export const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'))

/** What is signed of a transaction, and what the ledger lists it under. */
export function hashOf(tagged: xdr.TransactionSignaturePayloadTaggedTransaction, passphrase: string): Uint8Array {
  const payload = new xdr.TransactionSignaturePayload({ networkId: hash(passphrase), taggedTransaction: tagged })
  return hash(payload.toXdr('raw'))
}

/** Seven decimals, all of them, as Horizon writes amounts. */
export const amountOf = (units: bigint): string =>
  `${units / 10_000_000n}.${(units % 10_000_000n).toString().padStart(7, '0')}`
