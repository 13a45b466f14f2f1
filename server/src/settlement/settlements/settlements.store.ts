/** Statements of the observer (server/schema/settlement/settlements.observe.sql) and of those who read what it found. */

import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Reference } from '@pursestrings/protocol/payment-facts'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type { SystemTx } from '../../platform/postgres/transaction.ts'
import type { Proof } from './binding.ts'
import type { LedgerAssurance } from './judge.ts'
import type { PayeeFinding } from './payee-findings.ts'

export const holdLedger = async (
  { client }: SystemTx,
  network: string,
  holder: Uuid,
  for_s: number,
): Promise<boolean> => {
  const text = 'select hold_ledger($1, $2, $3) as held'
  const { rows } = await client.query<{ held: boolean }>({
    name: 'hold_ledger',
    text,
    values: [network, holder, for_s],
  })
  return rows[0]?.held ?? false
}

export const releaseLedger = async ({ client }: SystemTx, network: string, holder: Uuid): Promise<void> => {
  await client.query({ name: 'release_ledger', text: 'select release_ledger($1, $2)', values: [network, holder] })
}

export interface Anchor {
  readonly epoch: string
  readonly simulated: boolean
  readonly sequence: number
  readonly hash: string
  readonly closed_at: bigint
}

interface NewAnchor extends Anchor {
  readonly network: string
  readonly holder: Uuid
}

export const keepAnchor = async ({ client }: SystemTx, a: NewAnchor): Promise<void> => {
  const text = 'select keep_anchor($1, $2, $3, $4, $5, $6, $7)'
  const values = [a.network, a.holder, a.epoch, a.simulated, a.sequence, a.hash, String(a.closed_at)]
  await client.query({ name: 'keep_anchor', text, values })
}

/** Of the epoch that lasts, the oldest first. */
export const readAnchors = async ({ client }: SystemTx, network: string): Promise<Anchor[]> => {
  const text = 'select epoch, simulated, sequence::float8 as sequence, hash, closed_at::text from read_anchors($1)'
  const { rows } = await client.query<Omit<Anchor, 'closed_at'> & { closed_at: string }>({
    name: 'read_anchors',
    text,
    values: [network],
  })
  return rows.map((row) => ({ ...row, closed_at: BigInt(row.closed_at) }))
}

export const watchPayments = async (
  { client }: SystemTx,
  events: readonly { merchant_id: Uuid; event_id: Uuid }[],
  networks: readonly string[],
): Promise<void> => {
  const values = [events.map((e) => e.merchant_id), events.map((e) => e.event_id), networks]
  await client.query({ name: 'watch_payments', text: 'select watch_payments($1, $2, $3)', values })
}

export interface WatchedRow {
  readonly merchant_id: Uuid
  readonly payment_id: Uuid
  readonly connection_id: Uuid
  readonly request_id: string | null
  readonly facts_digest: Buffer
  readonly created_at: Date
  readonly expires_at: Date
  readonly status: PaymentStatus
  readonly reason: string | null
  readonly reported_hash: string | null
  readonly named_at: Date | null
  readonly confirmed_at: Date | null
  readonly proofs: readonly (Proof & { readonly proof_id: number })[]
  readonly doubts: readonly string[]
  readonly matched_hash: string | null
  readonly matched_place: string | null
  readonly amount: string
  readonly address: string
  readonly asset: string
  readonly issuer: string | null
  readonly contract: string | null
  readonly memo: string | null
  readonly decimals: number
  readonly reference: Reference | null
  readonly assurance: LedgerAssurance | null
  readonly ledger_outcome: 'paid' | 'unpaid' | 'mismatch' | 'unknown'
  readonly paid_hash: string | null
  readonly paid_place: string | null
  readonly ledger_reason: string | null
  /** Until when a ledger takes the one transaction that was signed, in seconds; null where nobody knows. */
  readonly envelope_until: number | null
  readonly handoff_shown: boolean | null
  readonly scan_epoch: string | null
  readonly scan_whole: boolean | null
  readonly scan_from: number | null
  readonly scan_through: number | null
  /** When the last ledger closed that was read, where all were read up to the newest. */
  readonly scan_closed_at: bigint | null
  /** The last look is on record, and not long ago. */
  readonly noted: boolean
}

export const PAYEES_MAX = 50
/** Of one payee in a round, those first that were not looked at for the longest time. */
export const EACH_MAX = 2_000
/** So often a look is written down that found nothing new. Whoever takes over reads so much of the ledger again. */
const NOTED_S = 60

export const readWatched = async (
  { client }: SystemTx,
  network: string,
  { within_s, without, seen }: { within_s: number; without: ReadonlySet<string>; seen: readonly string[] },
): Promise<WatchedRow[]> => {
  const text = `select *, scan_from::float8 as scan_from, scan_through::float8 as scan_through,
      envelope_until::float8 as envelope_until
    from read_watched($1, $2, $3, $4, $5, $6, $7)`
  const values = [network, PAYEES_MAX, EACH_MAX, within_s, [...without], seen, NOTED_S]
  type Row = Omit<WatchedRow, 'scan_closed_at'> & { scan_closed_at: string | null }
  const { rows } = await client.query<Row>({ name: 'read_watched', text, values })
  return rows.map(({ scan_closed_at: at, ...row }) => ({ ...row, scan_closed_at: at === null ? null : BigInt(at) }))
}

export interface ClaimRow {
  readonly transaction_hash: string
  readonly place: string
  readonly payment_id: Uuid
}

export const readClaims = async (
  { client }: SystemTx,
  network: string,
  epoch: string,
  hashes: readonly string[],
): Promise<ClaimRow[]> => {
  const text = 'select * from read_claims($1, $2, $3)'
  return (await client.query<ClaimRow>({ name: 'read_claims', text, values: [network, epoch, hashes] })).rows
}

export interface ReferenceRow {
  readonly facts_digest: Buffer
  readonly payment_id: Uuid
}

/** Of any organization, open or not. */
export const readReferences = async ({ client }: SystemTx, digests: readonly string[]): Promise<ReferenceRow[]> => {
  const text = 'select * from read_references($1)'
  const values = [digests.map((digest) => Buffer.from(digest, 'hex'))]
  return (await client.query<ReferenceRow>({ name: 'read_references', text, values })).rows
}

export interface Settled {
  readonly payment_id: Uuid
  readonly connection_id: Uuid
  readonly outcome: string
}

export interface Settling {
  readonly network: string
  readonly holder: Uuid
  readonly epoch: string
  readonly payee: string
  readonly verdicts: readonly object[]
  readonly findings: readonly PayeeFinding[]
}

export const settlePayments = async ({ client }: SystemTx, s: Settling): Promise<Settled[]> => {
  const text = 'select * from settle_payments($1, $2, $3, $4, $5, $6)'
  const values = [s.network, s.holder, s.epoch, s.payee, JSON.stringify(s.verdicts), JSON.stringify(s.findings)]
  return (await client.query<Settled>({ name: 'settle_payments', text, values })).rows
}

export const endEpoch = async (
  { client }: SystemTx,
  { network, holder, epoch }: Pick<Settling, 'network' | 'holder' | 'epoch'>,
): Promise<{ connection_id: Uuid }[]> => {
  const text = 'select * from end_epoch($1, $2, $3)'
  return (await client.query<{ connection_id: Uuid }>({ name: 'end_epoch', text, values: [network, holder, epoch] }))
    .rows
}
