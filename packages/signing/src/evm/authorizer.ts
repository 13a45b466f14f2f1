/**
 * Approves a request by one authorization after EIP-3009, whatever crashes. It is kept in the journal before anything leaves, claimed
 * at the service, handed over sealed to the agent, and never made a second time. Whoever has it can pay this payee this amount once,
 * until the request expires; so handing it over pays nothing yet, and an end is known only from blocks that are final.
 */
import { ApiError, type CallOptions } from '@pursestrings/sdk'
import { askToClaim, erased, isOpen, keep, messageOf, reportOutcome, resultOf, said } from '../bring-on.ts'
import { type AuthorizationEntry, type ClaimDetails, isAuthorization } from '../journal.ts'
import type { PayerClient, PayerOptions, PayResult, Resumed } from '../payer.ts'
import { definite, type Payable, type WalletSide } from '../payment-calls.ts'
import { LedgerRefusedError, LedgerUnavailableError } from '../rpc-call.ts'
import type { AuthorizationSigner } from './authorization-signer.ts'
import type { ChainClient } from './chain-client.ts'
import { followAuthorization } from './follow-authorization.ts'
import { assessAuthorization, prepareAuthorization } from './prepare-authorization.ts'

export interface AuthorizerOptions extends Pick<PayerOptions, 'service' | 'journal' | 'lock' | 'tell'> {
  /** A wallet client of the SDK, with its device and pinned keys. */
  readonly wallet: WalletSide & { readonly paymentAuthorizations: Authorizations }
  readonly chain: ChainClient
  /** Needed to approve. `resume` works without: what it needs is sealed already. */
  readonly signer?: AuthorizationSigner | undefined
  /** Whether this device knows the key as that connection's agent's, from when the connection was approved. */
  readonly isKnownAgentKey: (connection_id: string, agent_key: string) => boolean | Promise<boolean>
  /** What goes with the claim, such as a signed decision. Asked once per authorization, and kept with it. */
  readonly decide?: ((claim: { payable: Payable }) => Promise<ClaimDetails>) | undefined
}

interface Authorizations {
  put(
    request_id: string,
    input: { readonly sealed: string; readonly connection_id: string },
    options: CallOptions,
  ): Promise<unknown>
}

export function createAuthorizer(deps: AuthorizerOptions): PayerClient {
  return {
    async check({ account, ...input }) {
      // Only looking: no step of a payment.
      const looked = await assessAuthorization({ ...deps, tell: undefined }, input, account)
      const { payable, findings, creates, costs } = looked
      return { payable, findings, creates, costs }
    },
    async pay(input) {
      if (deps.signer === undefined) throw new TypeError('paying needs a signer')
      const account = await deps.signer.address()
      return deps.lock(account, async () => {
        const prepared = await prepareAuthorization(deps, input, account)
        return prepared.is === 'refused' ? prepared : walk(deps, prepared.entry, input.signal)
      })
    },
    async resume(signal) {
      const open = async () =>
        (await deps.journal.list()).filter(isAuthorization).filter((one) => isOpen(one) && isHere(deps, one))
      const resumed: Resumed[] = []
      for (const { id, account } of await open()) {
        await deps.lock(account, async () => {
          // Another tab may have brought it on meanwhile.
          const entry = (await open()).find((one) => one.id === id)
          if (entry !== undefined) resumed.push({ entry, result: await walk(deps, entry, signal) })
        })
      }
      return resumed
    },
  }
}

const isHere = ({ service, chain }: AuthorizerOptions, entry: AuthorizationEntry): boolean =>
  entry.service === service && entry.chain_id === chain.chain_id

/** From where the journal stands to the end, or as far as service and chain answer. */
async function walk(
  deps: AuthorizerOptions,
  from: AuthorizationEntry,
  signal: AbortSignal | undefined,
): Promise<PayResult> {
  let entry = from
  if (entry.state === 'signed') {
    const next = await claim(deps, entry, signal)
    if ('is' in next) return next
    entry = next
  }
  if (entry.state === 'claimed' && !isOver(entry)) {
    const next = await handOver(deps, entry, signal)
    if ('is' in next) return next
    // The agent has yet to fetch it.
    return { is: 'handed_over', until: next.max_time }
  }
  if (entry.state === 'claimed' || entry.state === 'handed_over') {
    const next = await look(deps, entry, signal)
    if ('is' in next) return next
    entry = next
  }
  if (entry.state !== 'settled') return resultOf(entry)
  return isTold(entry) ? reportOutcome(deps, entry, signal) : resultOf(await keep(deps, { ...entry, ...UNTOLD }))
}

