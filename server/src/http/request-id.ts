/** The caller's own request id when it has one of the allowed form, otherwise ours (contract 1). */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { SECRET_PATTERN } from '@countersign/contract/wire/secrets'

const ALLOWED = /^[A-Za-z0-9._-]{1,160}$/
const SECRET = new RegExp(SECRET_PATTERN)

export const requestIdOf = (request: Pick<IncomingMessage, 'headers'>): string => {
  const input = request.headers['x-request-id']
  // Request ids are logged and echoed: a secret that strays into the header must not be.
  if (typeof input === 'string' && ALLOWED.test(input) && !SECRET.test(input)) return input
  return `req_${randomUUID().replaceAll('-', '')}`
}
