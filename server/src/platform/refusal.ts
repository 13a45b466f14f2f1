/** An answer we meant to give, thrown by handlers and guards. Anything else that is thrown is a bug and answers 500. */
import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorEntry, Issue } from '@pursestrings/contract/errors'
import { connectionPaused, validationFailed } from '@pursestrings/contract/transport-errors'

interface More {
  readonly message?: string
  readonly issues?: readonly Issue[]
  readonly details?: Readonly<Record<string, unknown>>
  /** What goes along in the headers of the answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** A statement refused, and it had found the caller's credential good before it looked at anything else. */
  readonly authenticated?: boolean
}

export class Refusal extends Error {
  readonly entry: ErrorEntry
  readonly issues: readonly Issue[]
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly authenticated: boolean
  constructor(entry: ErrorEntry, more: More = {}) {
    super(more.message ?? `${entry.meaning} ${entry.recovery}`)
    this.entry = entry
    const { code, field, meaning: message } = entry
    this.issues = more.issues ?? (field === undefined ? [] : [{ code, field, message }])
    this.details = more.details ?? {}
    this.headers = more.headers ?? {}
    this.authenticated = more.authenticated ?? false
  }
}

interface Reached {
  readonly policy: string
  readonly quota: number
  /** None where the limit is on what exists at once. */
  readonly window_s?: number
  readonly retry_after: number
  readonly authenticated?: boolean
}

/** A 429 with all that a client needs to wait by itself: `RateLimit-Policy`, `RateLimit` and `Retry-After`. */
export const limitReached = (
  entry: ErrorEntry,
  { policy, quota, window_s, retry_after, authenticated = false }: Reached,
): Refusal =>
  new Refusal(entry, {
    details: { retry_after },
    authenticated,
    headers: {
      'ratelimit-policy': `"${policy}";q=${quota}${window_s === undefined ? '' : `;w=${window_s}`}`,
      ratelimit: `"${policy}";r=0;t=${retry_after}`,
    },
  })

const PAUSED = {
  wallet: 'The user paused this connection in their wallet; it can only read.',
  rejections:
    'The user rejected several requests in a row, and has their wallet pause this connection then; it can only read.',
  stop: 'The user stopped their whole wallet; this connection can only read.',
}

/** Names the cause and the way back. */
export const pausedBy = (paused_by: keyof typeof PAUSED | null | undefined, authenticated = false): Refusal =>
  new Refusal(connectionPaused, {
    message: `${PAUSED[paused_by ?? 'wallet']} ${connectionPaused.recovery}`,
    details: { paused_by },
    authenticated,
  })

/** A call before anything is looked up for it. */
export interface Sent {
  /** Without what its operation ignores, if it is right in form; else as it came. */
  readonly body: Readonly<Record<string, unknown>>
  /** As it came, whatever its shape. */
  readonly raw: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
  /** Something before was refused already. */
  readonly failed: boolean
}

/** Throws a refusal, or does nothing. */
export type Check = (sent: Sent) => void

/** Of one field, which breaks a rule that no schema says. */
export const unfit = (field: string, message: string): Refusal =>
  new Refusal(validationFailed, { issues: [{ code: 'invalid', field, message }], message: `${field} ${message}` })
