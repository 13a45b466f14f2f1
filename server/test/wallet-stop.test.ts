/** One press stops a whole wallet, or all agents of an organization; a wallet goes on by a device with its key alone. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { STOP_UNDO_JWS_TYPE, stopUndoStatement } from '@pursestrings/protocol/device-statements'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentTokenOf, draftAgent, newAgent, newCredential } from './agent.ts'
import { type Asking, activePayee, askingOver } from './asking.ts'
import { type Automation, newAutomation, policyPath } from './automation.ts'
import type { Answer } from './call.ts'
import {
  ALL_SCOPES,
  bearing,
  connectionPath,
  invitationPath,
  newConnection,
  newInvitation,
  pairingPath,
  said,
  startPairing,
} from './connection.ts'
import { type DeviceKey, linkOf, newDevice, newDeviceKey, rawKey, type TestDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newMember, newOperator, type Operator } from './operator.ts'
import type { Payee } from './payee.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let operator: Operator
let payee: Payee
let aud: string
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
  aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
  operator = await newOperator(world)
  payee = await activePayee(web, operator)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

interface Mine {
  readonly key: DeviceKey
  readonly device: TestDevice
  readonly asking: Asking
  readonly automation: Automation
}
/** A wallet with a key, and an agent that asks and pays within a policy. */
const newMine = async (): Promise<Mine> => {
  const key = newDeviceKey()
  const device = await newDevice(world, { public_key: rawKey(key) })
  const connection = await newConnection(world, { operator, device })
  const automation = await newAutomation(world, web, { connection, payee, sign: key.sign })
  return { key, device, asking: askingOver(connection, payee), automation }
}
const stop = (device: TestDevice, body: object = {}): Promise<Answer> =>
  device.call('POST', '/v1/wallet/stop', { body })
const stopped = async (device: TestDevice): Promise<string> => {
  const answer = await stop(device)
  expect(said(answer)).toEqual([200])
  return answer.json.stopped_at
}
const undoOf = (key: DeviceKey, { device_id }: TestDevice, stopped_at: string, more: object = {}): string =>
  key.statement(STOP_UNDO_JWS_TYPE, stopUndoStatement({ aud, device_id, stopped_at, ...more }))
const goOn = async ({ key, device }: Pick<Mine, 'key' | 'device'>): Promise<Answer> => {
  const { stopped_at } = (await device.call('GET', '/v1/app-devices/current')).json
  return stop(device, { undo_jws: undoOf(key, device, stopped_at) })
}
const connectionOf = async (device: TestDevice, connection_id: string) =>
  (await device.call('GET', connectionPath(connection_id))).json.connection
const set = (device: TestDevice, connection_id: string, body: object) =>
  device.call('PATCH', connectionPath(connection_id), { body })
const setPolicy = (device: TestDevice, id: string, status: string) =>
  device.call('POST', policyPath(id, 'status'), { body: { status } })
/** Agent payments answer in an envelope of their own. */
const saidOf = ({ status, json }: Answer) => [status, json.error?.code]

