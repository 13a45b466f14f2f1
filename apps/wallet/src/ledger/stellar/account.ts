/** What the account has, asked of the configured RPC node: what can be spent, and what must stay. */
import { formatUnits } from '@pursestrings/protocol/amount'
import { accountEntryKey, readAccountEntry } from '@pursestrings/stellar/read-entries'
import { settings } from '../../settings.ts'
import { ledgerClient } from './stellar-side.ts'

const TIMEOUT_MS = 60_000
const DECIMALS = 7

/** In XLM, exactly. */
export interface Balance {
  readonly available: string
  /** Can't be spent: the ledger's reserve, and what open offers hold. */
  readonly held: string
}

export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
}

/** Null for an account that the ledger does not have. */
export const readBalance = async (address: string): Promise<Balance | null> => {
  const key = accountEntryKey(address)
  const { entries } = await (await ledgerClient()).entries([key])
  const text = entries.get(key)
  if (text === undefined) return null
  const account = readAccountEntry(text, address)
  if (account === undefined) throw new LedgerFault('the ledger’s answer cannot be read')
  const { balance, available } = account
  return { available: formatUnits(available, DECIMALS), held: formatUnits(balance - available, DECIMALS) }
}

/** Test money, for the asking. */
export const askForTestFunds = async (address: string): Promise<void> => {
  const { friendbot_url } = await settings()
  if (friendbot_url === null) throw new LedgerFault('nobody hands out test money here')
  const url = new URL(friendbot_url)
  url.searchParams.set('addr', address)
  const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new LedgerFault(`test money was refused: ${answer.status}`)
}
