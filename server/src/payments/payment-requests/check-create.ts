/** What is wrong with a create before anything is looked up: its key, words that name a payment fact, a hopeless expiry. */
import { hash } from 'node:crypto'
import type { Issue } from '@pursestrings/contract/errors'
import {
  amountInvalid,
  expiryOutOfRange,
  idempotencyKeyMismatch,
  idempotencyKeyRequired,
} from '@pursestrings/contract/payment-requests/errors'
import { overridesIn, refusalOfOverrides } from '@pursestrings/contract/payment-requests/no-overrides'
import { createPaymentRequest } from '@pursestrings/contract/payment-requests/operations'
import { EXPIRY_MAX_S, EXPIRY_MIN_S } from '@pursestrings/contract/payment-requests/records'
import { validationFailed } from '@pursestrings/contract/transport-errors'
import { ignoredIn, isKey, KEY_RULE } from '@pursestrings/contract/wire/inputs'
import { parseAmount } from '@pursestrings/protocol/amount'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { networkOf } from '@pursestrings/protocol/networks'
import type { ServedVersion } from '../../payees/recipients/recipients.reads.ts'
import { type Check, Refusal } from '../../platform/refusal.ts'

// One key, however it is sent; all that are present agree byte for byte.

type Headers = Readonly<Record<string, string | string[] | undefined>>

const LENGTH_MAX = 256

export const idempotencyKeyOf = (headers: Headers, in_body: string | undefined): string => {
  const standard = headers['idempotency-key']
  const sent = [headers['x-idempotency-key'], typeof standard === 'string' ? unquoted(standard) : standard, in_body]
  const [key, ...others] = sent.filter((k) => k !== undefined)
  if (key === undefined) throw new Refusal(idempotencyKeyRequired)
  if (others.some((other) => other !== key)) throw new Refusal(idempotencyKeyMismatch)
  if (typeof key !== 'string') throw unfit('invalid_format', 'must be sent once')
  if (key.length === 0) throw unfit('too_short', `is empty: it must have 1 to ${LENGTH_MAX} characters`)
  if (key.length > LENGTH_MAX) {
    throw unfit('too_long', `has more than ${LENGTH_MAX} characters: it must have 1 to ${LENGTH_MAX}`)
  }
  if (!isKey(key)) throw unfit('invalid_format', KEY_RULE)
  return key
}

const unfit = (code: string, message: string): Refusal => {
  const issue: Issue = { code, field: 'idempotency_key', message }
  return new Refusal(validationFailed, { issues: [issue], message: `idempotency_key ${message}` })
}

/** The draft standard writes a structured-field string, most clients send it bare: the bytes inside count. */
const unquoted = (value: string): string =>
  /^"((?:[^"\\]|\\["\\])*)"$/.exec(value)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? value

export const checkKey: Check = ({ headers, body: { idempotency_key: key } }) => {
  // What is no text is told by the contract already.
  if (key === undefined || typeof key === 'string') idempotencyKeyOf(headers, key)
}

/** Also in what is ignored: whoever names an address means it. `payee` itself is a field of the record, and only its name is. */
export const checkOverrides: Check = ({ body: { display, metadata }, raw }) => {
  const { payee, ...others } = ignoredIn(createPaymentRequest.body, raw)
  const issues = [
    ...overridesIn('display', display),
    ...overridesIn('metadata', metadata),
    ...overridesIn('payee', payee),
    ...overridesIn('', others),
  ]
  if (issues.length > 0) throw new Refusal(refusalOfOverrides(issues), { issues })
}

/** The database's clock decides; this process's clock speaks only where the call is refused anyway. */
export const checkExpiry =
  (now: () => Date): Check =>
  ({ failed, body: { expires_at } }) => {
    const ahead_ms = failed && typeof expires_at === 'string' ? Date.parse(expires_at) - now().getTime() : Number.NaN
    if (ahead_ms < EXPIRY_MIN_S * 1000 || ahead_ms > EXPIRY_MAX_S * 1000) throw new Refusal(expiryOutOfRange)
  }

/** What tells a retry from another intent: the key in 16 bytes, and the canonical JSON of the body without it. */
export const digestsOf = (body: { readonly idempotency_key?: string }, idempotency_key: string) => {
  const { idempotency_key: _key, ...intent } = body
  return {
    idempotency_digest: hash('sha256', idempotency_key, 'hex').slice(0, 32),
    intent_digest: hash('sha256', canonicalJson(intent), 'buffer'),
  }
}

/** An amount as whole units of what a version is paid in, or the reason why nobody can pay it. */
export const checkAmount = (
  amount: string,
  { network, decimals }: Pick<ServedVersion, 'network' | 'decimals'>,
  field: string,
): bigint => {
  const parsed = parseAmount(amount, { decimals, max_units: networkOf(network).max_units })
  if (parsed.ok) return parsed.units
  const message =
    parsed.reason === 'too_many_decimals' ? `has more than ${decimals} decimals` : 'is more than the ledger can move'
  throw new Refusal(amountInvalid, { issues: [{ code: parsed.reason, field, message }] })
}
