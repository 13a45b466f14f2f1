/** Remove a member and end a session against calls in flight: no call that starts after the acknowledgement succeeds. */
import { expect, test } from 'vitest'
import { said } from '../../server/test/connection.ts'
import { raceChange } from '../../server/test/connection-races.ts'
import { chooseAs, newMember } from '../../server/test/member.ts'
import { newOperator, operatorOf } from '../../server/test/operator.ts'
import { startWorld } from '../../server/test/world.ts'
import { report } from './report.ts'

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
