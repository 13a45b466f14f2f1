/** What the answer of a push service means (RFC 8030): taken, gone, come again later, or not like this. */
import { retryAfterS } from '../webhooks/sending/retry-after.ts'

export type PushVerdict =
  | { readonly outcome: 'sent' | 'gone' }
  /** `again`: the same message, once more. */
  | { readonly outcome: 'failed'; readonly again: boolean; readonly delay_s: number }

/** After these the message is given up; what comes next is a new one. They end before the message would. */
export const RETRIES_S: readonly number[] = [10, 60, 300, 1_800, 3_600]
const UNEVEN = 0.1

/** Without a status nobody answered. */
export interface PushAnswer {
  readonly status?: number
  readonly retry_after?: string | undefined
}

export const judgePush = (
  { status, retry_after }: PushAnswer,
  failures: number,
  { random, now }: { random: number; now: Date },
): PushVerdict => {
  if (status !== undefined && status >= 200 && status <= 299) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone' }
  const planned = RETRIES_S[failures]
  const asked = status === 429 || status === 503 ? retryAfterS(retry_after, now) : 0
  const passing = status === undefined || status === 429 || status >= 500
  const delay = (planned ?? RETRIES_S.at(-1) ?? 0) * (1 + UNEVEN * (random * 2 - 1))
  return { outcome: 'failed', again: passing && planned !== undefined, delay_s: Math.max(delay, asked) }
}
