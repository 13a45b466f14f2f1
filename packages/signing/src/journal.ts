/**
 * What a wallet has signed, kept before anything leaves it. Each entry is one envelope, or one authorization that somebody else
 * sends; it is written whole, and a write that returned survives a crash. Entries are never deleted: they keep the wallet from signing twice for the same task.
 */
import type { PayerProof } from '@pursestrings/protocol/payer-proof'

/**
 * signed: kept, and perhaps claimed; never sent.
 * claimed: the service knows this transaction as the one; it may have been sent. An authorization may have been handed over.
 * handed_over: the service has the sealed authorization for the agent, and no other one.
 * settled: its outcome is known, and still to be reported.
 * reported: the end.
 * erased: the service did not take the claim. The envelope is gone, and never left; so is the authorization.
 */
export type EntryState = 'signed' | 'claimed' | 'handed_over' | 'settled' | 'reported' | 'erased'

export type Outcome =
  | { readonly is: 'paid'; readonly ledger: number; readonly closed_at: number }
  | { readonly is: 'failed'; readonly reason: FailureReason }
  /** No verdict is possible any more, and why. Nothing is reported. */
  | { readonly is: 'lost'; readonly reason: 'ledger_reset' | 'history_gone' }

export type FailureReason = 'expired_unapplied' | 'sequence_conflict' | `transaction_failed:${string}`

/** As `reason` of what is settled: the connection takes signed reports alone, so it is told once the device's key is at hand. */
export const WANTS_SIGNATURE = 'decision_signature_required'

export type Entry = EnvelopeEntry | AuthorizationEntry

interface AnyEntry {
  readonly version: 1
  /** Of the entry: service, kind, connection and request. */
  readonly id: string
  /** What the service calls itself. */
  readonly service: string
  readonly kind: 'payment_request' | 'agent_payment'
  readonly connection_id: string
  readonly request_id: string
  readonly idempotency_key: string
  readonly facts_digest: string
  /** The payer. */
  readonly account: string
  /** Seconds since 1970: after a ledger with a later close it cannot be applied any more. */
  readonly max_time: number
  /** A ledger of before the signature: shows a reset, and that a history reaches back far enough. */
  readonly anchor: { readonly sequence: number; readonly hash: string; readonly closed_at: number }
  /** Signed without asking: by which terms of which policy, and how much counts against it, in the asset's smallest units. */
  readonly within?: { readonly policy_id: string; readonly policy_digest?: string; readonly units: string }
  /** What goes with the claim: the same whenever it is repeated. */
  readonly decision: ClaimDetails
  readonly state: EntryState
  /** Why it was erased, or how the service answered the last report. */
  readonly reason?: string
  readonly outcome?: Outcome
  /** By this device's clock. */
  readonly signed_at: string
  readonly changed_at: string
}

/** A transaction of Stellar's, which this wallet sends. */
export interface EnvelopeEntry extends AnyEntry {
  readonly method?: undefined
  readonly passphrase: string
  readonly transaction_hash: string
  /** Of the transaction, in decimal. */
  readonly sequence: string
  readonly fee: number
  /** Base64. The service gets it with the claim. */
  readonly unsigned: string
  /** Base64, signed. Absent once it has ended. */
  readonly envelope?: string
  /** Base64: the same payment inside a fee bump, where the fee had to be raised, and that fee in stroops. */
  readonly bump?: string
  readonly bump_fee?: number
  /** Goes with every report: the account says that this transaction pays this request. Absent where its signer made none. */
  readonly payer_proof?: PayerProof
}

/** An authorization after EIP-3009, which the agent's seller sends, or nobody. */
export interface AuthorizationEntry extends AnyEntry {
  readonly method: 'evm.eip3009'
  readonly chain_id: number
  readonly contract: string
  readonly to: string
  /** In the asset's smallest units. */
  readonly value: string
  /** Signed and sealed to the agent's key, in base64url. Absent once it has ended. */
  readonly sealed?: string
  /** Once it is paid for certain: the transaction that somebody made of it. */
  readonly transaction_hash?: string
  /** When the service had it for the agent, by this device's clock. */
  readonly handed_at?: string
  /** In the newest block that was looked at. It may be undone, and is reported to nobody. */
  readonly seen?: { readonly transaction_hash: string; readonly block: number }
}

export const entryId = (
  service: string,
  { kind, connection_id, request_id }: Pick<Entry, 'kind' | 'connection_id' | 'request_id'>,
): string => [service, kind, connection_id, request_id].map(encodeURIComponent).join(' ')

export const isEnvelope = (entry: Entry): entry is EnvelopeEntry => entry.method === undefined
export const isAuthorization = (entry: Entry): entry is AuthorizationEntry => entry.method === 'evm.eip3009'

export interface ClaimDetails {
  readonly decision_jws?: string
  readonly handoff_shown?: boolean
}

export interface Journal {
  /** All that this wallet has signed. */
  list(): Promise<readonly Entry[]>
  /** Whole, or not at all. Once it resolves, a crash or a power cut does not lose it. */
  put(entry: Entry): Promise<void>
}

/** Where texts are kept by name. Whoever has one of these has a journal. */
export interface RecordStore {
  list(): Promise<readonly string[]>
  put(id: string, text: string): Promise<void>
}

export const journalIn = (store: RecordStore): Journal => ({
  async list() {
    return (await store.list()).map(entryOf)
  },
  put: (entry) => store.put(entry.id, JSON.stringify(entry)),
})

/** The journal cannot be read. A wallet that does not know what it has signed must not sign. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError'
}

const STATES: ReadonlySet<unknown> = new Set<EntryState>([
  'signed',
  'claimed',
  'handed_over',
  'settled',
  'reported',
  'erased',
])

function entryOf(text: string): Entry {
  try {
    const entry = JSON.parse(text) as Partial<Entry>
    if (entry.version === 1 && typeof entry.id === 'string' && STATES.has(entry.state)) return entry as Entry
  } catch {
    // Told below, without what is in it.
  }
  throw new JournalDamagedError(
    "An entry of the payment journal can't be read. Don't pay with this wallet until that's fixed.",
  )
}

export const memoryStore = (): RecordStore => {
  const texts = new Map<string, string>()
  return {
    list: () => Promise.resolve([...texts.values()]),
    put: (id, text) => Promise.resolve(void texts.set(id, text)),
  }
}

/** One payment at a time per account: two that take the same sequence number would kill each other. */
export type AccountLock = <T>(account: string, work: () => Promise<T>) => Promise<T>

/** What is used of `navigator.locks`. */
interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
}

/** Across all tabs and workers of this origin. The browser frees it when one of them dies. */
export const webLock =
  (locks: Locks = (globalThis.navigator as unknown as { locks: Locks }).locks): AccountLock =>
  (account, work) =>
    locks.request(`pursestrings-pay-${account}`, work)

/** Within this process. */
export function memoryLock(): AccountLock {
  const last = new Map<string, Promise<unknown>>()
  return (account, work) => {
    const mine = (last.get(account) ?? Promise.resolve()).then(work, work)
    last.set(
      account,
      mine.catch(() => undefined),
    )
    return mine
  }
}
