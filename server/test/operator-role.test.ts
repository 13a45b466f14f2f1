/** Whoever runs `admin` has a login of their own: it does what the commands do, and can't do what the service does. */
import { randomBytes } from 'node:crypto'
import { newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { activeEndpoint } from './endpoint.ts'
import { FORBIDDEN_SETTINGS, forbiddenToPayees, payeesInEveryState } from './forbidden-payees.ts'
import { attemptAsLogin } from './forbidden-writes.ts'
import { createLogins, type Logins } from './logins.ts'
import { newMember } from './member.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { proveHost } from './payee.ts'
import { startWorld, type World } from './world.ts'

const [FIRST, SECOND] = ['first', 'second'].map((id) => `${id}:${randomBytes(32).toString('base64url')}`) as [
  string,
  string,
]

let web: MerchantWeb
let world: World
let logins: Logins
let proven: Operator
let client: pg.Client
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, ...FORBIDDEN_SETTINGS, WEBHOOK_SECRET_KEYS: FIRST })
  logins = await createLogins(world.database.url)
  proven = await newOperator(world)
  await proveHost(web, proven)
  client = new pg.Client({
    connectionString: logins.settings.DATABASE_OPERATOR_URL,
    options: '-c search_path=pursestrings',
  })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world.stop()
  await web.stop()
  await logins.drop()
})

const BY = ['--actor', 'support', '--reason', 'asked by letter']
const admin = (...words: string[]) => {
  const { DATABASE_OPERATOR_URL } = logins.settings
  const WEBHOOK_SECRET_KEYS = `${SECOND},${FIRST}`
  return runAdmin(readConfig({ ...world.settings, DATABASE_OPERATOR_URL, WEBHOOK_SECRET_KEYS }), words)
}

test('with that login alone every command works that is not about a restore', async () => {
  const { merchant_id } = proven
  const { webhook_endpoint_id } = await activeEndpoint(proven, { url: web.webhooks.place().url })
  const member = await newMember(world, proven, 'admin')
  const said: [words: string[], says: string][] = [
    [['merchant', 'show', merchant_id], '"shop.test"'],
    [['merchant', 'suspend', merchant_id, ...BY], 'suspended'],
    [['merchant', 'restore', merchant_id, ...BY], 'is active again'],
    [['merchant', 'limits', merchant_id, '--pending', '3', ...BY], 'pending 3'],
    [['webhook', 'disable', merchant_id, webhook_endpoint_id, ...BY], 'disabled'],
    [['person', 'export', member.email], '"role": "admin"'],
    [['queue', 'list'], ''],
    [['dead-letters', 'list'], 'no dead letters'],
    [['dead-letters', 'replay'], 'replayed 0'],
    [['keys', 'reseal', ...BY], 'sealed 1 rows again with second'],
    [['tenant', 'end-sessions', merchant_id, ...BY, '--confirm', merchant_id], 'ended 2 sessions'],
  ]
  for (const [words, says] of said) {
    const answer = await admin(...words).catch((error: Error) => `failed: ${error.message}`)
    expect([words.slice(0, 2).join(' '), answer]).toEqual([words.slice(0, 2).join(' '), expect.stringContaining(says)])
    expect(answer).not.toContain('failed: ')
  }
  const planned = await admin('person', 'erase', member.email, ...BY)
  const id = planned.split('--confirm ')[1] ?? ''
  expect(await admin('person', 'erase', member.email, ...BY, '--confirm', id)).toContain(`erased ${id}`)
})

