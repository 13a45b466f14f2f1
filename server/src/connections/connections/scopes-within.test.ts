/** Granted within requested, requested within allowed, kept within granted: over random sets, as a pure rule. */
import { scopesNotAllowed, scopesNotRequested } from '@pursestrings/contract/connect-invitations/records'
import { scopesNotGranted } from '@pursestrings/contract/connections/operations'
import { SCOPES, type Scope } from '@pursestrings/contract/scopes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { sameScopes, scopesWithin } from './change-connection.ts'

const subset = fc.subarray([...SCOPES], { minLength: 1 }).chain((s) => fc.shuffledSubarray(s, { minLength: s.length }))
const STEPS = [scopesNotAllowed, scopesNotRequested, scopesNotGranted]

test('each step takes a part of the step before or is refused naming exactly what goes beyond', () => {
  fc.assert(
    fc.property(subset, fc.tuple(subset, subset, subset), (allowed, wanted) => {
      let whole: readonly Scope[] = allowed
      for (const [step, asked] of wanted.entries()) {
        const entry = STEPS[step] as (typeof STEPS)[number]
        const beyond = asked.filter((s) => !whole.includes(s))
        if (beyond.length > 0) {
          const refusal = (() => {
            try {
              return scopesWithin(asked, whole, entry)
            } catch (e) {
              return e
            }
          })()
          expect(refusal).toBeInstanceOf(Refusal)
          expect(refusal).toMatchObject({ entry, details: { beyond } })
          return
        }
        const taken = scopesWithin(asked, whole, entry)
        expect(sameScopes(taken, asked)).toBe(true)
        expect(taken).toEqual(SCOPES.filter((s) => taken.includes(s)))
        expect(taken.every((s) => allowed.includes(s))).toBe(true)
        whole = taken
      }
    }),
    { numRuns: 5_000 },
  )
})
