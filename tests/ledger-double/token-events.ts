/** What a ledger with classic events emits for each movement, under the asset's own contract. */
import type { StellarMemo } from '@countersign/contract/wire/stellar-memo'
import type { StellarAsset } from '@countersign/stellar/terms'
import { bytesOf } from '@countersign/stellar/xdr-parts'
import { Address, Asset, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base'
import { keyOf } from './accounts.ts'

export interface Movement {
  from: string
  to: string
  asset: StellarAsset
  units: bigint
  memo: StellarMemo
}

/** An issuer's payment makes money, and one to an issuer ends it. */
export function movementEvent({ from, to, asset, units, memo }: Movement, passphrase: string): xdr.ContractEvent {
  const kind = asset.issuer === from ? 'mint' : asset.issuer === to ? 'burn' : 'transfer'
  const parties = kind === 'mint' ? [to] : kind === 'burn' ? [from] : [from, to]
  const topics = [symbol(kind), ...parties.map(address), xdr.ScVal.scvString(keyOf(asset))]
  return eventOf(contractOf(asset, passphrase), topics, kind === 'burn' ? i128(units) : withMemo(units, memo))
}

export const feeEvent = (payer: string, units: bigint, passphrase: string): xdr.ContractEvent =>
  eventOf(contractOf({ code: 'XLM' }, passphrase), [symbol('fee'), address(payer)], i128(units))

export const contractOf = ({ code, issuer }: StellarAsset, passphrase: string): string =>
  (issuer === undefined ? Asset.native() : new Asset(code, issuer)).contractId(passphrase)

const symbol = (name: string): xdr.ScVal => xdr.ScVal.scvSymbol(name)
const address = (id: string): xdr.ScVal => Address.fromString(id).toScVal()
const i128 = (units: bigint): xdr.ScVal => nativeToScVal(units, { type: 'i128' })

/** The kind of a hash is lost here: a hash and a return look alike. */
function withMemo(units: bigint, { kind, value }: StellarMemo): xdr.ScVal {
  if (kind === 'none' || kind === 'several') return i128(units)
  const id =
    kind === 'id'
      ? xdr.ScVal.scvU64(BigInt(value))
      : kind === 'text'
        ? xdr.ScVal.scvString(bytesOf(value))
        : xdr.ScVal.scvBytes(bytesOf(value))
  return xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: symbol('amount'), val: i128(units) }),
    new xdr.ScMapEntry({ key: symbol('to_muxed_id'), val: id }),
  ])
}

function eventOf(contract: string, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: new xdr.ContractId(StrKey.decodeContract(contract)),
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  })
}