test('it writes these columns and no others, and calls these functions', async () => {
  const { rows } = await world.database.admin.query<{ table: string; may: string }>(
    `select c.relname as table, string_agg(distinct p.may || case when p.may = 'update' then ' ' || a.attname else '' end, ', ') as may
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
        unnest(array['insert', 'update', 'delete', 'truncate']) p (may)
      where c.relnamespace = 'pursestrings'::regnamespace and c.relkind in ('r', 'p', 'v')
        and case when p.may in ('insert', 'update') then has_column_privilege('pursestrings_operator', c.oid, a.attnum, p.may)
          else has_table_privilege('pursestrings_operator', c.oid, p.may) end
      group by 1 order by 1`,
  )
  expect(Object.fromEntries(rows.map(({ table, may }) => [table, may]))).toEqual({
    audit_events: 'insert',
    member_invitations: 'update status',
    memberships: 'delete, update last_signed_in_at',
    // For holding the rows: no part of the proof.
    merchant_domains: 'update reminded_at',
    merchant_sessions: 'update closed_at',
    merchants: 'update creates_per_minute_max, update pending_max, update status, update suspended_by, update version',
    one_time_codes: 'delete',
    passkeys: 'delete',
    push_subscriptions: 'update sealed, update sealing_key_id',
    service_key_changes: 'insert',
    service_keys:
      'delete, insert, update compromised_at, update not_after, update not_before, update sealed, update sealed_by, update state',
    webhook_endpoints:
      'update disabled_reason, update previous_secrets, update secret_key_id, update secret_sealed, update status, update verified_at, update version',
  })
  const { rows: functions } = await world.database.admin.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'pursestrings'::regnamespace and prosecdef
      and has_function_privilege('pursestrings_operator', oid, 'execute') order by 1`,
  )
  expect(functions.map(({ name }) => name)).toEqual([
    'append_event',
    'append_key_log',
    'erase_invited',
    'erase_mailbox',
    'shared_addresses',
  ])
})

test('it becomes nobody else, and writes no payee, no proof of a domain and no request', async () => {
  for (const role of ['app', 'system', 'worker', 'creator', 'owner'])
    await expect(client.query(`set role pursestrings_${role}`)).rejects.toMatchObject({ code: '42501' })
  const payees = await payeesInEveryState(world, web)
  const { merchant_id, domain_id, active, payment_request_id } = payees
  const { attempts, succeeded } = await attemptAsLogin(
    logins.settings.DATABASE_OPERATOR_URL,
    merchant_id,
    forbiddenToPayees(payees),
  )
  expect([succeeded, attempts > 500]).toEqual([[], true])
  await client.query("select set_config('svc.tenant', $1, false)", [merchant_id])
  for (const statement of [
    `update recipient_versions set status = 'retired' where recipient_version_id = '${active}'`,
    `update merchant_domains set status = 'verified', verified_at = now() where domain_id = '${domain_id}'`,
    `update payment_requests set status = 'confirmed' where payment_request_id = '${payment_request_id}'`,
    `update recipients set active_version_id = null where merchant_id = '${merchant_id}'`,
  ])
    await expect(client.query(statement)).rejects.toThrow('permission denied')
  const event = { kind: 'payment_request.confirmed', merchant_id, event_id: newUuid(), subject_id: payment_request_id }
  const forged = client.query('select append_event(jsonb_populate_record(null::new_event, $1))', [
    JSON.stringify({ ...event, data: {}, for_merchant: true }),
  ])
  await expect(forged).rejects.toThrow('an event of this kind is appended by the service')
})

test('an organization without a verified domain does not become active by its hand', async () => {
  const bare = uuidOf('mer', (await newOperator(world, 'Quay Records')).merchant_id)
  const activate = async (id: string) => {
    await client.query("select set_config('svc.tenant', $1, false)", [id])
    return client.query("update merchants set status = 'active', suspended_by = null where merchant_id = $1", [id])
  }
  await expect(activate(bare)).rejects.toThrow('without a verified domain does not become active')
  const id = uuidOf('mer', proven.merchant_id)
  await client.query("select set_config('svc.tenant', $1, false)", [id])
  await client.query("update merchants set status = 'suspended' where merchant_id = $1", [id])
  expect((await activate(id)).rowCount).toBe(1)
})

test('within an organization it sees that one alone, and sessions of none without one', async () => {
  await newOperator(world, 'Pier Bakery')
  const seen = async (table: string) =>
    (await client.query(`select count(distinct merchant_id)::int as n from ${table}`)).rows[0].n
  await client.query("select set_config('svc.tenant', $1, false)", [uuidOf('mer', proven.merchant_id)])
  for (const table of ['merchants', 'memberships', 'audit_events', 'merchant_sessions', 'merchant_domains'])
    expect([table, await seen(table)]).toEqual([table, 1])
  await client.query("select set_config('svc.tenant', '', false)")
  expect(await seen('merchants')).toBeGreaterThan(1)
  for (const table of ['audit_events', 'merchant_sessions', 'merchant_domains'])
    expect([table, await seen(table)]).toEqual([table, 0])
})