describe('a stopped wallet', () => {
  test('has every connection and policy paused: nothing is created or claimed without asking, and all are told why', async () => {
    const { device, asking, automation } = await newMine()
    const other = askingOver(await newConnection(world, { operator, device }), payee)
    const before = await newConnection(world, { operator, device })
    await set(device, before.connection_id, { status: 'paused' })
    const policy = await automation.consented()
    const paused = await automation.consented({ name: 'Paused before' })
    await setPolicy(device, paused.id, 'paused')
    const waits = await automation.intended({ policy_id: policy.id, amount: '1' })
    const { request_id } = await asking.asked()
    const elsewhere = askingOver(await newConnection(world, { operator }), payee)

    const answer = await stop(device)
    expect(answer.json).toMatchObject({ stopped_at: expect.stringMatching(/Z$/) })
    for (const { ask } of [asking, other]) {
      const refused = await ask()
      expect([...said(refused), refused.json.error.paused_by]).toEqual([403, 'connection_paused', 'stop'])
      expect(refused.json.error.message).toMatch(/stopped their whole wallet/)
    }
    for (const more of [{ policy_id: policy.id }, { initiator: 'human' }]) {
      expect(saidOf(await automation.intend({ amount: '1', ...more }))).toEqual([403, 'connection_paused'])
    }
    expect(saidOf(await automation.report(waits.id, { status: 'approved' }))).toEqual([403, 'connection_paused'])
    expect((await automation.read(policy.id)).status).toBe('paused')
    expect((await asking.call('GET', '/v1/connections/current')).json.connection.paused_by).toBe('stop')
    expect((await connectionOf(device, before.connection_id)).paused_by).toBe('wallet')
    // What waits is the user's own to answer, and nobody else's wallet is touched.
    expect(said(await asking.report(request_id, { status: 'rejected' }))).toEqual([200])
    await elsewhere.asked()

    const { stopped_at } = answer.json
    expect((await device.call('GET', '/v1/app-devices/current')).json.stopped_at).toBe(stopped_at)
    expect((await stop(device)).json).toMatchObject({ stopped_at })
    await until(async () => {
      const { events } = (await device.call('GET', '/v1/events?limit=100')).json
      const told = events.filter(({ type, data }: { type: string; data: { paused_by?: string } }) =>
        type === 'connection.paused' ? data.paused_by === 'stop' : type === 'automation_policy.paused',
      )
      // Two connections and a policy, and the policy that was paused before.
      return told.length === 4
    })
    expect((await automation.read(policy.id)).history[0]).toMatchObject({ change: 'paused', actor: 'wallet' })
  })

  test('connects, resumes and agrees to nothing, also what was under way; what takes something back goes on', async () => {
    const { device, asking, automation } = await newMine()
    const asAgent = bearing(world, await agentTokenOf(world, asking.agent))
    const invited = await newInvitation(world, { asAgent, device })
    const approved = await newInvitation(world, { asAgent, device })
    const approve = (id: string) => device.call('POST', invitationPath(id, 'approve'), { body: { scopes: ALL_SCOPES } })
    expect(said(await approve(approved.id))).toEqual([200])
    const pairing = await startPairing(asAgent)
    const paired = await startPairing(asAgent)
    const approvePairing = ({ pairing_session_id: id, code }: typeof pairing) =>
      device.call('POST', pairingPath(id, 'approve'), { body: { code, scopes: ALL_SCOPES } })
    expect(said(await approvePairing(paired))).toEqual([200])
    const policy = await automation.consented()
    const proposed = await automation.proposed({ name: 'New limits' })
    await stopped(device)

    const refused = [409, 'wallet_stopped']
    expect(said(await set(device, asking.connection_id, { status: 'active' }))).toEqual(refused)
    expect(saidOf(await setPolicy(device, policy.id, 'active'))).toEqual(refused)
    expect(saidOf(await automation.optIn(await automation.read(policy.id)))).toEqual(refused)
    expect(saidOf(await automation.optIn(proposed))).toEqual(refused)
    expect(said(await approve(invited.id))).toEqual(refused)
    expect(said(await approved.asClaimant('POST', invitationPath(approved.id, 'exchange')))).toEqual(refused)
    expect(said(await approvePairing(pairing))).toEqual(refused)
    // It was connected when it was approved, so it is paused with the others.
    const exchanged = await asAgent('POST', pairingPath(paired.pairing_session_id, 'exchange'))
    expect(exchanged.json.connection).toMatchObject({ status: 'paused', paused_by: 'stop' })
    const late = askingOver({ ...asking, call: bearing(world, exchanged.json.connection_token) }, payee)
    expect(said(await late.ask())).toEqual([403, 'connection_paused'])

    expect(said(await set(device, asking.connection_id, { scopes: ['payment.requests.read'] }))).toEqual([200])
    expect(saidOf(await device.call('DELETE', policyPath(policy.id)))).toEqual([200, undefined])
    expect(said(await device.call('DELETE', connectionPath(asking.connection_id)))).toEqual([200])
    const open = await world.database.admin.query(
      "select from connections where device_id = $1 and status = 'active'",
      [uuidOf('dev', device.device_id)],
    )
    expect(open.rowCount).toBe(0)
  })

  test('goes on as it was once a device has signed for that very stop', async () => {
    const mine = await newMine()
    const { device, key, asking, automation } = mine
    const before = await newConnection(world, { operator, device })
    await set(device, before.connection_id, { status: 'paused' })
    const ended = await newConnection(world, { operator, device })
    const [policy, withdrawn] = [await automation.consented(), await automation.consented({ name: 'Withdrawn' })]
    const paused = await automation.consented({ name: 'Paused before' })
    await setPolicy(device, paused.id, 'paused')
    const since = await newConnection(world, { operator, device })
    const paused_since = await automation.consented({ name: 'Paused since' })
    const stopped_at = await stopped(device)
    expect((await set(device, since.connection_id, { status: 'paused' })).json.connection.paused_by).toBe('wallet')
    expect(saidOf(await setPolicy(device, paused_since.id, 'paused'))).toEqual([200, undefined])
    await device.call('DELETE', connectionPath(ended.connection_id))
    await device.call('DELETE', policyPath(withdrawn.id))

    const answer = await goOn(mine)
    expect(answer.json).toMatchObject({ stopped_at: null })
    await asking.asked()
    await automation.intended({ policy_id: policy.id, amount: '1' })
    expect(await connectionOf(device, asking.connection_id)).toMatchObject({
      status: 'active',
      paused_at: null,
      paused_by: null,
    })
    expect((await connectionOf(device, before.connection_id)).status).toBe('paused')
    expect((await connectionOf(device, since.connection_id)).status).toBe('paused')
    expect((await connectionOf(device, ended.connection_id)).status).toBe('revoked')
    const statusOf = async (id: string) => (await automation.read(id)).status
    for (const id of [paused.id, paused_since.id]) expect(await statusOf(id)).toBe('paused')
    expect(await statusOf(withdrawn.id)).toBe('withdrawn')
    expect((await automation.read(policy.id)).history[0]).toMatchObject({ change: 'resumed', actor: 'wallet' })

    // Said again it changes nothing, and it undoes no later stop.
    const undo_jws = undoOf(key, device, stopped_at)
    expect((await stop(device, { undo_jws })).json).toMatchObject({ stopped_at: null })
    const again = await stopped(device)
    expect(again).not.toBe(stopped_at)
    const replayed = await stop(device, { undo_jws })
    expect([...said(replayed), replayed.json.error.issues.map((issue: { code: string }) => issue.code)]).toEqual([
      422,
      'decision_mismatch',
      ['stopped_at'],
    ])
    expect(said(await asking.ask())).toEqual([403, 'connection_paused'])
  })

  test('is not let on by a token, another key, or a statement about something else', async () => {
    const { device, key, asking } = await newMine()
    const stopped_at = await stopped(device)
    const undo = async (undo_jws: string) => said(await stop(device, { undo_jws }))
    expect(await undo(undoOf(newDeviceKey(), device, stopped_at))).toEqual([422, 'device_key_unknown'])
    for (const more of [
      { aud: 'https://elsewhere.example' },
      { device_id: 'dev_01k0000000e008000000000000' },
      { stopped_at: new Date(Date.parse(stopped_at) + 1).toISOString() },
    ]) {
      expect(await undo(undoOf(key, device, stopped_at, more))).toEqual([422, 'decision_mismatch'])
    }
    // A statement of another kind, for which the same key was asked.
    expect(await undo(linkOf(key, device, { aud }))).toEqual([422, 'decision_signature_invalid'])
    expect(await undo('e30.e30.e30')).toEqual([422, 'decision_signature_invalid'])
    expect(said(await asking.ask())).toEqual([403, 'connection_paused'])

    const keyless = await newDevice(world)
    const since = await stopped(keyless)
    const forged = undoOf(newDeviceKey(), keyless, since)
    expect(said(await stop(keyless, { undo_jws: forged }))).toEqual([422, 'device_key_required'])
  })

  test('is stopped and let on by any device of it, each with its own key', async () => {
    const { device: phone, key, asking } = await newMine()
    const tablet_key = newDeviceKey()
    const tablet = await newDevice(world, { public_key: rawKey(tablet_key) })
    const { code } = (
      await phone.call('POST', '/v1/app-devices/current/link-codes', {
        body: { link_jws: linkOf(key, phone, { aud }) },
      })
    ).json
    const link_jws = linkOf(tablet_key, tablet, { aud, code })
    const linked = await tablet.call('POST', '/v1/app-devices/current/links', { body: { code, link_jws } })
    expect(said(linked)).toEqual([200])
    const stopped_at = await stopped(tablet)
    expect((await phone.call('GET', '/v1/app-devices/current')).json.stopped_at).toBe(stopped_at)
    const foreign = await stop(tablet, { undo_jws: undoOf(key, phone, stopped_at) })
    expect(said(foreign)).toEqual([422, 'device_key_unknown'])
    expect((await goOn({ device: tablet, key: tablet_key })).json.stopped_at).toBeNull()
    await asking.asked()
  })

  test('lets nothing through that starts after the answer, and nothing that is connected beside it', async () => {
    for (let round = 0; round < 5; round++) {
      const { device, asking } = await newMine()
      const asAgent = bearing(world, await agentTokenOf(world, asking.agent))
      const approved = await newInvitation(world, { asAgent, device })
      await device.call('POST', invitationPath(approved.id, 'approve'), { body: { scopes: ALL_SCOPES } })
      let acknowledged = Number.POSITIVE_INFINITY
      const late: number[] = []
      const caller = async () => {
        for (let left = 2; left > 0; ) {
          const started = performance.now()
          const { status } = await asking.ask()
          expect([201, 403, 429]).toContain(status)
          if (started <= acknowledged) continue
          left--
          if (status === 201) late.push(status)
        }
      }
      const callers = Array.from({ length: 4 }, caller)
      const exchanging = approved.asClaimant('POST', invitationPath(approved.id, 'exchange'))
      expect(said(await stop(device))).toEqual([200])
      acknowledged = performance.now()
      await Promise.all(callers)
      const exchanged = await exchanging
      expect(late).toEqual([])
      const { connections } = (await device.call('GET', '/v1/connections')).json
      expect(connections.map((one: { status: string }) => one.status)).toEqual(
        Array.from({ length: exchanged.status === 200 ? 2 : 1 }, () => 'paused'),
      )
    }
  })
})

