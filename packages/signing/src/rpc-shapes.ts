/** What each answer of the RPC must look like; undefined for everything else. Only what a wallet needs is read. */
import { readRefusal } from '@pursestrings/stellar/fee-bump'
import { isRecord, type Shape } from './rpc-call.ts'

export interface Head {
  readonly sequence: number
  readonly hash: string
  /** Seconds since 1970, by the ledger's own clock. */
  readonly closed_at: number
}

const HASH = /^[0-9a-f]{64}$/

/** Numbers come as numbers or as texts, depending on the call and the version. */
const whole = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
const hash = (value: unknown): string | undefined => (typeof value === 'string' && HASH.test(value) ? value : undefined)
const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const latestLedger: Shape<Head> = (value) => {
  if (!isRecord(value)) return undefined
  const [sequence, id, closed_at] = [whole(value['sequence']), hash(value['id']), whole(value['closeTime'])]
  return sequence === undefined || id === undefined || closed_at === undefined
    ? undefined
    : { sequence, hash: id, closed_at }
}

export const ledgerHashes: Shape<readonly { sequence: number; hash: string }[]> = (value) => {
  if (!isRecord(value) || !Array.isArray(value['ledgers'])) return undefined
  const ledgers = value['ledgers'].map((one: unknown) => {
    const [sequence, id] = isRecord(one) ? [whole(one['sequence']), hash(one['hash'])] : []
    return sequence === undefined || id === undefined ? undefined : { sequence, hash: id }
  })
  return ledgers.every((one) => one !== undefined) ? ledgers : undefined
}

export interface NetworkAnswer {
  readonly passphrase: string
  readonly friendbot_url: string | undefined
}

export const network: Shape<NetworkAnswer> = (value) => {
  const passphrase = isRecord(value) ? text(value['passphrase']) : undefined
  if (!isRecord(value) || passphrase === undefined) return undefined
  const friendbot_url = text(value['friendbotUrl'])
  return { passphrase, friendbot_url: friendbot_url === '' ? undefined : friendbot_url }
}

export interface EntriesAnswer {
  readonly latest: number
  /** By key, both in base64. */
  readonly entries: ReadonlyMap<string, string>
}

export const ledgerEntries: Shape<EntriesAnswer> = (value) => {
  const latest = isRecord(value) ? whole(value['latestLedger']) : undefined
  if (!isRecord(value) || latest === undefined || !Array.isArray(value['entries'] ?? [])) return undefined
  const entries = new Map<string, string>()
  for (const one of (value['entries'] ?? []) as unknown[]) {
    const [key, data] = isRecord(one) ? [text(one['key']), text(one['xdr'])] : []
    if (key === undefined || data === undefined) return undefined
    entries.set(key, data)
  }
  return { latest, entries }
}

/** What 95 of 100 transactions paid at most, in stroops per operation. */
export const fee95: Shape<number> = (value) =>
  isRecord(value) && isRecord(value['inclusionFee']) ? whole(value['inclusionFee']['p95']) : undefined

export type FoundTransaction =
  | {
      readonly is: 'found'
      readonly ledger: number
      readonly closed_at: number
      readonly envelope: string
      readonly result: string
    }
  | { readonly is: 'absent'; readonly oldest: number; readonly latest: number; readonly latest_closed_at: number }

export const transaction: Shape<FoundTransaction> = (value) => {
  if (!isRecord(value)) return undefined
  if (value['status'] === 'NOT_FOUND') {
    const [oldest, latest] = [whole(value['oldestLedger']), whole(value['latestLedger'])]
    const latest_closed_at = whole(value['latestLedgerCloseTime'])
    return oldest === undefined || latest === undefined || latest_closed_at === undefined
      ? undefined
      : { is: 'absent', oldest, latest, latest_closed_at }
  }
  const [ledger, closed_at] = [whole(value['ledger']), whole(value['createdAt'])]
  const [envelope, result] = [text(value['envelopeXdr']), text(value['resultXdr'])]
  return ledger === undefined || closed_at === undefined || envelope === undefined || result === undefined
    ? undefined
    : { is: 'found', ledger, closed_at, envelope, result }
}

export type SentAnswer =
  | { readonly status: 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER'; readonly latest: number }
  | { readonly status: 'ERROR'; readonly latest: number; readonly code: string; readonly fee: bigint }

export const sentTransaction: Shape<SentAnswer> = (value) => {
  const latest = isRecord(value) ? whole(value['latestLedger']) : undefined
  if (!isRecord(value) || latest === undefined) return undefined
  const { status } = value
  if (status === 'PENDING' || status === 'DUPLICATE' || status === 'TRY_AGAIN_LATER') return { status, latest }
  const refusal = status === 'ERROR' ? readRefusal(text(value['errorResultXdr']) ?? '') : undefined
  return refusal && { status: 'ERROR', latest, ...refusal }
}
