/** People of an organization from the command line: invited, given a role, removed; and where they are signed in. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Home } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

let place: CliPlace
let home: Home
beforeAll(async () => {
  place = await startCliPlace()
  home = await place.home()
  await home.json(place.demo)
})
afterAll(() => place.stop())

const said = async (...args: string[]) => (await home.run(args)).stdout

test('somebody is invited, reminded and uninvited; the only owner stays', async () => {
  const invite = ['members', 'invite', '--email', 'colleague@merchant.example', '--role', 'viewer']
  const invited = await home.json<{ member_invitation: { member_invitation_id: string } }>(invite)
  const id = invited.member_invitation.member_invitation_id
  expect(await said('members', 'resend', id)).toContain('Sent again to colleague@merchant.example')
  expect(await said('members', 'withdraw', id)).toContain('Withdrew the invitation')
  expect(await said('members', 'invitations')).toMatch(/withdrawn +viewer +colleague@merchant\.example/)
  const { members } = await home.json<{ members: { member_id: string; role: string }[] }>(['members', 'list'])
  const own = members[0]?.member_id ?? ''
  expect(members.map(({ role }) => role)).toEqual(['owner'])
  expect(await said('members', 'set-role', own, '--role', 'owner')).toMatch(/role +owner/)
  const removed = await home.run(['members', 'remove', own])
  expect([removed.code === 0, removed.stderr.includes('only owner')]).toEqual([false, true])
})

test('sessions are listed and ended', async () => {
  expect(await said('sessions', 'list')).toMatch(/mail +bearer +\S+ +this one/)
  expect(await said('sessions', 'close-all')).toContain('including this one')
  expect((await home.run(['sessions', 'list'])).code).not.toBe(0)
})
