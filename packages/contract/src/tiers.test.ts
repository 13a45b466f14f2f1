/** Each operation, error and event has a tier, and what a service without modules serves needs none of them. */
import { expect, test } from 'vitest'
import { EVENT_KINDS, EVENT_RESOURCES, tierOfEvent } from './events/kinds.ts'
import { catalogueOf, operations, tierOfError } from './operations.ts'
import { isCore, TIERS, type Tier } from './tiers.ts'
import { webhookTypesOf } from './webhook-deliveries/webhook-events.ts'

const names = Object.keys(TIERS)
const core = operations.filter((o) => isCore(o.tier))

test('each operation, error and event has a tier, and each tier has an operation', () => {
  const operationTiers = operations.map((o) => o.tier)
  for (const tier of operationTiers) expect(names).toContain(tier)
  for (const entry of catalogueOf(operations)) expect(names).toContain(tierOfError(entry))
  for (const kind of EVENT_KINDS) expect(names).toContain(tierOfEvent(kind))
  expect(new Set<string>(operationTiers)).toEqual(new Set(names))
})

test('the specification names 44 operations', () => {
  expect(operations.filter((o) => o.tier === 'specification').length).toBe(44)
})

test('an error that names its module is answered by an operation without one, too', () => {
  const named = catalogueOf(operations).filter((entry) => entry.tier !== undefined)
  expect(catalogueOf(core)).toEqual(expect.arrayContaining(named))
})

test('an event names modules for changes that it has', () => {
  for (const { changes, ...resource } of Object.values(EVENT_RESOURCES)) {
    const modules: Readonly<Record<string, Tier>> = 'modules' in resource ? resource.modules : {}
    for (const change of Object.keys(modules)) expect(changes).toContain(change)
  }
})

test.each([
  ['payment_request.confirmed', 'specification'],
  ['payment_request.disputed', 'evidence'],
  ['recipient.version_activated', 'completes'],
  ['recipient.version_cooling', 'payee_safety'],
] as const)('%s is of the tier %s', (kind, tier) => {
  expect(tierOfEvent(kind)).toBe(tier)
})

test('a service without modules tells no event of one', () => {
  const told = webhookTypesOf('none')
  expect(told).toContain('payment_request.confirmed')
  expect(told.filter((kind) => !isCore(tierOfEvent(kind as Parameters<typeof tierOfEvent>[0])))).toEqual([])
})
