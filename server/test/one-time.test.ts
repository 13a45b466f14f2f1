/** One-time things are used once, however many callers race for them. More rounds: `npm run faults -- one-time`. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantFor, linkFor } from './operator.ts'
import { madeInAll, raceOneSignIn } from './races.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.stop())

test('a link, the grant it gives and the grant after that: one winner of 64 each', async () => {
  for (let round = 0; round < 5; round++) await raceOneSignIn(world, `race-${round}@merchant.example`)
  expect(await madeInAll(world)).toEqual({ merchants: 5, accounts: 5 })
})

test('two proofs of one new mailbox at once end in one account', async () => {
  const email = 'twice@merchant.example'
  const [one, two] = [await linkFor(world, email), await linkFor(world, email)]
  const answers = await Promise.all(
    [one, two].map((token) => world.call('POST', '/v1/merchant-accounts/email-verifications', { body: { token } })),
  )
  expect(new Set(answers.map((a) => a.json.account.account_id)).size).toBe(1)
  expect((await grantFor(world, email)).account.account_id).toBe(answers[0]?.json.account.account_id)
})
