/** What a ledger with classic events emits for each movement, under the asset's own contract. */
import { Address, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base'
import { keyOf } from './accounts.ts'
import { contractOf, type PlainAsset, XLM } from './plain-values.ts'

export interface Movement {
  from: string
  to: string
  asset: PlainAsset
  units: bigint
  memo: xdr.Memo
}

/** An issuer's payment makes money, and one to an issuer ends it. */
export function movementEvent({ from, to, asset, units, memo }: Movement, passphrase: string): xdr.ContractEvent {
  const kind = asset.issuer === from ? 'mint' : asset.issuer === to ? 'burn' : 'transfer'
  const parties = kind === 'mint' ? [to] : kind === 'burn' ? [from] : [from, to]
  const topics = [symbol(kind), ...parties.map(address), xdr.ScVal.scvString(keyOf(asset))]
  return eventOf(contractOf(asset, passphrase), topics, kind === 'burn' ? i128(units) : withMemo(units, memo))
}

export const feeEvent = (payer: string, units: bigint, passphrase: string): xdr.ContractEvent =>
  eventOf(contractOf(XLM, passphrase), [symbol('fee'), address(payer)], i128(units))

const symbol = (name: string): xdr.ScVal => xdr.ScVal.scvSymbol(name)
const address = (id: string): xdr.ScVal => Address.fromString(id).toScVal()
const i128 = (units: bigint): xdr.ScVal => nativeToScVal(units, { type: 'i128' })

/** The kind of a hash is lost here: a hash and a return look alike. */
function withMemo(units: bigint, memo: xdr.Memo): xdr.ScVal {
  const id = memoValue(memo)
  if (id === undefined) return i128(units)
  return xdr.ScVal.scvMap([
    new xdr.ScMapEntry({ key: symbol('amount'), val: i128(units) }),
    new xdr.ScMapEntry({ key: symbol('to_muxed_id'), val: id }),
  ])
}

function memoValue(memo: xdr.Memo): xdr.ScVal | undefined {
  switch (memo.type) {
    case 'memoNone':
      return undefined
    case 'memoId':
      return xdr.ScVal.scvU64(memo.id)
    case 'memoText':
      return xdr.ScVal.scvString(memo.text.bytes)
    case 'memoHash':
      return xdr.ScVal.scvBytes(memo.hash.toBytes())
    case 'memoReturn':
      return xdr.ScVal.scvBytes(memo.retHash.toBytes())
  }
}

export function eventOf(contract: string, topics: xdr.ScVal[], data: xdr.ScVal): xdr.ContractEvent {
  return new xdr.ContractEvent({
    ext: xdr.ExtensionPoint.v0(),
    contractId: new xdr.ContractId(StrKey.decodeContract(contract)),
    type: xdr.ContractEventType.contract,
    body: xdr.ContractEventBody.v0(new xdr.ContractEventV0({ topics, data })),
  })
}
