/** What is wrong with an input is said in the words of the contract, whatever is sent to whichever field. */
import type { Operation } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { expect, test } from 'vitest'
import { Refusal } from '../refusal.ts'
import { type Inputs, validatorOf } from './validation.ts'

const WRONG = [null, true, 7, 1.5, '', 'x'.repeat(5_000), [], {}, 'a\u0000b', [1], { a: 1 }]

interface Part {
  readonly properties?: Readonly<Record<string, Part>>
}
type Place = (value: unknown) => unknown

/** Every field of the part, wherever it is nested. */
const placesIn = ({ properties = {} }: Part, at: Place): Place[] =>
  Object.entries(properties).flatMap(([name, part]) => {
    const place: Place = (value) => at({ [name]: value })
    return [place, ...placesIn(part, place)]
  })

const issuesOf = (operation: Operation, raw: Partial<Inputs>) => {
  try {
    validatorOf(operation)({ params: {}, query: {}, body: {}, ...raw })
    return []
  } catch (error) {
    if (error instanceof Refusal) return error.issues
    throw error
  }
}

test('every issue names its field and the rule that a right value keeps', () => {
  const seen = operations.flatMap((operation) =>
    [
      ...placesIn(operation.body ?? {}, (body) => ({ body })),
      ...placesIn(operation.query ?? {}, (query) => ({ query })),
    ].flatMap((place) => WRONG.flatMap((value) => issuesOf(operation, place(value) as Partial<Inputs>))),
  )
  expect(seen.length).toBeGreaterThan(5_000)
  const messages = new Set(seen.map((issue) => issue.message))
  const bad = [...messages].filter(
    (message) => !/^(must (?:be|have|not|name) |is required|is not a field)/.test(message),
  )
  expect(bad).toEqual([])
  expect([...messages].filter((message) => /schema|constant|anyOf|undefined|API reference/.test(message))).toEqual([])
  expect(seen.filter((issue) => issue.field === '')).toEqual([])
})

const operationNamed = (id: string) => operations.find((o) => o.id === id) as Operation

test.each(['1.5', '1e3', '0x10', ' 1', '1 ', '+1', 'one', ''])(
  'a whole number in a query is written as one: %j is refused, not cut',
  (since) => {
    const [issue] = issuesOf(operationNamed('events.list'), { query: { limit: since } })
    expect([issue?.field, issue?.message]).toEqual(['limit', 'must be a whole number from 1 to 500'])
    expect(issuesOf(operationNamed('events.list'), { query: { since } })).not.toEqual([])
    expect(issuesOf(operationNamed('events.list'), { query: { since: '17', limit: '10' } })).toEqual([])
  },
)

test.each([
  [
    'payment_requests.create',
    { policy: { requires_user_approval: false } },
    'policy.requires_user_approval',
    'must be `true`',
  ],
  ['devices.register', { platform: 'amiga' }, 'platform', 'must be one of `ios`, `android`, `web`, `desktop`, `other`'],
  ['merchants.create', { name: '' }, 'name', 'must not be empty'],
  ['webhook_endpoints.create', { event_types: 7 }, 'event_types', 'must be a list or `null`'],
  [
    'merchant_domains.register',
    { domain: 'x'.repeat(300) },
    'domain',
    'must have at most 253 characters, such as `shop.example`',
  ],
])('%s: %j', (id, body, field, message) => {
  expect(issuesOf(operationNamed(id), { body })).toContainEqual(expect.objectContaining({ field, message }))
})
