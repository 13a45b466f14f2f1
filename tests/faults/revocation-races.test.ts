/** Whatever ends a credential against calls in flight, hundreds of races of each kind: no call that starts after the acknowledgement succeeds. */
import { describe, expect, test } from 'vitest'
import { newAgent } from '../../server/test/agent.ts'
import { ALL_SCOPES, connectionPath, newConnection, said } from '../../server/test/connection.ts'
import { plantCreate, raceChange } from '../../server/test/connection-races.ts'
import { bearerSession } from '../../server/test/keyring.ts'
import { chooseAs, newMember, newOperator, operatorOf } from '../../server/test/operator.ts'
import { newMerchantKey, revokeMerchantKey } from '../../server/test/project.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

/** Revoke, pause, rotate, end and remove a device against calls in flight, 500 races: no call that starts after the acknowledgement succeeds. */
describe('agents and wallets', () => {
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
})

/** A merchant key revoked, a connection ended by the merchant and a session closed, against calls in flight. */
describe('merchants', () => {
  /** Of each kind. */
  const RACES = Number(process.env.RACES ?? 300)

  test('nothing succeeds that starts after the acknowledgement', { timeout: 1_800_000 }, async () => {
    const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
    const operator = await newOperator(world)
    const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    const get = async (path: string, headers: Record<string, string>) =>
      said(await world.call('GET', path, { headers }))
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
})

/** Remove a member and end a session against calls in flight: no call that starts after the acknowledgement succeeds. */
describe('people', () => {
  const RACES = Number(process.env.RACES ?? 600)

  test('a removed member and a closed session do nothing any more', { timeout: 1_800_000 }, async () => {
    const world = await startWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
    const owner = await newOperator(world)
    const figures: Record<string, { races: number; succeeded_before: number; succeeded_after: number }> = {}
    for (let race = 0; race < RACES; race++) {
      const kind = race % 2 === 0 ? 'remove_member' : 'close_session'
      const member = await newMember(world, owner, 'developer')
      const attempt = async () => said(await member.call('POST', '/v1/webhook-endpoints', { body: { url: 'x' } }))
      const read = async () => said(await member.call('GET', '/v1/agents'))
      const other = operatorOf(world, member.email, await chooseAs(world, member.email, 'pending'))
      const { session } = (await member.call('GET', '/v1/merchant-sessions/current')).json
      const changes = {
        remove_member: () => owner.call('DELETE', `/v1/members/${member.member_id}`),
        close_session: () => other.call('DELETE', `/v1/merchant-sessions/${session.session_id}`),
      }
      const { before, after } = await raceChange(read, changes[kind])
      expect(await attempt()).toEqual([401, 'credential_invalid'])
      // An organization has room for a hundred.
      if (kind === 'close_session') expect((await changes.remove_member()).status).toBe(200)
      figures[kind] ??= { races: 0, succeeded_before: 0, succeeded_after: 0 }
      figures[kind].races++
      figures[kind].succeeded_before += before
      figures[kind].succeeded_after += after
    }
    await world.stop()
    report('revocation-races-people', { races: RACES, ...figures })
    for (const { succeeded_before, succeeded_after } of Object.values(figures)) {
      expect(succeeded_before).toBeGreaterThan(0)
      expect(succeeded_after).toBe(0)
    }
  })
})
