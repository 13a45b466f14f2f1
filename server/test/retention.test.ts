import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { agentTokenOf } from './agent.ts'
import { newAutomation } from './automation.ts'
import { bearing, newConnection, newConnectKey, newInvitation } from './connection.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { grantFor, linkFor, newMember, newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

/** Tables that strangers or agents can fill have a bound, and nothing that is evidence is ever removed. */
describe('retention', () => {
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
    const [{ today }] = await sql(
      'select last_used_on = current_date as today from device_tokens where device_id = $1',
      [uuid(used.device_id)],
    )
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
})

/** A person is told what is kept of them, and forgotten: no trace of the mailbox stays, and what they did stays as it was. */
describe('erase person', () => {
  let world: World
  let owner: Operator
  let person: Operator
  beforeAll(async () => {
    world = await startWorld()
    owner = await newOperator(world)
    person = await newMember(world, owner, 'admin')
  })
  afterAll(() => world.stop())

  const admin = (...words: string[]) => runAdmin(readConfig(world.settings), words)
  const BY = ['--actor', 'support', '--reason', 'asked by letter']

  /** Every row of every table, as text. */
  const rowsOf = async (schemas: readonly string[]): Promise<Map<string, string[]>> => {
    const { rows: tables } = await world.database.admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any ($1)`,
      [schemas],
    )
    const all = new Map<string, string[]>()
    for (const { name } of tables) {
      const { rows } = await world.database.admin.query<{ row: string }>(
        `select t::text as row from ${name} t order by 1`,
      )
      all.set(
        name,
        rows.map(({ row }) => row),
      )
    }
    return all
  }
  const tablesNaming = (rows: ReadonlyMap<string, string[]>, mailbox: string) =>
    [...rows].filter(([, all]) => all.some((row) => row.toLowerCase().includes(mailbox))).map(([name]) => name)

  /** Where a person stands; everything else must be the same afterwards. */
  const CHANGED = new Set([
    'accounts',
    'audit_events',
    // The erasure is an event itself, and gets its place in the tree.
    'audit_leaves',
    'audit_pending',
    'audit_state',
    'member_invitations',
    'memberships',
    'merchant_sessions',
    'one_time_codes',
  ])

  test('what is kept of a person is told as one document', async () => {
    const kept = JSON.parse(await admin('person', 'export', person.email.toUpperCase()))
    expect(kept.account).toMatchObject({ email: person.email })
    expect(kept.organizations).toEqual([{ merchant_id: owner.merchant_id, name: 'Harbour Books', role: 'admin' }])
    expect(kept.invitations).toMatchObject([{ merchant_id: owner.merchant_id, role: 'admin', status: 'accepted' }])
    expect(kept.audit_events.map(({ action }: { action: string }) => action)).toContain('merchant_session.opened')
    expect(await admin('person', 'export', 'nobody@merchant.example')).toBe('nothing is kept of this mailbox')
  })

  test('it needs a name, a reason without the mailbox, and the id; an organization keeps an owner', async () => {
    await expect(admin('person', 'erase', person.email)).rejects.toThrow('--actor must name you')
    await expect(admin('person', 'erase', person.email, '--actor', 'support')).rejects.toThrow('--reason must tell why')
    const telling = ['--actor', 'support', '--reason', `about ${person.email.toUpperCase()}`]
    await expect(admin('person', 'erase', person.email, ...telling)).rejects.toThrow('must not hold the mailbox')
    await expect(admin('person', 'erase', owner.email, ...BY)).rejects.toThrow(`only owner of ${owner.merchant_id}`)
    const planned = await admin('person', 'erase', person.email, ...BY)
    expect(planned).toMatch(
      /^would erase (acc_\w+): member of 1, invited by 1 organizations\nto do it, add --confirm \1$/,
    )
    await expect(admin('person', 'erase', person.email, ...BY, '--confirm', 'acc_x')).rejects.toThrow(
      '--confirm must be',
    )
    expect((await person.call('GET', '/v1/merchant-sessions/current')).status).toBe(200)
  })

  test('erased, the mailbox stands nowhere, opens nothing, and all else is as it was', async () => {
    // One more link on its way, which names the mailbox in a table and in a job.
    await grantFor(world, person.email)
    await linkFor(world, person.email)
    const before = await rowsOf(['pursestrings'])
    expect(tablesNaming(before, person.email)).toEqual(
      expect.arrayContaining(['accounts', 'one_time_codes', 'member_invitations']),
    )
    const [, id = ''] = /--confirm (\S+)/.exec(await admin('person', 'erase', person.email, ...BY)) ?? []
    expect(await admin('person', 'erase', person.email, ...BY, '--confirm', id)).toContain(`erased ${id}`)

    const after = await rowsOf(['pursestrings'])
    expect(tablesNaming(after, person.email)).toEqual([])
    expect(tablesNaming(await rowsOf(['pgboss']), person.email)).toEqual([])
    expect(world.log.filter((line) => line.includes(person.email))).toEqual([])
    expect(await admin('person', 'export', person.email)).toBe('nothing is kept of this mailbox')
    expect((await person.call('GET', '/v1/merchant-sessions/current')).status).toBe(401)

    const differ = [...before].filter(([name, rows]) => rows.join() !== after.get(name)?.join()).map(([name]) => name)
    expect(differ.filter((name) => !CHANGED.has(name))).toEqual([])
    const told = before.get('audit_events') ?? []
    expect(after.get('audit_events')).toEqual(expect.arrayContaining(told))
    const seen = await owner.call('GET', '/v1/audit-events?action=member.erased')
    expect(seen.json.audit_events).toMatchObject([
      { actor: 'operator:support', details: { reason: 'asked by letter' } },
    ])

    const joined = await grantFor(world, person.email)
    expect([joined.merchant_choices, joined.account.account_id === id]).toEqual([[], false])
  })
})
