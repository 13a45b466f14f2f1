/** Revoke, pause, rotate, end and remove a device against calls in flight, 500 races: no call that starts after the acknowledgement succeeds. */
import { expect, test } from 'vitest'
import { newAgent } from '../../server/test/agent.ts'
import { ALL_SCOPES, connectionPath, newConnection, said } from '../../server/test/connection.ts'
import { plantCreate, raceChange } from '../../server/test/connection-races.ts'
import { newOperator } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

const RACES = Number(process.env.RACES ?? 1_500)
const KINDS = ['revoke', 'pause', 'rotate', 'end', 'revoke_device'] as const

test('nothing succeeds that starts later', { timeout: 3_600_000 }, async () => {
  const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
  const planted = plantCreate(world)
  const operator = await newOperator(world)
  const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
  const figures: Record<string, { races: number; succeeded_before: number; succeeded_after: number }> = {}
  for (let race = 0; race < RACES; race++) {
    const kind = KINDS[race % KINDS.length] as (typeof KINDS)[number]
    const { connection_id, connection_token, device, call } = await newConnection(world, { operator, agent })
    const path = connectionPath(connection_id)
    const attempt = async () =>
      kind === 'pause' ? planted.create(connection_token) : said(await call('GET', '/v1/connections/current'))
    const changes = {
      revoke: () => device.call('DELETE', path),
      pause: () => device.call('PATCH', path, { body: { status: 'paused' } }),
      rotate: () => device.call('POST', `${path}/rotate-token`),
      end: () => call('DELETE', '/v1/connections/current'),
      revoke_device: () => device.call('DELETE', '/v1/app-devices/current'),
    }
    const { before, after } = await raceChange(attempt, changes[kind])
    figures[kind] ??= { races: 0, succeeded_before: 0, succeeded_after: 0 }
    figures[kind].races++
    figures[kind].succeeded_before += before
    figures[kind].succeeded_after += after
  }
  await planted.stop()
  await world.stop()
  report('revocation-races', { races: RACES, ...figures })
  for (const { succeeded_before, succeeded_after } of Object.values(figures)) {
    expect(succeeded_before).toBeGreaterThan(0)
    expect(succeeded_after).toBe(0)
  }
})
