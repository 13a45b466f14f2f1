/** How an agent gets its connection from a terminal, and what becomes of it when the user says no. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
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

const kept = () => JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8')).connection
const claim = async (by = home, ...more: string[]) => {
  const { connect_key } = await home.json<{ connect_key: { key: string } }>(['wallet', 'connect-key'])
  const { wallet } = JSON.parse(readFileSync(join(home.folder, 'default.json'), 'utf8'))
  const headers = { authorization: `Bearer ${wallet.token}` }
  const pending = async (): Promise<string | undefined> => {
    const { json } = await place.world.call('GET', '/v1/connect-invitations', { headers })
    return json.connect_invitations.find((one: { status: string }) => one.status === 'pending')?.connect_invitation_id
  }
  const connecting = by.start(['connect', connect_key.key, '--json', '--scopes', 'payment.requests.read', ...more])
  await until(async () => (await pending()) !== undefined)
  return { connecting, invitation: (await pending()) as string }
}

describe('connect', () => {
  test('waits for the user, and keeps the token without showing it', async () => {
    const before = kept()
    const { connecting, invitation } = await claim()
    await home.json(['wallet', 'invitations', 'approve', invitation])
    const { code, stdout, stderr } = await connecting.ended
    expect([code, stderr, JSON.parse(stdout).connection.scopes]).toEqual([0, '', ['payment.requests.read']])
    expect(kept().connection_id).not.toBe(before.connection_id)
    expect(kept().connection_token).toMatch(/^svc_conn_/)
    expect(stdout).not.toContain('svc_conn_')
  })

  test('ends with code 4 when the user says no, and keeps what there was', async () => {
    const before = kept()
    const { connecting, invitation } = await claim()
    await home.json(['wallet', 'invitations', 'reject', invitation])
    const { code, stdout, stderr } = await connecting.ended
    expect([code, stdout, JSON.parse(stderr).error.code]).toEqual([4, '', 'invitation_rejected'])
    expect(kept()).toEqual(before)
  })

  test("without an agent it makes the user's own, which is the same one with the next key", async () => {
    const own = await place.home()
    const profile = () => JSON.parse(readFileSync(join(own.folder, 'default.json'), 'utf8'))
    const connect = async (...more: string[]) => {
      const { connecting, invitation } = await claim(own, ...more)
      // Kept before the user decides, so that whoever is interrupted goes on as the same agent.
      await until(() => profile().agent.agent_id !== undefined)
      await home.json(['wallet', 'invitations', 'approve', invitation])
      return connecting.ended
    }
    const { code, stdout, stderr } = await connect('--name', 'My assistant')
    expect([code, JSON.parse(stdout).connection.source]).toMatchObject([
      0,
      { agent_name: 'My assistant', personal: true },
    ])
    expect(stdout + stderr).not.toMatch(/svc_conn_|PRIVATE KEY/)
    const { agent, connection } = profile()
    expect(connection.connection_token).toMatch(/^svc_conn_/)
    const listed = await home.run(['wallet', 'connections', 'list'])
    expect(listed.stdout).toContain('My assistant, your own')

    const again = await connect()
    expect([again.code, JSON.parse(again.stdout).connection.source.agent_id]).toEqual([0, agent.agent_id])
    expect(profile().agent).toEqual(agent)
    expect(profile().connection.connection_id).not.toBe(connection.connection_id)
  })

  test('a connection that lacks a scope ends what needs it with code 3', async () => {
    const { code, stderr } = await home.run(['requests', 'create', '--amount', '1', '--task', 'none'])
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/what to do: .*scope.*\n {2}more: \S+\n {2}request id: \S+\n$/s),
    ])
  })
})

describe('pair', () => {
  test('shows the code and the check phrase that the wallet shows too, then the connection', async () => {
    const pairing = home.start(['pair'])
    const [, code = ''] = await pairing.says(/^code +(\S+)$/m)
    const [, phrase = ''] = await pairing.says(/^check phrase +(.+)$/m)
    const approved = await home.json<{ check_phrase: string; connection: { connection_id: string } }>([
      'wallet',
      'pairings',
      'approve',
      code.toLowerCase(),
    ])
    expect(approved.check_phrase).toBe(phrase)
    const { code: exit, stdout } = await pairing.ended
    expect([exit, stdout]).toEqual([0, expect.stringContaining(approved.connection.connection_id)])
    expect(kept().connection_id).toBe(approved.connection.connection_id)
    for (const never of ['svc_conn_', '\u001b']) expect(stdout).not.toContain(never)
  })
})
