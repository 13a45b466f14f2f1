/** What the database itself holds of a wallet's rows, read from its catalogue: a wallet can neither see nor write another's. */
import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
let app: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  app = createPool({ url: database.url, max: 1, application_name: 'test' })
})
afterAll(async () => {
  await app.end()
  await database.drop()
})

/** Everything else is shared by the devices of a wallet. */
const OF_ONE_DEVICE = ['device_keys', 'device_codes', 'device_tokens', 'payment_decisions', 'push_subscriptions']

const rows = async (query: string) => (await database.admin.query(query)).rows

test('every table that names a device lets a wallet see and write its own rows alone', async () => {
  const policies = await rows(`select tablename, cmd, permissive, qual, with_check from pg_policies
    where schemaname = 'pursestrings' and policyname = 'wallet' order by tablename`)
  expect(policies.map((p) => p.tablename)).toEqual(expect.arrayContaining(['connections', 'device_tokens', 'devices']))
  const all = (rule: string) => ({ cmd: 'ALL', permissive: 'PERMISSIVE', qual: rule, with_check: rule })
  const own = all('(device_id = device())')
  const shared = all('(device_id = wallet())')
  const expected: Record<string, object> = {
    devices: all('((wallet() = device_id) OR (wallet() = wallet_id))'),
    ...Object.fromEntries(OF_ONE_DEVICE.map((table) => [table, own])),
  }
  for (const { tablename, ...policy } of policies) {
    expect([tablename, policy]).toEqual([tablename, expected[tablename as string] ?? shared])
  }
})

test('a wallet writes no row in the name of another', async () => {
  const [mine, theirs] = [newUuid(), newUuid()]
  const insert = (as: Uuid, table: string, values: string) =>
    transactionsOn(app).asWallet({ device_id: as, wallet_id: as }, ({ client }) =>
      client.query(`insert into ${table} values (${values})`),
    )
  const register = (as: Uuid, device: Uuid) =>
    insert(as, 'devices (device_id, name, platform)', `'${device}', 'A', 'ios'`)
  const issue = (as: Uuid, device: Uuid) => insert(as, 'device_tokens (device_id, token_hash)', `'${device}', '\\x00'`)
  for (const write of [register, issue]) {
    await write(mine, mine)
    await expect(write(mine, theirs)).rejects.toMatchObject({ code: '42501' })
  }
  expect(await rows('select device_id from devices')).toEqual([{ device_id: mine }])
})
