/** One key, however it is sent; all that are present agree byte for byte (contract 4, stack 3.2). */
import type { Issue } from '@countersign/contract/errors'
import { idempotencyKeyMismatch, idempotencyKeyRequired } from '@countersign/contract/payment-requests/errors'
import { validationFailed } from '@countersign/contract/transport-errors'
import { isKey, KEY_RULE } from '@countersign/contract/wire/inputs'
import { Refusal } from '../refusal.ts'

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
