/**
 * Ten thousand interleavings of create, claim, cancel, expire, report, late report, narrow, pause and withdraw over many
 * small policies at once: what wallets were let sign never passes the cap that was in force, and no hash is lost.
 */
import { expect, test } from 'vitest'
import { startMerchantWeb } from '../../server/test/merchant-web.ts'
import { interleaveClaims } from '../../server/test/policy-claims.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const INTERLEAVINGS = Number(process.env.INTERLEAVINGS ?? 10_000)
const SEED = Number(process.env.SEED ?? 1)

test('what wallets were let sign never passes the cap', { timeout: 3_600_000 }, async () => {
  const web = await startMerchantWeb()
  const world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  const began = performance.now()
  const figures = await interleaveClaims(world, web, { interleavings: INTERLEAVINGS, wallets: 12, seed: SEED })
  const seconds = Math.round((performance.now() - began) / 1_000)
  await world.stop()
  await web.stop()
  report('policy-claims', { ...figures, seconds })
  expect(figures).toMatchObject({
    over_cap: 0,
    unlawful: 0,
    unwritten: 0,
    lost_hashes: 0,
    unbalanced: 0,
    server_errors: 0,
  })
  expect(figures.interleavings).toBeGreaterThanOrEqual(INTERLEAVINGS)
})
