/** A wallet hears of invitations in its feed: nobody else does, and each status is told once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentTokenOf, newAgent } from './agent.ts'
import { ALL_SCOPES, bearing, type Call, invitationPath, newInvitation, said } from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let world: World
let operator: Operator
let device: TestDevice
let asAgent: Call
beforeAll(async () => {
  world = await startWorld({ LOG_LEVEL: 'silent' })
  operator = await newOperator(world)
  device = await newDevice(world)
  asAgent = bearing(world, await agentTokenOf(world, await newAgent(operator, { allowed_scopes: ALL_SCOPES })))
})
afterAll(() => world.stop())

interface Told {
  readonly type: string
  readonly data: { readonly connect_invitation_id?: string; readonly previous_status: string | null }
}
const feedOf = async (by: TestDevice): Promise<Told[]> => (await by.call('GET', '/v1/events?limit=500')).json.events
const toldOf = async (id: string) =>
  (await feedOf(device))
    .filter(({ data }) => data.connect_invitation_id === id)
    .map(({ type, data }) => [type, data.previous_status])
const invited = () => newInvitation(world, { asAgent, device, scopes: ALL_SCOPES })
const approve = (id: string) => device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
/** The newest of all. */
const runOut = () =>
  world.database.admin.query(`update connect_invitations set expires_at = now() - interval '1 second'
    where connect_invitation_id = (select max(connect_invitation_id::text)::uuid from connect_invitations)`)

test('what is asked, approved and exchanged is told in order, with the connection that came of it', async () => {
  const { id, asClaimant } = await invited()
  await approve(id)
  await approve(id)
  const { connection } = (await asClaimant('POST', invitationPath(id, 'exchange'))).json
  await until(async () => (await toldOf(id)).length >= 3)
  expect(await toldOf(id)).toEqual([
    ['connect_invitation.pending', null],
    ['connect_invitation.approved', 'pending'],
    ['connect_invitation.exchanged', 'approved'],
  ])
  const last = (await feedOf(device)).findLast(({ data }) => data.connect_invitation_id === id)
  expect(last?.data).toEqual({
    connect_invitation_id: id,
    status: 'exchanged',
    previous_status: 'approved',
    connection_id: connection.connection_id,
  })
})

test('a rejection is told, and an approval that is taken back', async () => {
  const { id } = await invited()
  await approve(id)
  await device.call('POST', invitationPath(id, 'reject'))
  await until(async () => (await toldOf(id)).length >= 3)
  expect((await toldOf(id)).at(-1)).toEqual(['connect_invitation.rejected', 'approved'])
})

test('one that runs out is told within seconds, once, and then stays expired', async () => {
  const { id, asClaimant } = await invited()
  await approve(id)
  await runOut()
  expect(said(await approve(id))).toEqual([410, 'invitation_expired'])
  await until(async () => (await toldOf(id)).length >= 3)
  expect((await toldOf(id)).at(-1)).toEqual(['connect_invitation.expired', 'approved'])
  // Even where its time were to begin again.
  await world.database.admin.query("update connect_invitations set expires_at = now() + interval '1 hour'")
  expect(said(await asClaimant('POST', invitationPath(id, 'exchange')))).toEqual([410, 'invitation_expired'])
  expect((await toldOf(id)).length).toBe(3)
})

test('neither the merchant nor another wallet hears of it, and no endpoint can ask for it', async () => {
  const kinds = async (call: Call, path: string) =>
    (await call('GET', path)).json.events.filter(({ type }: Told) => type.startsWith('connect_invitation.'))
  expect(await kinds(operator.call, '/v1/events?limit=500')).toEqual([])
  expect(await kinds((await newDevice(world)).call, '/v1/events?limit=500')).toEqual([])
  const body = { url: 'https://shop.example/hook', event_types: ['connect_invitation.pending'] }
  expect(said(await operator.call('POST', '/v1/webhook-endpoints', { body }))).toEqual([422, 'validation_failed'])
})
