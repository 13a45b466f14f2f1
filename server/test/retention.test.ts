/** Tables that strangers or agents can fill have a bound, and nothing that is evidence is ever removed. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { agentTokenOf } from './agent.ts'
import { newAutomation } from './automation.ts'
import { bearing, newConnection, newConnectKey, newInvitation } from './connection.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows
const uuid = (device_id: string) => uuidOf('dev', device_id)
const lastUsed = (device_id: string, days_ago: number) =>
  sql('update device_tokens set last_used_on = current_date - $2::int where device_id = $1', [
    uuid(device_id),
    days_ago,
  ])
const invitedDevice = async () => {
  const device = await newDevice(world)
  const { agent } = await newConnection(world)
  await newInvitation(world, { asAgent: bearing(world, await agentTokenOf(world, agent)), device })
  return device
}
const left = async (device_id: string) => {
  const tables = ['devices', 'device_tokens', 'connect_keys']
  const counts = tables.map((table) => sql(`select from ${table} where device_id = $1`, [uuid(device_id)]))
  return (await Promise.all(counts)).map((rows) => rows.length)
}

test('a device that never connected and was not used for 90 days is forgotten with its token and keys, no other', async () => {
  const [unused, used, recent] = [await newDevice(world), await newDevice(world), await newDevice(world)]
  const connected = (await newConnection(world)).device
  const invited = await invitedDevice()
  await newConnectKey(unused)
  for (const { device_id } of [unused, used, connected, invited]) await lastUsed(device_id, 91)
  await lastUsed(recent.device_id, 90)
  // One call is a use, and noted as one.
  expect((await used.call('GET', '/v1/connect-invitations')).status).toBe(200)
  const [{ today }] = await sql('select last_used_on = current_date as today from device_tokens where device_id = $1', [
    uuid(used.device_id),
  ])
  expect(today).toBe(true)

  await world.runJob('unused-devices')
  expect(await left(unused.device_id)).toEqual([0, 0, 0])
  for (const { device_id } of [used, recent, connected, invited]) {
    expect((await left(device_id)).slice(0, 2)).toEqual([1, 1])
  }
  expect((await unused.call('GET', '/v1/connect-invitations')).status).toBe(401)
  expect((await connected.call('GET', '/v1/connect-invitations')).status).toBe(200)
})

test('the database itself lets no device go that was connected or asked to connect', async () => {
  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test', role: WORKER_ROLE })
  for (const { device_id } of [(await newConnection(world)).device, await invitedDevice()]) {
    await expect(pool.query('delete from devices where device_id = $1', [uuid(device_id)])).rejects.toThrow('stays')
  }
  await pool.end()
})

test('decisions that refused are forgotten after 400 days; those that let a payment through stay forever', async () => {
  const automation = await newAutomation(world, web)
  const decisions = () => sql('select policy_decision_id as id, allowed from policy_decisions order by judged_at')
  await automation.consented()
  await automation.intended({ amount: '1' })
  for (const amount of ['11', '12']) expect((await automation.intend({ amount })).status).toBe(403)
  const all = await decisions()
  expect(all.map(({ allowed }) => allowed)).toEqual([true, false, false])
  const age = async (id: string, days: number) => {
    const client = await world.database.admin.connect()
    await client.query('begin; set local session_replication_role = replica')
    await client.query(
      'update policy_decisions set judged_at = now() - make_interval(days => $2) where policy_decision_id = $1',
      [id, days],
    )
    await client.query('commit')
    client.release()
  }
  await age(all[0].id, 4000)
  await age(all[1].id, 401)
  await age(all[2].id, 399)
  await world.runJob('refused-decisions')
  expect((await decisions()).map(({ id }) => id)).toEqual([all[0].id, all[2].id])

  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test', role: WORKER_ROLE })
  const gone = await pool.query('delete from policy_decisions where policy_decision_id = $1', [all[0].id])
  expect(gone.rowCount).toBe(0)
  await expect(pool.query('delete from policy_decisions where policy_decision_id = $1', [all[2].id])).rejects.toThrow(
    'facts that nobody may change',
  )
  await expect(
    world.database.admin.query('delete from policy_decisions where policy_decision_id = $1', [all[0].id]),
  ).rejects.toThrow('facts that nobody may change')
  await pool.end()
})
