/** Steps that every kind of payment takes in the same way: kept, claimed at the service, and told to its end. */
import { type Entry, type Journal, WANTS_SIGNATURE } from './journal.ts'
import type { PayResult } from './payer.ts'
import { callsFor, type WalletSide } from './payment-calls.ts'
import type { Step, Tell } from './progress.ts'

interface Deps {
  readonly wallet: WalletSide
  readonly journal: Journal
  readonly tell?: Tell | undefined
}

/** It is not told to its end yet. */
export const isOpen = ({ state }: Entry): boolean => state !== 'reported' && state !== 'erased'

export const said = ({ tell }: Deps, { request_id, transaction_hash }: Entry, step: Step) =>
  tell?.({ step, request_id, ...(transaction_hash !== undefined && { transaction_hash }) })

export async function keep<E extends Entry>({ journal }: Deps, entry: E): Promise<E> {
  const kept = { ...entry, changed_at: new Date().toISOString() }
  await journal.put(kept)
  return kept
}

type Asked<E> =
  | { readonly is: 'ours'; readonly entry: E }
  | { readonly is: 'refused' | 'unanswered'; readonly why: string }

/** The same report however often: the first that the service takes wins, and a repeated one hears so. */
export async function askToClaim<E extends Entry>(
  deps: Deps,
  entry: E,
  signal: AbortSignal | undefined,
): Promise<Asked<E>> {
  const claimed = await callsFor(deps.wallet, entry.kind)
    .claim(entry, signal)
    .catch((failure: unknown) => {
      if (signal?.aborted) throw failure
      return { is: 'unanswered' as const, why: messageOf(failure) }
    })
  if (claimed.is !== 'ours') return claimed
  await said(deps, entry, 'claimed')
  const kept = await keep(deps, { ...entry, state: 'claimed' })
  await said(deps, entry, 'claim_kept')
  return { is: 'ours', entry: kept }
}

/** What was signed never left. It is given without what would let it leave. */
export async function erased(deps: Deps, entry: Entry, why: string): Promise<PayResult> {
  await keep(deps, { ...entry, state: 'erased', reason: why })
  return { is: 'not_claimed', why }
}

export async function reportOutcome(deps: Deps, entry: Entry, signal: AbortSignal | undefined): Promise<PayResult> {
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

export function resultOf({ state, outcome, transaction_hash, reason }: Entry): PayResult {
  if (outcome === undefined) return { is: 'not_claimed', why: reason ?? 'erased' }
  const named = transaction_hash !== undefined && { transaction_hash }
  if (outcome.is === 'lost') return { is: 'lost', ...named, reason: outcome.reason }
  const reported = state === 'reported' && reason === undefined
  if (outcome.is === 'failed') return { ...outcome, ...named, reported }
  if (transaction_hash === undefined) throw new Error('what is paid has a transaction')
  return { ...outcome, transaction_hash, reported }
}

export const messageOf = (failure: unknown): string => (failure instanceof Error ? failure.message : String(failure))

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
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
