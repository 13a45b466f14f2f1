/** A million generated texts: the parser of amounts against an independent scanner. */
import { parseAmount } from '@pursestrings/protocol/amount'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimals, max_units, scan, text } from '../../packages/contract/src/wire/amount.vectors.ts'
import { report } from './report.ts'

const TEXTS = 1_000_000

test('the two never disagree', { timeout: 600_000 }, () => {
  let accepted = 0
  let disagreements = 0
  fc.assert(
    fc.property(text, decimals, max_units, (t, d, max) => {
      const [ours, theirs] = [parseAmount(t, { decimals: d, max_units: max }), scan(t, d, max)]
      if (ours.ok) accepted++
      const same = ours.ok && theirs.ok ? ours.units === theirs.units : JSON.stringify(ours) === JSON.stringify(theirs)
      if (!same) disagreements++
    }),
    { numRuns: TEXTS },
  )
  const took_ms = ['9', '0', '.', '1.', '\0', '１'].map((unit) => {
    const megabyte = unit.repeat(2 ** 20 / unit.length)
    const started = performance.now()
    expect(parseAmount(megabyte, { decimals: 7, max_units: 2n ** 63n - 1n }).ok).toBe(false)
    return performance.now() - started
  })
  report('amounts', { texts: TEXTS, accepted, disagreements, megabyte_ms: Math.max(...took_ms) })
  expect(disagreements).toBe(0)
  expect(accepted).toBeGreaterThan(TEXTS / 10)
})
