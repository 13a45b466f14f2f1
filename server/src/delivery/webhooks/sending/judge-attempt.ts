/**
 * What an attempt means for its delivery: 2xx is success, whatever else is not, redirects included. 410 says that nobody
 * wants to hear of anything any more; 429 and 503 may ask for more time than the schedule gives, never for less.
 */
import {
  WEBHOOK_JITTER,
  WEBHOOK_SCHEDULE_S,
  type WebhookErrorKind,
} from '@pursestrings/contract/webhook-deliveries/records'
import { OutboundError } from '../../../platform/egress/outbound-error.ts'

// When a delivery is tried again: the schedule of the contract, with jitter so that many do not march in step.

interface NextAttempt {
  readonly step: number
  readonly delay_s: number
}

/** What follows the attempt at `step`, or nothing after the last. `random` is from 0 to 1. */
export const nextAttempt = (step: number, random: number): NextAttempt | undefined => {
  const delay_s = WEBHOOK_SCHEDULE_S[step + 1]
  if (delay_s === undefined) return undefined
  return { step: step + 1, delay_s: delay_s * (1 + WEBHOOK_JITTER * (2 * random - 1)) }
}

/** What a receiver says of when to come again (RFC 9110, 10.2.3): seconds or a date, at most a day. Nonsense is nothing. */
const RETRY_AFTER_MAX_S = 86_400
const IMF_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

export const retryAfterS = (header: string | undefined, now: Date): number => {
  const text = header?.trim() ?? ''
  const seconds = /^\d{1,15}$/.test(text)
    ? Number(text)
    : IMF_DATE.test(text)
      ? (Date.parse(text) - now.getTime()) / 1000
      : 0
  return Math.min(Math.max(seconds || 0, 0), RETRY_AFTER_MAX_S)
}

export type Attempt =
  | { readonly status_code: number; readonly retry_after: string | undefined }
  | { readonly error_kind: Exclude<WebhookErrorKind, 'status'> }

export interface Verdict {
  readonly status: 'delivered' | 'pending' | 'failed'
  readonly step: number
  readonly delay_s: number
  readonly gone: boolean
  readonly status_code: number | null
  readonly error_kind: WebhookErrorKind | null
}

const MAY_ASK_FOR_TIME = [429, 503]

export const judgeAttempt = (
  attempt: Attempt,
  step: number,
  { random, now }: { random: number; now: Date },
): Verdict => {
  const answered = 'status_code' in attempt
  const status_code = answered ? attempt.status_code : null
  if (answered && attempt.status_code >= 200 && attempt.status_code <= 299) {
    return { status: 'delivered', step, delay_s: 0, gone: false, status_code, error_kind: null }
  }
  const error_kind = answered ? 'status' : attempt.error_kind
  const seen = { gone: status_code === 410, status_code, error_kind } as const
  const next = nextAttempt(step, random)
  if (!next) return { ...seen, status: 'failed', step, delay_s: 0 }
  const input = answered && MAY_ASK_FOR_TIME.includes(attempt.status_code) ? retryAfterS(attempt.retry_after, now) : 0
  return { ...seen, status: 'pending', step: next.step, delay_s: Math.max(next.delay_s, input) }
}

// What a merchant is told of a call that got no answer: a closed list, and not a word of what was sent back.

const CLOSED = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']

export const errorKindOf = (error: OutboundError): Exclude<WebhookErrorKind, 'status'> => {
  const { code } = (error.cause ?? {}) as { code?: string }
  switch (error.kind) {
    case 'refused_url':
      return 'refused_address'
    case 'connect':
      if (code === 'ETIMEDOUT') return 'timeout'
      return CLOSED.includes(code ?? '') ? 'reset' : 'refused'
    case 'protocol':
      // Without a cause it was closed before it was asked anything.
      return error.cause === undefined || CLOSED.includes(code ?? '') ? 'reset' : 'protocol'
    default:
      return error.kind
  }
}
