/** How the OpenAPI document tells the tier of each operation. */
import { expect, test } from 'vitest'
import { openApiOf } from './openapi.ts'
import { operations, servedBy } from './operations.ts'
import { compareTiers, TIERS, type Tier } from './tiers.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly 'x-pursestrings-tier': Tier
  readonly 'x-pursestrings-idempotency': string
  readonly 'x-badges': readonly { name: string }[]
}

const document = openApiOf(operations, { version: '0', base_url: 'http://127.0.0.1:8787' })
const paths = Object.values(document.paths as Record<string, Record<string, Described>>).map((o) => Object.values(o))
const described = paths.flat()
const tierOf = (o: Described | undefined) => o?.['x-pursestrings-tier'] as Tier

test('each operation says its tier, and shows it with a badge', () => {
  for (const o of described) {
    expect(tierOf(o)).toBe(operations.find(({ id }) => id === o.operationId)?.tier)
    expect(o['x-badges']).toEqual([{ name: TIERS[tierOf(o)].title }])
  }
})

test('the specification comes first: among paths, within a path, and among tags', () => {
  const firsts = paths.map(([first]) => tierOf(first))
  expect(firsts).toEqual(firsts.toSorted(compareTiers))
  for (const path of paths) expect(path.map(tierOf)).toEqual(path.map(tierOf).toSorted(compareTiers))
  const specified = new Set(described.filter((o) => tierOf(o) === 'specification').flatMap((o) => o.tags))
  const tags = (document.tags as { name: string }[]).map(({ name }) => Number(!specified.has(name)))
  expect(tags).toEqual(tags.toSorted((a, b) => a - b))
})

test('each says how it may be repeated', () => {
  for (const o of described) {
    expect(o['x-pursestrings-idempotency']).toBe(operations.find(({ id }) => id === o.operationId)?.idempotency)
  }
})

test('without modules, no event type of one is described', () => {
  const bare = JSON.stringify(
    openApiOf(servedBy('none'), { version: '0', base_url: 'http://127.0.0.1:8787', extensions: 'none' }),
  )
  expect(bare).toContain('"payment_request.confirmed"')
  for (const untold of ['"payment_request.disputed"', '"merchant_domain.lapsed"', '"webhook_endpoint.test"'])
    expect(bare).not.toContain(untold)
})
