/** The headers of calls and of answers, as the OpenAPI document shows them: they follow from how an operation is declared. */
import { changesState, credentialsOf, type Operation } from './operation.ts'

type Json = Record<string, unknown>

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example })

/** By the names that components give them. */
export const HEADERS: Record<string, Json> = {
  XRequestId: text('The id of this call: yours, if you sent one. Name it when you ask for support.', 'req_1042'),
  RateLimit: text('What is left: `r` calls for the next `t` seconds.', '"standard";r=599;t=60'),
  RateLimitPolicy: text('The limit: `q` calls within `w` seconds.', '"standard";q=600;w=60'),
  RetryAfter: {
    description: 'Seconds to wait before the same call is sent again.',
    schema: { type: 'integer', minimum: 1 },
    example: 1,
  },
  WwwAuthenticate: text('How to present a credential.', 'Bearer realm="pursestrings"'),
  IdempotencyReplayed: {
    description: '`true` if the key was used before: the answer shows what that call created, as it is now.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  SetCookie: text(
    'The session cookie is set, or cleared. Not sent for a bearer session.',
    '__Host-svc_session=svc_session_…; Path=/; Secure; HttpOnly; SameSite=Strict',
  ),
}

const named = { 'X-Request-Id': 'XRequestId' }
const limited = { RateLimit: 'RateLimit', 'RateLimit-Policy': 'RateLimitPolicy' }
const references = (names: Record<string, string>): Json =>
  Object.fromEntries(Object.entries(names).map(([name, key]) => [name, { $ref: `#/components/headers/${key}` }]))

export const answerHeaders = (o: Operation): Json =>
  references({
    ...named,
    ...(o.limit !== 'unlimited' && limited),
    ...(o.idempotency === 'key' && { 'Idempotency-Replayed': 'IdempotencyReplayed' }),
    ...(o.sets_cookie && { 'Set-Cookie': 'SetCookie' }),
  })

export const refusalHeaders = (status: number): Json =>
  references({
    ...named,
    ...(status === 401 && { 'WWW-Authenticate': 'WwwAuthenticate' }),
    ...(status === 429 && { ...limited, 'Retry-After': 'RetryAfter' }),
    ...(status === 503 && { 'Retry-After': 'RetryAfter' }),
  })

const header = (name: string, description: string, example: string, schema: Json = {}): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
  example,
})

const KEY = 'Makes the call safe to repeat. Send it in one of `Idempotency-Key`, `X-Idempotency-Key` and the body.'

/** What a caller may send besides the credential. */
export const requestHeaders = (o: Operation): Json[] => [
  header('X-Request-Id', 'An id of your own for this call; it is echoed and logged.', 'req_1042', {
    pattern: '^[A-Za-z0-9._-]{1,160}$',
  }),
  ...(credentialsOf(o).includes('merchant_session') && changesState(o)
    ? [header('X-CSRF-Token', 'The proof of this session; not needed with a bearer session.', 'c3JmLXByb29m')]
    : []),
  ...(o.idempotency === 'key'
    ? ['Idempotency-Key', 'X-Idempotency-Key'].map((name) => header(name, KEY, 'order-1042', { maxLength: 256 }))
    : []),
  ...(o.answer.stream
    ? [
        header('Last-Event-ID', 'Of a stream: the last cursor seen; wins over `since`.', '3', {
          pattern: '^[0-9]{0,16}$',
        }),
      ]
    : []),
]
