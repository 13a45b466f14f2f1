/**
 * Pays a request once, whatever crashes. One envelope per request: it is kept in the journal before anything leaves, claimed
 * at the service before it is sent, and never made a second time. What a start after a crash has to do is what comes after
 * the state in the journal, so `pay` and `resume` walk the same way.
 */

import type { AgreedPolicy } from './agreed-policy.ts'
import { askToClaim, erased, isOpen, keep, pause, reportOutcome, resultOf, said } from './bring-on.ts'
import type { Finding } from './check-payment.ts'
import { followPayment } from './follow-payment.ts'
import {
  type AccountLock,
  type AuthorizationEntry,
  type ClaimDetails,
  type Entry,
  type EnvelopeEntry,
  type FailureReason,
  isEnvelope,
  type Journal,
} from './journal.ts'
import type { LedgerClient } from './ledger-client.ts'
import { callsFor, type Payable, type PayableKind, type WalletSide } from './payment-calls.ts'
import { type Assessment, assess, preparePayment } from './prepare-payment.ts'
import type { Tell } from './progress.ts'
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
  /**
   * The agent's key that the person saw, where an authorization is sealed to it and this device did not know it. Only that key is
   * sealed to, or one that was known before.
   */
  readonly agent_key?: string | undefined
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
      readonly transaction_hash?: string
      readonly reason: FailureReason
      readonly reported: boolean
    }
  /** No verdict is possible any more: the network was reset, or its history is gone. */
  | { readonly is: 'lost'; readonly transaction_hash?: string; readonly reason: string }
  /**
   * An authorization that the agent can use until then, in seconds since 1970. Nothing is paid by that; `resume` finds out what
   * became of it.
   */
  | { readonly is: 'handed_over'; readonly until: number; readonly seen?: AuthorizationEntry['seen'] }
  /** Not known yet. Call `resume` later; never sign again. */
  | {
      readonly is: 'unknown'
      readonly transaction_hash?: string
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
  readonly pause: typeof pause
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
      const open = async () => (await deps.journal.list()).filter(isEnvelope).filter(isOpen)
      for (const { id, account } of await open()) {
        await deps.lock(account, async () => {
          // Another tab may have brought it on meanwhile.
          const entry = (await open()).find((one) => one.id === id)
          if (entry !== undefined && isHere(deps, entry))
            resumed.push({ entry, result: await walk(deps, entry, signal) })
        })
      }
      return resumed
    },
  }
}

const isHere = ({ service, ledger }: PayerDeps, entry: EnvelopeEntry): boolean =>
  entry.service === service && entry.passphrase === ledger.passphrase

/** From where the journal stands to the end, or as far as service and ledger answer. */
async function walk(deps: PayerDeps, from: EnvelopeEntry, signal: AbortSignal | undefined): Promise<PayResult> {
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
  return entry.state === 'settled' ? reportOutcome(deps, entry, signal) : resultOf(entry)
}

/** The same report however often: the first that the service takes wins, and a repeated one hears so. */
async function claim(
  deps: PayerDeps,
  entry: EnvelopeEntry,
  signal: AbortSignal | undefined,
): Promise<EnvelopeEntry | PayResult> {
  const claimed = await askToClaim(deps, entry, signal)
  if (claimed.is === 'ours') return claimed.entry
  if (claimed.is === 'refused') return erased(deps, ended(entry), claimed.why)
  const { transaction_hash } = entry
  if (!(await isOver(deps, entry, signal)))
    return { is: 'unknown', transaction_hash, waits_for: 'service', heard: claimed.why }
  return keep(deps, { ...ended(entry), state: 'settled', outcome: { is: 'failed', reason: 'expired_unapplied' } })
}

/** It was never sent, and from now on it could not be applied: an account does not wait for a service that is gone. */
async function isOver(
  { ledger }: PayerDeps,
  { max_time }: EnvelopeEntry,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    return (await ledger.head(signal)).closed_at > max_time
  } catch (failure) {
    if (failure instanceof LedgerUnavailableError) return false
    throw failure
  }
}

const ended = ({ envelope: _envelope, bump: _bump, ...rest }: EnvelopeEntry): EnvelopeEntry => rest

async function settle(
  deps: PayerDeps,
  claimed: EnvelopeEntry,
  signal: AbortSignal | undefined,
): Promise<EnvelopeEntry | PayResult> {
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
