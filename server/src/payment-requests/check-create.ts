/** What is wrong with a create before anything is looked up: its key, words that name a payment fact, a hopeless expiry. */
import { expiryOutOfRange } from '@countersign/contract/payment-requests/errors'
import { overridesIn, refusalOfOverrides } from '@countersign/contract/payment-requests/no-overrides'
import { type Check, Refusal } from '../refusal.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'

export const checkKey: Check = ({ headers, body: { idempotency_key: key } }) => {
  // What is no text is told by the contract already.
  if (key === undefined || typeof key === 'string') idempotencyKeyOf(headers, key)
}

export const checkOverrides: Check = ({ body: { display, metadata } }) => {
  const issues = [...overridesIn('display', display), ...overridesIn('metadata', metadata)]
  if (issues.length > 0) throw new Refusal(refusalOfOverrides(issues), { issues })
}

const MINUTE_MS = 60_000
const AHEAD_MS = { least: MINUTE_MS, most: 7 * 24 * 60 * MINUTE_MS }

/** The database's clock decides; this process's clock speaks only where the call is refused anyway. */
export const checkExpiry =
  (now: () => Date): Check =>
  ({ failed, body: { expires_at } }) => {
    const ahead = failed && typeof expires_at === 'string' ? Date.parse(expires_at) - now().getTime() : Number.NaN
    if (ahead < AHEAD_MS.least || ahead > AHEAD_MS.most) throw new Refusal(expiryOutOfRange)
  }
