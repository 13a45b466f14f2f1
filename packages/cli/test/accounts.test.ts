import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Home, newHome } from './command.ts'
import { type CliPlace, startCliPlace } from './place.ts'

// The test wallet on two machines: linked by a code, listed on both, and removed from one.
describe('devices', () => {
  let place: CliPlace
  beforeAll(async () => {
    place = await startCliPlace()
  })
  afterAll(() => place.stop())

  interface Shown {
    readonly devices: readonly { readonly device_id: string; readonly name: string }[]
  }

  test('wallet devices links two profiles, lists both and removes one', async () => {
    const [first, second] = [await place.home(), await place.home()]
    await first.json(['wallet', 'register', '--name', 'Phone'])
    await second.json(['wallet', 'register', '--name', 'Tablet'])
    const { code } = await first.json<{ code: string }>(['wallet', 'devices', 'link-code'])
    await second.json(['wallet', 'devices', 'link', code])
    const { devices } = await first.json<Shown>(['wallet', 'devices', 'list'])
    expect(devices.map(({ name }) => name)).toEqual(['Phone', 'Tablet'])
    const again = await second.run(['wallet', 'devices', 'link', code])
    expect([again.code, again.stderr]).toEqual([0, ''])
    const tablet = devices[1]?.device_id ?? ''
    const removed = await first.run(['wallet', 'devices', 'revoke', tablet])
    expect([removed.code, removed.stdout]).toEqual([0, expect.stringContaining('go on with the other devices')])
    const refused = await second.run(['wallet', 'devices', 'list'])
    expect([refused.code, refused.stdout]).toEqual([3, ''])
  })
})

// A key for a server, from the command line: made, used in place of a session, and ended.
describe('keys', () => {
  let place: CliPlace
  let home: Home
  beforeAll(async () => {
    place = await startCliPlace()
    home = await place.home()
    await home.json(place.demo)
  })
  afterAll(() => place.stop())

  interface Made {
    readonly merchant_key: { readonly merchant_key_id: string }
    readonly secret: string
  }

  test('a key is created, listed with its last use, used by a server that is not signed in, and revoked', async () => {
    const made = await home.json<Made>(['keys', 'create', '--name', 'Order server', '--scopes', 'webhooks:manage'])
    const server = newHome({ PURSESTRINGS_BASE_URL: place.world.url, PURSESTRINGS_MERCHANT_KEY: made.secret })
    expect(await server.json(['webhooks', 'list'])).toEqual({ webhook_endpoints: [] })
    const listed = await home.run(['keys', 'list'])
    expect(listed.stdout).toMatch(/mky_\S+ +works +20\d\d-\S+ +Order server/)
    expect(listed.stdout).not.toContain(made.secret)
    const refused = await server.run(['recipients', 'list'])
    expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringContaining('scope')])
    await home.json(['keys', 'revoke', made.merchant_key.merchant_key_id])
    const ended = await server.run(['webhooks', 'list'])
    expect(ended.code).not.toBe(0)
    expect(ended.stderr).not.toContain(made.secret)
    server.remove()
  })
})

// People of an organization from the command line: invited, given a role, removed; and where they are signed in.
describe('members', () => {
  let place: CliPlace
  let home: Home
  beforeAll(async () => {
    place = await startCliPlace()
    home = await place.home()
    await home.json(place.demo)
  })
  afterAll(() => place.stop())

  const said = async (...args: string[]) => (await home.run(args)).stdout

  test('somebody is invited, invited again and uninvited; the only owner stays', async () => {
    const invite = ['members', 'invite', '--email', 'colleague@merchant.example', '--role', 'viewer']
    const invited = () => home.json<{ member_invitation: { member_invitation_id: string } }>(invite)
    const before = (await invited()).member_invitation.member_invitation_id
    const id = (await invited()).member_invitation.member_invitation_id
    expect(id).not.toBe(before)
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
})
