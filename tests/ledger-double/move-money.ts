/** Debits and credits under the ledger's rules: reserves, trustlines, limits, authorization, issuers that mint and burn. */
import { type Draft, INT64_MAX, keyOf, spendable } from './accounts.ts'
import type { PlainAsset } from './plain-values.ts'

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
