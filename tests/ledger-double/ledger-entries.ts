/** The double's accounts as the ledger writes them: entries, their keys, and what a transaction changed. */
import { SignerKey, xdr } from '@stellar/stellar-sdk/base'
import { type AccountState, type Accounts, type Draft, keyOf, type Line, subentries } from './accounts.ts'
import { accountXdr, addressOf, lineXdr } from './plain-values.ts'

const AUTHORIZED = 1

export function accountEntry(account: AccountState): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.account(
    new xdr.AccountEntry({
      accountId: accountXdr(account.id),
      balance: account.balance,
      seqNum: account.sequence,
      numSubEntries: subentries(account),
      inflationDest: null,
      flags: account.flags,
      homeDomain: account.home_domain,
      thresholds: new Uint8Array(account.thresholds),
      signers: [...account.signers].map(([id, weight]) => new xdr.Signer({ key: SignerKey.decodeAddress(id), weight })),
      ext: xdr.AccountEntryExt.v0(),
    }),
  )
}

export function lineEntry(id: string, line: Line): xdr.LedgerEntryData {
  return xdr.LedgerEntryData.trustline(
    new xdr.TrustLineEntry({
      accountId: accountXdr(id),
      asset: lineXdr(line.asset),
      balance: line.balance,
      limit: line.limit,
      flags: line.authorized ? AUTHORIZED : 0,
      ext: xdr.TrustLineEntryExt.v0(),
    }),
  )
}

/** By key in base64. Undefined where there is no such entry, or none of a kind that the double has. */
export function findEntry(
  accounts: Accounts,
  key: xdr.LedgerKey,
): { data: xdr.LedgerEntryData; modified: number } | undefined {
  if (key.type !== 'account' && key.type !== 'trustline' && key.type !== 'data') return undefined
  const id = addressOf(key.value.accountId)
  const account = accounts.get(id)
  if (account === undefined) return undefined
  if (key.type === 'account') return { data: accountEntry(account), modified: account.modified }
  if (key.type === 'data') return dataEntry(account, key.data.dataName.toString())
  const line = [...account.lines.values()].find((one) => lineXdr(one.asset).equals(key.trustLine.asset))
  return line && { data: lineEntry(id, line), modified: account.modified }
}

function dataEntry(
  account: AccountState,
  dataName: string,
): { data: xdr.LedgerEntryData; modified: number } | undefined {
  const dataValue = account.data.get(dataName)
  const ext = xdr.DataEntryExt.v0()
  return (
    dataValue && {
      data: xdr.LedgerEntryData.data(
        new xdr.DataEntry({ accountId: accountXdr(account.id), dataName, dataValue, ext }),
      ),
      modified: account.modified,
    }
  )
}

const entryOf = (data: xdr.LedgerEntryData, lastModifiedLedgerSeq: number): xdr.LedgerEntry =>
  new xdr.LedgerEntry({ lastModifiedLedgerSeq, data, ext: xdr.LedgerEntryExt.v0() })

/** Accounts and trustlines; each as it was, then as it is. */
export function changesOf(draft: Draft, ledger: number): xdr.LedgerEntryChange[] {
  return draft.touched().flatMap(({ id, before, after }) => {
    const keys = new Set([...(before?.lines.keys() ?? []), ...(after?.lines.keys() ?? [])])
    const accountKeyXdr = xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: accountXdr(id) }))
    return [
      ...changeOf(
        before && accountEntry(before),
        after && accountEntry(after),
        accountKeyXdr,
        before?.modified,
        ledger,
      ),
      ...[...keys].flatMap((key) => {
        const [was, is] = [before?.lines.get(key), after?.lines.get(key)]
        const line = was ?? is
        if (line === undefined || keyOf(line.asset) === 'native') return []
        const lineKey = xdr.LedgerKey.trustline(
          new xdr.LedgerKeyTrustLine({ accountId: accountXdr(id), asset: lineXdr(line.asset) }),
        )
        return changeOf(was && lineEntry(id, was), is && lineEntry(id, is), lineKey, before?.modified, ledger)
      }),
    ]
  })
}

function changeOf(
  before: xdr.LedgerEntryData | undefined,
  after: xdr.LedgerEntryData | undefined,
  key: xdr.LedgerKey,
  modified: number | undefined,
  ledger: number,
): xdr.LedgerEntryChange[] {
  const { LedgerEntryChange: Change } = xdr
  if (before === undefined) return after === undefined ? [] : [Change.ledgerEntryCreated(entryOf(after, ledger))]
  const state = Change.ledgerEntryState(entryOf(before, modified ?? ledger))
  if (after === undefined) return [state, Change.ledgerEntryRemoved(key)]
  return before.equals(after) ? [] : [state, Change.ledgerEntryUpdated(entryOf(after, ledger))]
}