/** Where it is not certain that this one was handed over, another device's may have been: its end is not this one's to tell. */
const isTold = ({ outcome, handed_at }: AuthorizationEntry): boolean =>
  outcome?.is !== 'failed' || handed_at !== undefined
const UNTOLD = { state: 'reported', reason: 'not_handed_over' } as const

/** By this device's clock, and only ever to leave something undone. */
const isOver = ({ max_time }: AuthorizationEntry): boolean => Date.now() >= max_time * 1000

const ended = ({ sealed: _sealed, seen: _seen, ...rest }: AuthorizationEntry): AuthorizationEntry => rest

async function claim(deps: AuthorizerOptions, entry: AuthorizationEntry, signal: AbortSignal | undefined) {
  // It was never handed over, and never will be. Another device's may have been, so nothing is reported.
  if (isOver(entry)) return erased(deps, ended(entry), 'expired')
  const claimed = await askToClaim(deps, entry, signal)
  if (claimed.is === 'ours') return claimed.entry
  if (claimed.is === 'refused') return erased(deps, ended(entry), claimed.why)
  return { is: 'unknown' as const, waits_for: 'service' as const, heard: claimed.why }
}

/** More than other calls get: the agent waits for it. */
const RETRIES = 3
/**
 * The service compares with what it has before anything else, so each of these says that it doesn't have this one: another one was
 * first, another device claimed the payment, or it is over. Of two devices, one pays.
 */
const NOT_TAKEN: ReadonlySet<string> = new Set([
  'authorization_fixed',
  'authorization_too_early',
  'authorization_not_taken',
])

async function handOver(deps: AuthorizerOptions, entry: AuthorizationEntry, signal: AbortSignal | undefined) {
  const { request_id, connection_id, sealed = '' } = entry
  try {
    await deps.wallet.paymentAuthorizations.put(request_id, { sealed, connection_id }, { retries: RETRIES, signal })
  } catch (failure) {
    if (signal?.aborted) throw failure
    const why = failure instanceof ApiError ? definite(failure) : undefined
    if (why !== undefined && NOT_TAKEN.has(why)) return erased(deps, ended(entry), why)
    // An earlier one may have arrived: only the chain can say what becomes of it.
    return { is: 'unknown' as const, waits_for: 'service' as const, heard: why ?? messageOf(failure) }
  }
  await said(deps, entry, 'handed_over')
  const kept = await keep(deps, { ...entry, state: 'handed_over', handed_at: new Date().toISOString() })
  await said(deps, entry, 'hand_over_kept')
  return kept
}

async function look(deps: AuthorizerOptions, entry: AuthorizationEntry, signal: AbortSignal | undefined) {
  const followed = await followAuthorization(deps.chain, entry, signal).catch((failure: unknown) => {
    if (failure instanceof LedgerUnavailableError || failure instanceof LedgerRefusedError) return failure
    throw failure
  })
  if (followed instanceof Error)
    return { is: 'unknown' as const, waits_for: 'ledger' as const, heard: followed.message }
  if (followed.is === 'open') {
    const { seen } = followed
    const { seen: before, ...rest } = entry
    if (seen?.transaction_hash !== before?.transaction_hash) await keep(deps, { ...rest, ...(seen && { seen }) })
    // Where the service never answered, it may or may not be with the agent.
    if (entry.state === 'claimed' && seen === undefined)
      return { is: 'unknown' as const, waits_for: 'ledger' as const, heard: undefined }
    return { is: 'handed_over' as const, until: entry.max_time, ...(seen && { seen }) }
  }
  await said(deps, entry, 'settled')
  const { outcome, transaction_hash } = followed
  const named = transaction_hash !== undefined && { transaction_hash }
  const kept = await keep(deps, { ...ended(entry), ...named, state: 'settled', outcome })
  await said(deps, entry, 'outcome_kept')
  return kept
}
