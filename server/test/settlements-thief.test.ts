/** A thief beside an honest payer, in a tenth of the rounds of `npm run faults -- thief`. */
import { expect, test } from 'vitest'
import { MIXES_MAX, mixOf } from './thief-parts.ts'
import { judgedRule, playRound } from './thief-rounds.ts'

const ROUNDS = 1_000
/** Has no common divisor with the number of mixes, so the rounds are spread over all of them. */
const STEP = 89

test('gets no payment, whatever it does, and keeps no honest payer from being seen', () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const nth = (round * STEP) % MIXES_MAX
    const mix = mixOf(nth)
    const { stolen, honest, honest_paid, honest_matched } = playRound(nth, judgedRule)
    expect({ mix, stolen }).toEqual({ mix, stolen: 0 })
    if (mix.binding === 'none')
      expect({ mix, honest, honest_matched }).toEqual({ mix, honest: null, honest_matched: true })
    else expect({ mix, honest, honest_paid }).toEqual({ mix, honest: 'chain_observed', honest_paid: true })
  }
})
