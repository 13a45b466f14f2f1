/**
 * From a claimed envelope to its outcome. It looks first and sends what is absent, always the same payment; so it may be
 * called any number of times, by any number of devices. An end is concluded only from a ledger that makes it certain.
 */
import { FEE_MAX } from '@pursestrings/stellar/build-payment'
import { buildFeeBump } from '@pursestrings/stellar/fee-bump'
import { accountEntryKey, readAccountEntry } from '@pursestrings/stellar/read-entries'
import type { EnvelopeEntry, Outcome } from './journal.ts'
import type { Lookup, SentAnswer } from './ledger-client.ts'
import type { PayerDeps } from './payer.ts'
import { LedgerUnavailableError } from './rpc-call.ts'
import { bumpSignedBy } from './signer.ts'

type Absent = Extract<Lookup, { is: 'absent' }>

export interface Followed {
  readonly entry: EnvelopeEntry
  /** Undefined where it is not known yet. */
  readonly outcome: Outcome | undefined
  /** The last that was heard, where the outcome is not known. */
  readonly heard: string | undefined
}

/** What was taken gets this many closes before it is sent again. */
const CLOSES_BEFORE_RESEND = 2

export async function followPayment(
  deps: PayerDeps,
  claimed: EnvelopeEntry,
  { onSent, signal }: { onSent: () => Promise<void>; signal: AbortSignal | undefined },
): Promise<Followed> {
  const give_up_at = Date.now() + deps.wait_ms
  let entry = claimed
  let heard: string | undefined
  let resend_from = 0
  for (;;) {
    try {
      const seen = await deps.ledger.transaction(entry.transaction_hash, signal)
      const outcome = seen.is === 'found' ? outcomeOf(seen) : await endOf(deps, entry, seen, signal)
      if (outcome !== undefined) return { entry, outcome, heard: undefined }
      if (seen.is === 'absent' && seen.latest >= resend_from) {
        const answer = await deps.ledger.send(entry.bump ?? entry.envelope ?? '', signal)
        heard = answer.status === 'ERROR' ? answer.code : answer.status
        resend_from = answer.latest + 1
        if (answer.status === 'PENDING' || answer.status === 'DUPLICATE') {
          resend_from = answer.latest + CLOSES_BEFORE_RESEND
          await onSent()
        }
        if (answer.status === 'ERROR') {
          const end = await conflictOf(deps, entry, answer, signal)
          if (end !== undefined) return { entry, outcome: end, heard: undefined }
          entry = await withHigherFee(deps, entry, answer)
          if (answer.code === 'txInsufficientFee' && entry.bump !== undefined) resend_from = answer.latest
        }
      }
    } catch (failure) {
      if (!(failure instanceof LedgerUnavailableError)) throw failure
      heard = failure.message
    }
    if (Date.now() >= give_up_at) return { entry, outcome: undefined, heard }
    await deps.pause(deps.poll_ms, signal)
  }
}

const outcomeOf = ({ successful, code, ledger, closed_at }: Extract<Lookup, { is: 'found' }>): Outcome =>
  successful ? { is: 'paid', ledger, closed_at } : { is: 'failed', reason: `transaction_failed:${code}` }

/** Is it certain that this envelope will never be applied, or that this ledger can no longer tell? */
async function endOf(
  deps: PayerDeps,
  { anchor, max_time }: EnvelopeEntry,
  seen: Absent,
  signal: AbortSignal | undefined,
): Promise<Outcome | undefined> {
  // Close times only grow: a later one at a lower number is another ledger.
  if (seen.latest < anchor.sequence && seen.latest_closed_at > anchor.closed_at)
    return { is: 'lost', reason: 'ledger_reset' }
  if (seen.latest < anchor.sequence || seen.latest_closed_at <= max_time) return undefined
  return (await broken(deps, anchor, seen, signal)) ?? { is: 'failed', reason: 'expired_unapplied' }
}

/** Absence says something only about the ledger that was signed for, and only if its history reaches back to then. */
async function broken(
  { ledger }: PayerDeps,
  anchor: EnvelopeEntry['anchor'],
  { oldest }: Absent,
  signal: AbortSignal | undefined,
): Promise<Outcome | undefined> {
  const hash = await ledger.hashOf(anchor.sequence, signal)
  if (hash !== undefined && hash !== anchor.hash) return { is: 'lost', reason: 'ledger_reset' }
  return hash === undefined || oldest > anchor.sequence ? { is: 'lost', reason: 'history_gone' } : undefined
}

/** Another transaction took its number. Or it did itself, and this source has not told yet: so look once more, later. */
async function conflictOf(
  deps: PayerDeps,
  entry: EnvelopeEntry,
  { code }: Extract<SentAnswer, { status: 'ERROR' }>,
  signal: AbortSignal | undefined,
): Promise<Outcome | undefined> {
  if (code !== 'txBadSeq') return undefined
  const key = accountEntryKey(entry.account)
  const { entries, latest } = await deps.ledger.entries([key], signal)
  const account = readAccountEntry(entries.get(key) ?? '', entry.account)
  if (account === undefined || account.sequence < BigInt(entry.sequence)) return undefined
  const seen = await deps.ledger.transaction(entry.transaction_hash, signal)
  if (seen.is === 'found') return outcomeOf(seen)
  if (seen.latest < latest) return undefined
  return (await broken(deps, entry.anchor, seen, signal)) ?? { is: 'failed', reason: 'sequence_conflict' }
}

/** Kept before it is sent, so that the next start sends the same. Without a signer at hand it waits for a cheaper ledger. */
async function withHigherFee(
  { signer, journal }: PayerDeps,
  entry: EnvelopeEntry,
  { code, fee: least }: Extract<SentAnswer, { status: 'ERROR' }>,
): Promise<EnvelopeEntry> {
  const { account, passphrase, envelope, bump_fee = entry.fee } = entry
  if (code !== 'txInsufficientFee' || signer === undefined || envelope === undefined) return entry
  // Of a fee bump the fee counts for one operation more.
  const fee = Math.min(FEE_MAX, Math.max(bump_fee * 2, Number(least) * 4))
  if (fee <= bump_fee) return entry
  const unsigned = buildFeeBump(envelope, { source: account, fee })
  if (unsigned === undefined) return entry
  const bump = await bumpSignedBy(signer, { unsigned, passphrase, account })
  const raised: EnvelopeEntry = { ...entry, bump, bump_fee: fee, changed_at: new Date().toISOString() }
  await journal.put(raised)
  return raised
}
