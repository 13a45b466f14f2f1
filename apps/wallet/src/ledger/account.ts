/**
 * What the account has, asked of the configured RPC node. The key and the entry are read by their bytes (they are fixed up to
 * the balance), so that the inbox needs none of the ledger's code.
 */
import { bytesOfBase64url } from '../keys/bytes.ts'
import { currentSession } from '../keys/session.ts'
import { settings } from '../settings.ts'

const TIMEOUT_MS = 15_000
/** LedgerKey and LedgerEntryData of an account: its type, the type of its key, the key; then the balance. */
const KEY_AT = 8
const BALANCE_AT = 40
const UNITS_PER_XLM = 10_000_000n

const ledgerKeyOf = (public_key: Uint8Array): string => {
  const key = new Uint8Array(KEY_AT + 32)
  key.set(public_key, KEY_AT)
  return btoa(String.fromCharCode(...key))
}

const xlmOf = (units: bigint): string => {
  const fraction = String(units % UNITS_PER_XLM)
    .padStart(7, '0')
    .replace(/0+$/, '')
  return `${units / UNITS_PER_XLM}${fraction === '' ? '' : `.${fraction}`}`
}

export class LedgerFault extends Error {
  override readonly name = 'LedgerFault'
}

interface EntriesAnswer {
  readonly result?: { readonly entries?: readonly { readonly key?: string; readonly xdr?: string }[] }
}

/** In XLM, exactly; null for an account that the ledger does not have. */
export const readBalance = async (address: string): Promise<string | null> => {
  const { ledger_url } = await settings()
  const { vault } = currentSession()
  if (ledger_url === null || vault?.address !== address) throw new LedgerFault('no ledger is set')
  const key = ledgerKeyOf(bytesOfBase64url(vault.public_key))
  const answer = await fetch(ledger_url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLedgerEntries', params: { keys: [key] } }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!answer.ok) throw new LedgerFault(`the ledger answered ${answer.status}`)
  const { result } = (await answer.json()) as EntriesAnswer
  if (!Array.isArray(result?.entries)) throw new LedgerFault('the ledger’s answer cannot be read')
  const entry = result.entries.find((one) => one.key === key)
  if (entry?.xdr === undefined) return null
  const bytes = Uint8Array.from(atob(entry.xdr), (char) => char.codePointAt(0) ?? 0)
  if (bytes.length < BALANCE_AT + 8) throw new LedgerFault('the ledger’s answer cannot be read')
  return xlmOf(new DataView(bytes.buffer).getBigInt64(BALANCE_AT))
}

/** Test money, for the asking. */
export const askForTestFunds = async (address: string): Promise<void> => {
  const { friendbot_url } = await settings()
  if (friendbot_url === null) throw new LedgerFault('nobody hands out test money here')
  const url = new URL(friendbot_url)
  url.searchParams.set('addr', address)
  const answer = await fetch(url, { signal: AbortSignal.timeout(4 * TIMEOUT_MS) })
  if (!answer.ok) throw new LedgerFault(`test money was refused: ${answer.status}`)
}
