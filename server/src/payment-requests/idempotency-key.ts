/** One key, however it is sent; all that are present agree byte for byte (contract 4, stack 3.2). */
import type { Issue } from '@countersign/contract/errors'
import { idempotencyKeyMismatch, idempotencyKeyRequired } from '@countersign/contract/payment-request-errors'
import { validationFailed } from '@countersign/contract/transport-errors'
import { Refusal } from '../refusal.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const LENGTH_MAX = 256

export const idempotencyKeyOf = (headers: Headers, in_body: string | undefined): string => {
  const standard = headers['idempotency-key']
  const sent = [headers['x-idempotency-key'], typeof standard === 'string' ? unquoted(standard) : standard, in_body]
  const [key, ...others] = sent.filter((k) => k !== undefined)
  if (key === undefined) throw new Refusal(idempotencyKeyRequired)
  if (others.some((other) => other !== key)) throw new Refusal(idempotencyKeyMismatch)
  if (typeof key !== 'string' || key.length === 0 || key.length > LENGTH_MAX) {
    const issue: Issue = {
      code: 'too_long',
      field: 'idempotency_key',
      message: `must have 1 to ${LENGTH_MAX} characters`,
    }
    throw new Refusal(validationFailed, { issues: [issue] })
  }
  return key
}

/** The draft standard writes a structured-field string, most clients send it bare: the bytes inside count. */
const unquoted = (value: string): string =>
  /^"((?:[^"\\]|\\["\\])*)"$/.exec(value)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? value
