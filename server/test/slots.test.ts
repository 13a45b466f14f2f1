/** Every id and every secret carries the slot of its owner: read from the catalogue, so that no table can be forgotten. */
import { type Prefix, slotOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import {
  isSecret,
  NO_SLOT,
  newSecret,
  SECRET_KINDS,
  SECRET_PATTERN,
  slotOfSecret,
} from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setState } from '../../deploy/cells/move-fence.ts'
import { agentTokenOf } from './agent.ts'
import { belongingsOf } from './belongings.ts'
import { newConnection, type TestConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { newOwnAgent } from './own-agent.ts'
import { newApiKey } from './project.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let operator: Operator
let connection: TestConnection
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  operator = await newOperator(world)
  await belongingsOf(world, web, operator)
  connection = await newConnection(world, { operator })
  await newOwnAgent(world, connection.device)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const uuidColumns = async () =>
  (
    await world.database.admin.query<{ table: string; column: string }>(
      `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'pursestrings'::regnamespace and c.relkind in ('r', 'p') and a.atttypid = 'uuid'::regtype
         and right(a.attname, 3) = '_id' and a.attname <> 'merchant_id'
         and exists (select from pg_attribute m where m.attrelid = c.oid and m.attname = 'merchant_id') order by 1, 2`,
    )
  ).rows

/** An account belongs to nobody, a device to itself, and the id of an event is derived from what it tells of. */
const NOT_THE_MERCHANTS = ['account_id', 'device_id', 'event_id']

test('every id of a merchant ends in its slot', async () => {
  const columns = (await uuidColumns()).filter(({ column }) => !NOT_THE_MERCHANTS.includes(column))
  expect(columns.length).toBeGreaterThan(30)
  for (const { table, column } of columns) {
    const { rows } = await world.database.admin.query(
      `select ${column} from ${table} where slot_of(${column}) <> slot_of(merchant_id)`,
    )
    expect([table, column, rows]).toEqual([table, column, []])
  }
})

test('the columns for a later split agree with the ids', async () => {
  for (const [table, id] of [
    ['merchants', 'merchant_id'],
    ['devices', 'device_id'],
  ]) {
    const { rows } = await world.database.admin.query<{ id: Uuid; slot: number }>(
      `select ${id} as id, slot from ${table}`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) expect(row.slot).toBe(slotOf(row.id))
  }
  const { rows } = await world.database.admin.query<{ account_id: Uuid }>('select account_id from accounts')
  for (const { account_id } of rows) expect(slotOf(account_id)).toBe(NO_SLOT)
})

test('merchants and devices are spread over the slots', async () => {
  const { rows } = await world.database.admin.query(
    'select distinct slot from merchants union select slot from devices',
  )
  expect(rows.length).toBeGreaterThan(1)
})

test("every secret says its owner's slot, and the log strikes it out", async () => {
  const slotIn = (prefix: Prefix, id: string) => slotOf(uuidOf(prefix, id))
  const merchant = slotIn('mer', operator.merchant_id)
  const { device, agent, connection_token, claim_token } = connection
  const { secret } = await newApiKey(operator)
  const of_merchant = [connection_token, claim_token, await agentTokenOf(world, agent), secret]
  for (const token of of_merchant) expect(slotOfSecret(token)).toBe(merchant)
  expect(slotOfSecret(device.token)).toBe(slotIn('dev', device.device_id))
  for (const token of [...of_merchant, device.token]) {
    expect(SECRET_KINDS.some((kind) => isSecret(kind, token))).toBe(true)
    expect(token).toMatch(new RegExp(`^(?:${SECRET_PATTERN})$`))
  }
  expect(world.log.join('')).not.toMatch(new RegExp(SECRET_PATTERN))
})

test('a credential that nobody knows here is told to come again while its slot is away, and refused otherwise', async () => {
  const slot = slotOfSecret(connection.connection_token)
  const stranger = newSecret('conn', slot)
  const list = async (token: string) => {
    const { status, headers } = await world.call('GET', '/v1/payment-requests', {
      headers: { authorization: `Bearer ${token}` },
    })
    return [status, headers.get('retry-after')]
  }
  expect(await list(stranger)).toEqual([401, null])
  for (const [state, answer] of [
    ['moving', [401, null]],
    ['frozen', [503, '1']],
    ['away', [503, '1']],
    ['arrived', [503, '1']],
  ] as const) {
    await setState(world.database.admin, [slot], state)
    expect([state, await list(stranger)]).toEqual([state, answer])
    // What is known here is served here.
    expect(await list(connection.connection_token)).toEqual([200, null])
    // A token that was good a moment ago is judged by its own statement.
    const { rows } = await world.database.admin.query(
      'update connections set token_hash = null where slot_of(merchant_id) = $1 returning connection_id',
      [slot],
    )
    expect(rows.length).toBeGreaterThan(0)
    expect([state, await list(connection.connection_token)]).toEqual([state, answer])
    await world.database.admin.query(
      "update connections set token_hash = sha256($2::bytea) where slot_of(merchant_id) = $1 and status = 'active'",
      [slot, Buffer.from(connection.connection_token)],
    )
  }
})
