/**
 * What an attempt means for its delivery: 2xx is success, whatever else is not, redirects included. 410 says that nobody
 * wants to hear of anything any more; 429 and 503 may ask for more time than the schedule gives, never for less.
 */
import type { WebhookErrorKind } from '@countersign/contract/webhook-deliveries/records'
import { nextAttempt } from './next-attempt.ts'
import { retryAfterS } from './retry-after.ts'

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
