/** A merchant key revoked, a connection ended by the merchant and a session closed, against calls in flight. */
import { expect, test } from 'vitest'
import { newAgent } from '../../server/test/agent.ts'
import { ALL_SCOPES, newConnection, said } from '../../server/test/connection.ts'
import { raceChange } from '../../server/test/connection-races.ts'
import { bearerSession } from '../../server/test/keyring.ts'
import { newMerchantKey, revokeMerchantKey } from '../../server/test/merchant-key.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

/** Of each kind. */
const RACES = Number(process.env.RACES ?? 300)

test('nothing succeeds that starts after the acknowledgement', { timeout: 1_800_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
  const operator = await newOperator(world)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const get = async (path: string, headers: Record<string, string>) => said(await world.call('GET', path, { headers }))
  const kinds = {
    async merchant_key() {
      const key = await newMerchantKey(operator, ['payment_requests:read'])
      return raceChange(
        () => get('/v1/events', key.headers),
        () => revokeMerchantKey(operator, key),
      )
    },
    async connection() {
      const { connection_id, call } = await newConnection(world, { operator, agent })
      return raceChange(
        async () => said(await call('GET', '/v1/connections/current')),
        () => operator.call('DELETE', `/v1/connections/${connection_id}`),
      )
    },
    async session() {
      const headers = { authorization: `Bearer ${await bearerSession(world, operator)}` }
      return raceChange(
        () => get('/v1/events', headers),
        () => world.call('DELETE', '/v1/merchant-sessions/current', { headers }),
      )
    },
  }
  const figures: Record<string, { races: number; succeeded_before: number; succeeded_after: number }> = {}
  for (const [kind, race] of Object.entries(kinds)) {
    const sum = { races: RACES, succeeded_before: 0, succeeded_after: 0 }
    for (let n = 0; n < RACES; n++) {
      const { before, after } = await race()
      sum.succeeded_before += before
      sum.succeeded_after += after
    }
    figures[kind] = sum
  }
  await world.stop()
  report('revocation-races-merchant', figures)
  for (const { succeeded_before, succeeded_after } of Object.values(figures)) {
    expect(succeeded_before).toBeGreaterThan(0)
    expect(succeeded_after).toBe(0)
  }
})
