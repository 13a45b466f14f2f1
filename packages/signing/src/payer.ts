/**
 * Pays a request once, whatever crashes. One envelope per request: it is kept in the journal before anything leaves, claimed
 * at the service before it is sent, and never made a second time. What a start after a crash has to do is what comes after
 * the state in the journal, so `pay` and `resume` walk the same way.
 */

import type { AgreedPolicy } from './agreed-policy.ts'
import type { Finding } from './check-payment.ts'
import { followPayment } from './follow-payment.ts'
import {
  type AccountLock,
  type ClaimDetails,
  type Entry,
  type FailureReason,
  type Journal,
  WANTS_SIGNATURE,
} from './journal.ts'
import type { LedgerClient } from './ledger-client.ts'
import { callsFor, type Payable, type PayableKind, type WalletSide } from './payment-calls.ts'
import { type Assessment, assess, preparePayment } from './prepare-payment.ts'
import type { Step, Tell } from './progress.ts'
import { LedgerUnavailableError } from './rpc-call.ts'
import type { WalletSigner } from './signer.ts'

export interface PayerOptions {
  /** A wallet client of the SDK, with its device and pinned keys. */
  readonly wallet: WalletSide
  /** What the service calls itself; its address. Tells the journals of two services apart. */
  readonly service: string
  readonly ledger: LedgerClient
  readonly journal: Journal
  readonly lock: AccountLock
  /** Needed to pay. `resume` works without: what it needs is signed already. */
  readonly signer?: WalletSigner | undefined
  /** What goes with the claim, such as a signed decision. Asked once per envelope, and kept with it. */
  readonly decide?: ((claim: { payable: Payable; transaction_hash: string }) => Promise<ClaimDetails>) | undefined
  readonly tell?: Tell | undefined
  /** How long a payment is followed before its outcome counts as not known yet. 60 s where left out. */
  readonly wait_ms?: number | undefined
  /** Between two looks at the ledger. 1 s where left out. */
  readonly poll_ms?: number | undefined
}

export interface PayInput {
  readonly request_id: string
  readonly connection_id?: string | undefined
  readonly kind?: PayableKind | undefined
  /** Of the facts that the person saw and approved. */
  readonly facts_digest: string
  /** Nobody is asked: what these limits don't allow is refused. */
  readonly within?: AgreedPolicy | undefined
  readonly signal?: AbortSignal | undefined
}

export type PayResult =
  /** Nothing was signed. */
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }
  /** Signed, but the service did not take the claim: the envelope is erased, and never left. */
  | { readonly is: 'not_claimed'; readonly why: string }
  | {
      readonly is: 'paid'
      readonly transaction_hash: string
      readonly ledger: number
      readonly closed_at: number
      readonly reported: boolean
    }
  | {
      readonly is: 'failed'
      readonly transaction_hash: string
      readonly reason: FailureReason
      readonly reported: boolean
    }
  /** No verdict is possible any more: the network was reset, or its history is gone. */
  | { readonly is: 'lost'; readonly transaction_hash: string; readonly reason: string }
  /** Not known yet. Call `resume` later; never sign again. */
  | {
      readonly is: 'unknown'
      readonly transaction_hash: string
      readonly waits_for: 'service' | 'ledger'
      readonly heard: string | undefined
    }

export interface PayerClient {
  /** What would be refused, what it costs and what remains. Signs nothing. */
  check(input: Omit<PayInput, 'facts_digest'> & { account: string }): Promise<Assessment>
  /** Calling it again for the same request is safe: it goes on where the journal says. */
  pay(input: PayInput): Promise<PayResult>
  /** On every start, and while something is open: brings all that was signed to its end. */
  resume(signal?: AbortSignal): Promise<readonly Resumed[]>
}

export interface Resumed {
  readonly entry: Entry
  readonly result: PayResult
}

/** The options with what was left out. */
export interface PayerDeps extends PayerOptions {
  readonly wait_ms: number
  readonly poll_ms: number
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<void>
}

export function createPayer(options: PayerOptions): PayerClient {
  const deps: PayerDeps = { ...options, wait_ms: options.wait_ms ?? 60_000, poll_ms: options.poll_ms ?? 1000, pause }
  return {
    async check({ account, ...input }) {
      // Only looking: no step of a payment.
      const { payable, findings, creates, costs } = await assess({ ...deps, tell: undefined }, input, account)
      return { payable, findings, creates, costs }
    },
    async pay(input) {
      if (deps.signer === undefined) throw new TypeError('paying needs a signer')
      const account = await deps.signer.address()
      return deps.lock(account, async () => {
        const prepared = await preparePayment(deps, input, account)
        return prepared.is === 'refused' ? prepared : walk(deps, prepared.entry, input.signal)
      })
    },
    async resume(signal) {
      const resumed: Resumed[] = []
      for (const { id, account } of (await deps.journal.list()).filter(isOpen)) {
        await deps.lock(account, async () => {
          // Another tab may have brought it on meanwhile.
          const entry = (await deps.journal.list()).find((one) => one.id === id)
          if (entry !== undefined && isOpen(entry) && isHere(deps, entry))
            resumed.push({ entry, result: await walk(deps, entry, signal) })
        })
      }
      return resumed
    },
  }
}

