/** The OpenAPI document says everything that a caller needs: each field, each header, and an answer to each operation. */
import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import { exampleAnswer, missingExamples } from './example-answer.ts'
import { openApiOf } from './openapi.ts'
import { isTextAnswer, takesDeviceFields } from './operation.ts'
import { operations } from './operations.ts'
import { successSchema } from './wire/envelopes.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- a document, read as it is
type Json = any

const document: Json = openApiOf(operations, { version: '0', base_url: 'http://127.0.0.1:8787' })
const described: readonly Json[] = Object.values<Json>(document.paths).flatMap((path) => Object.values<Json>(path))
const operationOf = (id: string): Json => described.find(({ operationId }) => operationId === id)

const isDescribed = ({ description, $ref }: Json): boolean =>
  Boolean(description ?? document.components.schemas[$ref?.split('/').pop()]?.description)

/** Every field of every schema below, by where it is. */
const fieldsIn = (node: Json, at: string): [string, Json][] => {
  if (node === null || typeof node !== 'object') return []
  const own = Object.entries<Json>(Array.isArray(node) ? {} : (node.properties ?? {}))
  const below = Object.entries(node).filter(([key]) => key !== 'example' && key !== 'examples')
  return [
    ...own.map(([name, field]): [string, Json] => [`${at}.${name}`, field]),
    ...below.flatMap(([key, one]) => fieldsIn(one, `${at}/${key}`)),
  ]
}

test('every field, parameter and header says what it is', () => {
  const { schemas, headers, securitySchemes } = document.components
  const fields = [document.paths, schemas, document.webhooks].flatMap((part) => fieldsIn(part, ''))
  const parameters = described.flatMap(({ operationId, parameters: all }) =>
    all.map((one: Json): [string, Json] => [`${operationId} ${one.name}`, { ...one.schema, ...one }]),
  )
  const named = Object.entries({ ...headers, ...securitySchemes, ...schemas })
  expect(fields.length).toBeGreaterThan(800)
  const lacking = [...fields, ...parameters, ...named].filter(([, one]) => !isDescribed(one)).map(([at]) => at)
  expect(lacking).toEqual([])
})

test.each(operations)('$id: its example answer shows a value for every field, and fits', (o) => {
  expect(missingExamples(o)).toEqual([])
  const example = exampleAnswer(o)
  const [media] = Object.values<Json>(operationOf(o.id).responses[o.answer.status].content)
  expect(media.example).toEqual(example)
  if (isTextAnswer(o.answer.body)) return
  const check = Compile(successSchema(o.surface ?? 'payment_requests', o.answer.body))
  expect([...check.Errors(example)]).toEqual([])
})

test.each(operations.filter(takesDeviceFields))('$id: a wallet may send its credential beside the input', (o) => {
  const { parameters, requestBody } = operationOf(o.id)
  const names = requestBody
    ? Object.keys(requestBody.content['application/json'].schema.properties)
    : parameters.map(({ name }: Json) => name)
  expect(names).toEqual(expect.arrayContaining(['device_id', 'token']))
})

test('headers are shown where they are sent', () => {
  const sent = (id: string, status: number) => Object.keys(operationOf(id).responses[status].headers)
  const taken = (id: string) => operationOf(id).parameters.map(({ name }: Json) => name)
  expect(sent('payment_requests.create', 201)).toEqual([
    'X-Request-Id',
    'RateLimit',
    'RateLimit-Policy',
    'Idempotency-Replayed',
  ])
  expect(sent('payment_requests.create', 429)).toContain('Retry-After')
  expect(sent('payment_requests.create', 401)).toContain('WWW-Authenticate')
  expect(sent('merchant_sessions.open', 201)).toContain('Set-Cookie')
  expect(taken('payment_requests.create')).toEqual(['X-Request-Id', 'Idempotency-Key', 'X-Idempotency-Key'])
  expect(taken('events.list')).toContain('Last-Event-ID')
  expect(taken('agents.create')).toContain('X-CSRF-Token')
})

test('a scope stands where the credential does', () => {
  const { security } = operationOf('payment_requests.create')
  expect(security).toEqual([{ connection_token: ['payment.requests.create'] }])
  expect(operationOf('agents.create').security).toEqual([{ merchant_session: [] }, { merchant_session_bearer: [] }])
})
