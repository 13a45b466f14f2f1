/** How the OpenAPI document tells the specification's operations from ours. */
import { expect, test } from 'vitest'
import { openApiOf } from './openapi.ts'
import { operations } from './operations.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-pursestrings-extension'?: true
  readonly 'x-pursestrings-idempotency': string
  readonly 'x-badges'?: readonly { name: string }[]
}

const document = openApiOf(operations, { version: '0', base_url: 'http://127.0.0.1:8787' })
const paths = Object.values(document.paths as Record<string, Record<string, Described>>).map((o) => Object.values(o))
const described = paths.flat()

const falseFirst = (a: boolean, b: boolean) => Number(a) - Number(b)

test('what the specification does not name is marked, and shown with a badge', () => {
  const marked = described.filter((o) => o['x-pursestrings-extension'] === true)
  const ours = operations.filter((o) => o.defined_by === 'extension').map((o) => o.id)
  expect(marked.map((o) => o.operationId).toSorted()).toEqual(ours.toSorted())
  expect(marked.every((o) => o['x-badges']?.[0]?.name === 'Extension')).toBe(true)
  expect(described.filter((o) => o['x-badges']).length).toBe(marked.length)
})

test('the specification comes first: among paths, within a path, and among tags', () => {
  const isOurs = (o: Described | undefined) => o?.['x-pursestrings-extension'] === true
  const firsts = paths.map(([first]) => isOurs(first))
  expect(firsts).toEqual(firsts.toSorted(falseFirst))
  for (const path of paths) expect(path.map(isOurs)).toEqual(path.map(isOurs).toSorted(falseFirst))
  const specified = new Set(described.filter((o) => !isOurs(o)).flatMap((o) => o.tags))
  const tags = (document.tags as { name: string }[]).map(({ name }) => !specified.has(name))
  expect(tags).toEqual(tags.toSorted(falseFirst))
})

test('each says how it may be repeated', () => {
  for (const o of described) {
    expect(o['x-pursestrings-idempotency']).toBe(operations.find(({ id }) => id === o.operationId)?.idempotency)
  }
})
