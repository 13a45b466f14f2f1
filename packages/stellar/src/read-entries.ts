/** Accounts, trustlines and data as the ledger keeps them: the keys to ask with, and what the answers say, strictly read. */
import { xdr } from '@stellar/stellar-sdk/base'
import { readXdr } from './envelope.ts'
import type { StellarAsset } from './terms.ts'
import { accountKey, addressOf, assetXdr } from './xdr-parts.ts'

export const BASE_RESERVE = 5_000_000n
const AUTHORIZED = 1

export interface AccountEntry {
  readonly address: string
  readonly balance: bigint
  readonly sequence: bigint
  /** What it may spend: the balance without its reserve and what its offers hold. Never below zero. */
  readonly available: bigint
  /** Its own key may pay alone. False where other signers are needed. */
  readonly pays_alone: boolean
}

export interface TrustlineEntry {
  readonly available: bigint
  /** How much more it can take. */
  readonly room: bigint
  readonly authorized: boolean
}

const keyText = (key: xdr.LedgerKey): string => key.toXdr('base64')

export const accountEntryKey = (address: string): string =>
  keyText(xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: accountKey(address) })))

export const dataEntryKey = (address: string, dataName: string): string =>
  keyText(xdr.LedgerKey.data(new xdr.LedgerKeyData({ accountId: accountKey(address), dataName })))

/** Undefined for the ledger's own coin, which needs no trustline. */
export function trustlineKey(address: string, asset: StellarAsset): string | undefined {
  const line = lineAsset(asset)
  return (
    line &&
    keyText(xdr.LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId: accountKey(address), asset: line })))
  )
}

function lineAsset(asset: StellarAsset): xdr.TrustLineAsset | undefined {
  const written = assetXdr(asset)
  if (written.type === 'assetTypeCreditAlphanum4') return xdr.TrustLineAsset.assetTypeCreditAlphanum4(written.alphaNum4)
  if (written.type === 'assetTypeCreditAlphanum12')
    return xdr.TrustLineAsset.assetTypeCreditAlphanum12(written.alphaNum12)
  return undefined
}

/** Undefined where the text is no account entry, or another account's. */
export function readAccountEntry(text: string, address: string): AccountEntry | undefined {
  const data = readXdr(xdr.LedgerEntryData, text)
  if (data?.type !== 'account' || addressOf(data.account.accountId) !== address) return undefined
  const { balance, seqNum, numSubEntries, thresholds, ext } = data.account
  const v1 = ext.type === 'v1' ? ext.v1 : undefined
  const v2 = v1?.ext.type === 'v2' ? v1.ext.v2 : undefined
  const entries = 2 + numSubEntries + (v2?.numSponsoring ?? 0) - (v2?.numSponsored ?? 0)
  const available = balance - BigInt(entries) * BASE_RESERVE - (v1?.liabilities.selling ?? 0n)
  const [master = 0, , medium = 0] = thresholds.toBytes()
  return {
    address,
    balance,
    sequence: seqNum,
    available: available > 0n ? available : 0n,
    pays_alone: master >= Math.max(1, medium),
  }
}

/** Undefined where the text is no trustline of this account for this asset. */
export function readTrustline(text: string, address: string, asset: StellarAsset): TrustlineEntry | undefined {
  const data = readXdr(xdr.LedgerEntryData, text)
  const expected = lineAsset(asset)
  if (data?.type !== 'trustline' || expected === undefined) return undefined
  const { accountId, asset: held, balance, limit, flags, ext } = data.trustLine
  if (addressOf(accountId) !== address || !held.equals(expected)) return undefined
  const { buying, selling } = ext.type === 'v1' ? ext.v1.liabilities : { buying: 0n, selling: 0n }
  return { available: balance - selling, room: limit - balance - buying, authorized: (flags & AUTHORIZED) !== 0 }
}

/** The bytes of one data entry. */
export function readDataEntry(text: string, address: string, name: string): Uint8Array | undefined {
  const data = readXdr(xdr.LedgerEntryData, text)
  if (data?.type !== 'data' || addressOf(data.data.accountId) !== address) return undefined
  return data.data.dataName.toString() === name ? data.data.dataValue.toBytes() : undefined
}
