/** Everything on the ledger that decides whether a payment can work, read in one go before anything is signed. */
import { FEE_MAX, FEE_MIN } from '@pursestrings/stellar/build-payment'
import {
  type AccountEntry,
  accountEntryKey,
  dataEntryKey,
  readAccountEntry,
  readDataEntry,
  readTrustline,
  type TrustlineEntry,
  trustlineKey,
} from '@pursestrings/stellar/read-entries'
import type { Terms } from '@pursestrings/stellar/terms'
import type { Head, LedgerClient } from './ledger-client.ts'
import { LedgerUnavailableError } from './rpc-call.ts'

export interface Surroundings {
  readonly head: Head
  readonly payer: AccountEntry | undefined
  readonly payee: AccountEntry | undefined
  /** Undefined where there is none, and where the asset needs none. */
  readonly payer_line: TrustlineEntry | undefined
  readonly payee_line: TrustlineEntry | undefined
  /** The payee asks that every payment carries a memo (SEP-29). */
  readonly wants_memo: boolean
  /** Stroops for the one operation: what 95 of 100 pay, within bounds. */
  readonly fee: number
}

const MEMO_REQUIRED = 'config.memo_required'

export async function lookAround(
  ledger: LedgerClient,
  { to, asset }: Terms,
  account: string,
  { at_least = 0, signal }: { at_least?: number; signal?: AbortSignal | undefined } = {},
): Promise<Surroundings> {
  const head = await ledger.head(signal)
  const keys = {
    payer: accountEntryKey(account),
    payee: accountEntryKey(to),
    payer_line: trustlineKey(account, asset),
    payee_line: trustlineKey(to, asset),
    memo: dataEntryKey(to, MEMO_REQUIRED),
  }
  const asked = Object.values(keys).filter((key) => key !== undefined)
  const [{ entries, latest }, fee] = await Promise.all([
    ledger.entries([...new Set(asked)], signal),
    ledger.fee95(signal),
  ])
  if (latest < at_least) throw new LedgerUnavailableError('The ledger answered with what it was before.')
  const read = <T>(key: string | undefined, reader: (text: string) => T | undefined): T | undefined => {
    const text = key === undefined ? undefined : entries.get(key)
    if (text === undefined) return undefined
    const value = reader(text)
    // An entry that cannot be read is not the same as none.
    if (value === undefined) throw new LedgerUnavailableError('The ledger answered with entries that cannot be read.')
    return value
  }
  return {
    head,
    payer: read(keys.payer, (text) => readAccountEntry(text, account)),
    payee: read(keys.payee, (text) => readAccountEntry(text, to)),
    payer_line: read(keys.payer_line, (text) => readTrustline(text, account, asset)),
    payee_line: read(keys.payee_line, (text) => readTrustline(text, to, asset)),
    wants_memo: new TextDecoder().decode(read(keys.memo, (text) => readDataEntry(text, to, MEMO_REQUIRED))) === '1',
    fee: Math.min(FEE_MAX, Math.max(FEE_MIN, fee)),
  }
}
