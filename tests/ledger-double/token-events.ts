/** What a ledger with classic events emits for each movement, under the asset's own contract. */
import { Address, nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base'
import { type Draft, INT64_MAX, keyOf, spendable } from './accounts.ts'
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

// Debits and credits under the ledger's rules: reserves, trustlines, limits, authorization, issuers that mint and burn.

/** As the ledger ends its result codes. */
export type MoveFault =
  | 'Underfunded'
  | 'SrcNoTrust'
  | 'SrcNotAuthorized'
  | 'NoDestination'
  | 'NoTrust'
  | 'NotAuthorized'
  | 'LineFull'

export function debit(draft: Draft, id: string, asset: PlainAsset, units: bigint): MoveFault | undefined {
  const account = draft.get(id)
  if (account === undefined) return 'Underfunded'
  if (asset.issuer === id) return undefined
  if (asset.issuer === undefined) {
    if (spendable(account) < units) return 'Underfunded'
    account.balance -= units
    return undefined
  }
  const line = account.lines.get(keyOf(asset))
  if (line === undefined) return 'SrcNoTrust'
  if (!line.authorized) return 'SrcNotAuthorized'
  if (line.balance < units) return 'Underfunded'
  line.balance -= units
  return undefined
}

export function credit(draft: Draft, id: string, asset: PlainAsset, units: bigint): MoveFault | undefined {
  const account = draft.get(id)
  if (account === undefined) return 'NoDestination'
  if (asset.issuer === id) return undefined
  if (asset.issuer === undefined) {
    if (account.balance + units > INT64_MAX) return 'LineFull'
    account.balance += units
    return undefined
  }
  const line = account.lines.get(keyOf(asset))
  if (line === undefined) return 'NoTrust'
  if (!line.authorized) return 'NotAuthorized'
  if (line.balance + units > line.limit) return 'LineFull'
  line.balance += units
  return undefined
}

/** The payee first, as on the ledger: without one, that is the fault that is named. */
export function move(
  draft: Draft,
  { from, to, asset, units }: { from: string; to: string; asset: PlainAsset; units: bigint },
): MoveFault | undefined {
  if (draft.get(to) === undefined) return 'NoDestination'
  return debit(draft, from, asset, units) ?? credit(draft, to, asset, units)
}
