import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { bareInputsOf } from './bare-inputs.ts'
import { Input } from './operation.ts'
import { operations } from './operations.ts'
import { Amount } from './wire/amount.ts'
import { FreeJson, IdInput, Key, Time, Whole } from './wire/inputs.ts'
import { Text } from './wire/text.ts'

test('no operation takes a bare string, number or date, at any depth', () => {
  const bare = operations.flatMap((o) => bareInputsOf(o).map((found) => `${o.id} ${found}`))
  expect(bare).toEqual([])
})

test('a bare one is found wherever it stands', () => {
  const nested = (schema: Type.TSchema) =>
    Input({ list: Type.Array(Input({ deep: Type.Optional(schema) }), { maxItems: 3 }) })
  const bare: [Type.TSchema, string][] = [
    [Type.String(), 'a bare string'],
    [Type.String({ maxLength: 10, pattern: '^a$' }), 'a bare string'],
    [Type.String({ format: 'date-time' }), 'a bare string'],
    [Type.Integer({ minimum: 1 }), 'a bare number'],
    [Type.Number(), 'no type of an input'],
    [Type.Unknown(), 'no type of an input'],
    [Type.Object({ a: Text() }), 'an object that takes any field'],
    [Type.Array(Text()), 'a list without `maxItems`'],
    [Type.Union([Type.String(), Type.Null()]), 'a bare string'],
    [Type.Record(Type.String(), Text(), { maxProperties: 3 }), 'names of any kind'],
    [Type.Record(Type.String(), Text(), { propertyNames: Text() }), 'without `maxProperties`'],
    [Type.Record(Type.String(), Type.String(), { maxProperties: 3, propertyNames: Text() }), 'a bare string'],
  ]
  for (const [schema, why] of bare) {
    for (const part of ['params', 'query', 'body']) {
      const found = bareInputsOf({ [part]: nested(schema) })
      expect([why, found.length, found[0]]).toEqual([why, 1, expect.stringContaining(why)])
      expect(found[0]).toMatch(new RegExp(`^${part}\\.list\\[\\]\\.deep`))
    }
  }
})

test('what is made of the types is not', () => {
  const body = Input({
    amount: Amount,
    at: Type.Optional(Time()),
    free: FreeJson(),
    ids: Type.Array(IdInput('rcp'), { maxItems: 3 }),
    key: Key(),
    kind: Type.Enum(['a', 'b']),
    only: Type.Literal(true),
    yes: Type.Boolean(),
    count: Whole(1, 3),
    words: Type.Record(Type.String(), Text(), { maxProperties: 3, propertyNames: Text() }),
  })
  expect(bareInputsOf({ body })).toEqual([])
})
