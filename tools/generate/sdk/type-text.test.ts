/** Schemas of the contract as TypeScript. */
import { Input, type Operation, operation, Resource } from '@pursestrings/contract/operation'
import { SCOPES } from '@pursestrings/contract/scopes'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { callShape, comment, typeText } from './type-text.ts'

const text = (schema: object, input = false): [string, string[]] => {
  const mentioned: string[] = []
  return [typeText(schema, { input, mention: (name) => mentioned.push(name) }), mentioned]
}

test('plain values, lists, unions, records and free objects', () => {
  expect(text(Type.Integer())[0]).toBe('number')
  expect(text(Type.Union([Type.String(), Type.Null()]))[0]).toBe('string | null')
  expect(text(Type.Array(Type.Union([Type.Literal('a'), Type.Boolean()])))[0]).toBe('readonly ("a" | boolean)[]')
  expect(text(Type.Record(Type.String(), Type.Integer()))[0]).toBe('Readonly<Record<string, number>>')
  expect(text(Type.Object({}, { additionalProperties: true }))[0]).toBe('JsonObject')
  expect(text(Type.Object({}, { additionalProperties: true }), true)[0]).toBe('Readonly<Record<string, unknown>>')
  expect(text(Type.Unsafe({ type: ['string', 'object'] }), true)[0]).toBe('string | Readonly<Record<string, unknown>>')
})

test('what may be absent may be undefined only where a caller writes it', () => {
  const schema = Type.Object({ a: Type.String({ description: 'the first' }), b: Type.Optional(Type.String()) })
  expect(text(schema)[0]).toBe('{\n/** the first */\nreadonly a: string\nreadonly b?: string\n}')
  expect(text(schema, true)[0]).toContain('readonly b?: string | undefined')
})

test('records and known lists are mentioned by their names', () => {
  expect(text(Resource('Thing', 'a record', { a: Type.String() }))).toEqual(['Thing', ['Thing']])
  expect(text(Type.Enum([...SCOPES]))).toEqual(['Scope', ['Scope']])
  expect(text(Type.Enum(['x', 'y']))).toEqual(['"x" | "y"', []])
  expect(text(Type.Enum(['x', 'y'], { 'x-open': true }))[0]).toBe('"x" | "y" | (string & {})')
})

test('a comment is broken into lines, and cannot be ended from within', () => {
  expect(comment('short')).toBe('/** short */\n')
  expect(comment('a */ b')).not.toContain('a */')
  expect(comment('word '.repeat(60).trim()).split('\n').length).toBe(6)
})

const declared = (more: Partial<Operation>): Operation =>
  operation({
    id: 'things.make',
    method: 'POST',
    path: '/v1/things/{thing_id}',
    tier: 'merchant_tools',
    idempotency: 'key',
    summary: '',
    description: '',
    credential: ['merchant_session', 'device_token'],
    limit: 'standard',
    answer: { status: 200, body: Type.Object({}) },
    refuses: [],
    example: {},
    ...more,
  })

test('an operation goes to the clients that hold its credential, with its ids first', () => {
  const body = Input({ idempotency_key: Type.Optional(Type.String()) })
  expect(callShape(declared({ body }))).toMatchObject({
    name: 'ThingsMake',
    clients: ['merchant', 'wallet'],
    ids: ['thing_id'],
    takes_key: true,
    page: undefined,
  })
  expect(callShape(declared({ credential: 'metrics_token' }))).toBeUndefined()
  const stream = { content_type: 'text/event-stream', description: 'events', example: '' }
  expect(callShape(declared({ answer: { status: 200, body: stream } }))).toBeUndefined()
})

test('one name in query and body is refused', () => {
  const fields = Input({ a: Type.String() })
  expect(() => callShape(declared({ query: fields, body: fields }))).toThrow('one name in its query and in its body')
})
