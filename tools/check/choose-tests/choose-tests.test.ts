import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readTree } from '../modules/check-modules.ts'
import { chooseTests } from './choose-tests.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const tree = readTree(ROOT)
const chosenFor = (...changed: string[]): string[] => chooseTests(tree, changed).map(({ file }) => file)
const named = (...names: string[]): string[] => names.map((name) => `server/test/${name}.test.ts`)
const overHttp = (files: readonly string[]): string[] =>
  files.filter((file) => /^(server|packages\/\w+)\/test\//.test(file))

const HTTP_MAX = 25
const ALL_MAX = 60

test.each([
  ['agents', named('agents', 'agents-credentials', 'agents-hostile')],
  ['agent-payments', named('agent-payments', 'agent-payments-claim', 'agent-payments-moves')],
  ['automation-policies', named('automation-policies', 'policy-proposals')],
  ['connections', named('connections', 'connection-tokens', 'devices')],
  ['connect-invitations', named('connect', 'connect-limits')],
  ['devices', named('devices', 'devices-link', 'devices-rotation')],
  ['domains', named('domains')],
  ['merchant-sessions', named('sessions', 'sign-in')],
  ['payment-requests', named('payment-requests', 'tenancy', 'merchant-reads')],
  ['recipients', named('recipients', 'recall', 'cooling-off')],
  ['settlements', named('settlements', 'settlements-bindings', 'settlements-rows')],
  ['webhooks', named('webhook-endpoints', 'webhook-deliveries', 'webhook-retries')],
])(
  'a change in %s is tried with its own tests, beside its sources and over HTTP, and with few others',
  (module, own) => {
    const [source = ''] = globSync(`server/src/*/${module}/**/*.ts`, {
      cwd: ROOT,
      exclude: ['**/*.test.ts'],
    }).toSorted()
    const chosen = chosenFor(source)
    expect(chosen).toEqual(expect.arrayContaining(own))
    expect(overHttp(chosen).length).toBeLessThanOrEqual(HTTP_MAX)
    expect(chosen.length).toBeLessThanOrEqual(ALL_MAX)
  },
)

test('a test beside its source is chosen with it, and so is one that imports lead to', () => {
  expect(chosenFor('server/src/settlement/settlements/judge.ts')).toContain(
    'server/src/settlement/settlements/judge.test.ts',
  )
  expect(chosenFor('packages/protocol/src/amount.ts')).toEqual(
    expect.arrayContaining(['packages/contract/src/wire/wire.test.ts', 'packages/stellar/src/terms.test.ts']),
  )
})

test('a function of the database, a migration and a declaration lead to the tests of their module', () => {
  for (const file of [
    'server/schema/payees/domains.sql',
    'server/schema/baseline/payees.sql',
    'packages/contract/src/domains/operations.ts',
  ])
    expect(chosenFor(file)).toEqual(expect.arrayContaining(named('domains')))
})

test('a test that changed is run whatever else did, and what starts every service leads to a few tests alone', () => {
  expect(chosenFor('server/test/recall.test.ts')).toContain('server/test/recall.test.ts')
  expect(overHttp(chosenFor('server/test/world.ts')).length).toBeLessThanOrEqual(HTTP_MAX)
})

test('without a change the core is left, and every choice says why', () => {
  const core = chooseTests(tree, [])
  expect(core.map(({ why }) => why)).toEqual(core.map(() => 'core'))
  expect(core.length).toBeGreaterThan(3)
  expect(overHttp(chosenFor('tools/dev/build-cache.ts'))).toEqual([])
  expect(chooseTests(tree, ['docs/agents.md']).find(({ file }) => file === 'tools/docs/links.test.ts')?.why).toBe(
    'reads what changed',
  )
})

test('tests that only call a module are chosen as long as they are quick', () => {
  const file = 'server/src/payees/recipients/recipients.routes.ts'
  const slow = chooseTests(tree, [file], () => 30).filter(({ why }) => why === 'calls recipients')
  expect(slow.length).toBe(1)
})