const isOpen = ({ state }: Entry): boolean => state === 'signed' || state === 'claimed' || state === 'settled'
const isHere = ({ service, ledger }: PayerDeps, entry: Entry): boolean =>
  entry.service === service && entry.passphrase === ledger.passphrase

/** From where the journal stands to the end, or as far as service and ledger answer. */
async function walk(deps: PayerDeps, from: Entry, signal: AbortSignal | undefined): Promise<PayResult> {
  let entry = from
  if (entry.state === 'signed') {
    const next = await claim(deps, entry, signal)
    if ('is' in next) return next
    entry = next
  }
  if (entry.state === 'claimed') {
    const next = await settle(deps, entry, signal)
    if ('is' in next) return next
    entry = next
  }
  return entry.state === 'settled' ? report(deps, entry, signal) : resultOf(entry)
}

const said = (deps: PayerDeps, { request_id, transaction_hash }: Entry, step: Step) =>
  deps.tell?.({ step, request_id, transaction_hash })

async function keep({ journal }: PayerDeps, entry: Entry): Promise<Entry> {
  const kept = { ...entry, changed_at: new Date().toISOString() }
  await journal.put(kept)
  return kept
}

/** The same report however often: the first that the service takes wins, and a repeated one hears so. */
async function claim(deps: PayerDeps, entry: Entry, signal: AbortSignal | undefined): Promise<Entry | PayResult> {
  const claimed = await callsFor(deps.wallet, entry.kind)
    .claim(entry, signal)
    .catch((failure: unknown) => {
      if (signal?.aborted) throw failure
      return { is: 'unanswered' as const, why: messageOf(failure) }
    })
  if (claimed.is === 'ours') {
    await said(deps, entry, 'claimed')
    const kept = await keep(deps, { ...entry, state: 'claimed' })
    await said(deps, entry, 'claim_kept')
    return kept
  }
  const { transaction_hash } = entry
  if (claimed.is === 'refused') {
    await keep(deps, { ...ended(entry), state: 'erased', reason: claimed.why })
    return { is: 'not_claimed', why: claimed.why }
  }
  if (!(await isOver(deps, entry, signal)))
    return { is: 'unknown', transaction_hash, waits_for: 'service', heard: claimed.why }
  return keep(deps, { ...ended(entry), state: 'settled', outcome: { is: 'failed', reason: 'expired_unapplied' } })
}

/** It was never sent, and from now on it could not be applied: an account does not wait for a service that is gone. */
async function isOver({ ledger }: PayerDeps, { max_time }: Entry, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    return (await ledger.head(signal)).closed_at > max_time
  } catch (failure) {
    if (failure instanceof LedgerUnavailableError) return false
    throw failure
  }
}

const ended = ({ envelope: _envelope, bump: _bump, ...rest }: Entry): Entry => rest

async function settle(deps: PayerDeps, claimed: Entry, signal: AbortSignal | undefined): Promise<Entry | PayResult> {
  const calls = callsFor(deps.wallet, claimed.kind)
  let told = false
  const onSent = async (): Promise<void> => {
    if (told) return
    told = true
    await said(deps, claimed, 'sent')
    // A courtesy: the end is reported in any case, with all that comes before it.
    await calls.reportSent(claimed, signal).catch(() => undefined)
    await said(deps, claimed, 'sent_reported')
  }
  const { entry, outcome, heard } = await followPayment(deps, claimed, { onSent, signal })
  if (outcome === undefined)
    return { is: 'unknown', transaction_hash: entry.transaction_hash, waits_for: 'ledger', heard }
  await said(deps, entry, 'settled')
  const kept = await keep(deps, { ...ended(entry), state: 'settled', outcome })
  await said(deps, entry, 'outcome_kept')
  return kept
}

async function report(deps: PayerDeps, entry: Entry, signal: AbortSignal | undefined): Promise<PayResult> {
  const { outcome } = entry
  if (outcome === undefined) throw new Error('what is settled has an outcome')
  const told = await callsFor(deps.wallet, entry.kind)
    .reportEnd(entry, outcome, signal)
    .then((refused) => ({ refused }))
    .catch((failure: unknown) => {
      if (signal?.aborted) throw failure
      return undefined
    })
  // The outcome stands all the same; `resume` reports it later.
  if (told === undefined) return resultOf(entry)
  if (told.refused === WANTS_SIGNATURE) return resultOf(await keep(deps, { ...entry, reason: WANTS_SIGNATURE }))
  await said(deps, entry, 'reported')
  const { refused } = told
  const { reason: _before, ...rest } = entry
  const kept = await keep(deps, { ...rest, state: 'reported', ...(refused !== undefined && { reason: refused }) })
  await said(deps, entry, 'report_kept')
  return resultOf(kept)
}

function resultOf({ state, outcome, transaction_hash, reason }: Entry): PayResult {
  if (outcome === undefined) return { is: 'not_claimed', why: reason ?? 'erased' }
  if (outcome.is === 'lost') return { is: 'lost', transaction_hash, reason: outcome.reason }
  return { ...outcome, transaction_hash, reported: state === 'reported' && reason === undefined }
}

const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new Error('stopped'))
    }
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