describe('an organization whose owner stops its agents', () => {
  const update = (who: Operator, agents: string) => who.call('PATCH', '/v1/merchants/current', { body: { agents } })
  const agentOf = async (who: Operator, id: string) => (await who.call('GET', `/v1/agents/${id}`)).json.agent
  const move = async (who: Operator, id: string, status: string) => {
    const { version } = await agentOf(who, id)
    return who.call('PATCH', `/v1/agents/${id}`, { body: { status, version } })
  }

  test('has none that asks or is activated, until an owner lets those ask again that asked before', async () => {
    const owner = await newOperator(world)
    const shop = await activePayee(web, owner)
    const asking = askingOver(await newConnection(world, { operator: owner }), shop)
    const suspended = await newAgent(owner)
    await move(owner, suspended.agent_id, 'suspended')
    const since = await newAgent(owner)
    const draft = await draftAgent(owner)
    await newCredential(owner, draft)
    const automation = await newAutomation(world, web, { connection: asking, payee: shop })
    const policy = await automation.consented()
    const waits = await automation.intended({ policy_id: policy.id, amount: '1' })
    const elsewhere = askingOver(await newConnection(world, { operator }), payee)

    const { json } = await update(owner, 'stopped')
    expect(json.merchant.agents_stopped_at).toEqual(expect.stringMatching(/Z$/))
    expect(said(await asking.ask())).toEqual([403, 'agent_not_active'])
    expect(saidOf(await automation.intend({ policy_id: policy.id, amount: '1' }))).toEqual([403, 'agent_not_active'])
    expect(saidOf(await automation.report(waits.id, { status: 'approved' }))).toEqual([403, 'agent_not_active'])
    for (const id of [asking.agent.agent_id, suspended.agent_id, draft]) {
      expect(said(await move(owner, id, 'active'))).toEqual([409, 'agents_stopped'])
    }
    expect(said(await move(owner, since.agent_id, 'suspended'))).toEqual([200])
    expect(said(await move(owner, since.agent_id, 'suspended'))).toEqual([409, 'agent_transition_invalid'])
    await elsewhere.asked()
    // Once more changes nothing.
    expect((await update(owner, 'stopped')).json.merchant.agents_stopped_at).toBe(json.merchant.agents_stopped_at)

    expect((await update(owner, 'active')).json.merchant.agents_stopped_at).toBeNull()
    await asking.asked()
    const statuses = [asking.agent.agent_id, suspended.agent_id, since.agent_id, draft].map(
      async (id) => (await agentOf(owner, id)).status,
    )
    expect(await Promise.all(statuses)).toEqual(['active', 'suspended', 'suspended', 'draft'])
    const { audit_events } = (await owner.call('GET', '/v1/audit-events?limit=100')).json
    const told = audit_events.filter((event: { action: string }) => event.action.startsWith('merchant.agents_'))
    expect(told.map(({ action, details }: { action: string; details: object }) => [action, details])).toEqual([
      ['merchant.agents_resumed', { agents: 1 }],
      ['merchant.agents_stopped', { agents: 2 }],
    ])
  })

  test('is stopped by owners alone, at once; letting them ask again takes a confirmation', async () => {
    const owner = await newOperator(world)
    const admin = await newMember(world, owner, 'admin')
    expect(said(await update(admin, 'stopped'))).toEqual([403, 'role_not_allowed'])
    await world.database.admin.query(
      "update merchant_sessions set mail_proven_at = mail_proven_at - interval '6 minutes' where merchant_id = $1",
      [uuidOf('mer', owner.merchant_id)],
    )
    expect(said(await update(owner, 'stopped'))).toEqual([200])
    expect(said(await update(owner, 'active'))).toEqual([403, 'step_up_required'])
    const both = await owner.call('PATCH', '/v1/merchants/current', { body: { agents: 'stopped', approvals: 2 } })
    expect(said(both)).not.toEqual([200])
  })
})
