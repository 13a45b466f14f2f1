/** A few interleavings of what `npm run faults -- policy-claims` does ten thousand times. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { interleaveClaims } from './policy-claims.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('however claims, cancellations, expiry, hashes and changes of policies meet, no claim passes the cap of its time', async () => {
  // The order is drawn at random: it goes on until there is enough of each that the run says something.
  let [refused, seed] = [0, 7]
  for (; refused === 0 && seed < 12; seed++) {
    const figures = await interleaveClaims(world, web, { interleavings: 80, wallets: 4, seed })
    expect(figures).toMatchObject({
      over_cap: 0,
      unlawful: 0,
      unwritten: 0,
      lost_hashes: 0,
      unbalanced: 0,
      server_errors: 0,
    })
    expect(figures.interleavings).toBeGreaterThanOrEqual(80)
    expect(figures.claims).toBeGreaterThanOrEqual(3)
    expect(figures.hashes).toBeGreaterThanOrEqual(3)
    refused += figures.refused_claims
  }
  expect(refused).toBeGreaterThan(0)
}, 120_000)
