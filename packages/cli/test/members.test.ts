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

test('whoever is in two organizations switches to the other and back', async () => {
  type Merchants = { merchants: { merchant_id: string }[] }
  const { merchant: first } = await home.json<{ merchant: { merchant_id: string } }>(['whoami'])
  const { account } = await home.json<{ account: { email: string } }>(['whoami'])
  const login = ['login', '--email', account.email, '--mail-url', place.mail_url, '--organization', 'Quay Records']
  const { merchant: second } = await home.json<{ merchant: { merchant_id: string } }>(login)
  const { merchants } = await home.json<Merchants>(['sessions', 'organizations'])
  expect(merchants.map(({ merchant_id }) => merchant_id)).toEqual([second.merchant_id, first.merchant_id])
  expect(await said('sessions', 'switch', first.merchant_id)).toMatch(/organization +\S/)
  const now = await home.json<{ merchant: { merchant_id: string } }>(['whoami'])
  expect(now.merchant.merchant_id).toBe(first.merchant_id)
  expect(await said('sessions', 'organizations')).toMatch(new RegExp(`${first.merchant_id} .*this one`))
  expect((await home.run(['sessions', 'switch', 'mer_01k0000000e008000000000000'])).stderr).toContain('not')
})

test('sessions are listed and ended', async () => {
  expect(await said('sessions', 'list')).toMatch(/mail +bearer +\S+ +this one/)
  expect(await said('sessions', 'close-all')).toContain('including this one')
  expect((await home.run(['sessions', 'list'])).code).not.toBe(0)
})
