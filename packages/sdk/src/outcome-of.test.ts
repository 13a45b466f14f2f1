/** Every client of the service calls the same thing paid: the Python client's tests read the same file. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { outcomeOf } from './outcome-of.ts'

interface Vector {
  readonly what: string
  readonly request: Parameters<typeof outcomeOf>[0]
  readonly observed: boolean
  readonly outcome: string
}

const file = new URL('../../../tests/vectors/outcomes.json', import.meta.url)
const { outcomes } = JSON.parse(readFileSync(file, 'utf8')) as { outcomes: readonly Vector[] }

test.each(outcomes.map((vector) => [vector.what, vector.outcome, vector] as const))(
  '%s is %s',
  (_what, outcome, { request, observed }) => {
    expect(outcomeOf(request, observed)).toBe(outcome)
  },
)

test('nothing but a bound payment on the ledger is paid', () => {
  const paid = outcomes.filter(({ request, observed }) => outcomeOf(request, observed) === 'paid')
  expect(paid.length).toBeGreaterThan(3)
  expect(new Set(paid.map(({ request }) => request.settlement.assurance))).toEqual(new Set(['chain_observed']))
})
