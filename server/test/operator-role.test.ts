import { randomBytes } from 'node:crypto'
import { newUuid, uuidOf } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { newCredential } from './agent.ts'
import { type Asking, activePayee, askingOver, freshKey, newAsking } from './asking.ts'
import { newAutomation } from './automation.ts'
import type { Answer } from './call.ts'
import { ALL_SCOPES, connectionPath, newConnection, said } from './connection.ts'
import { createLogins, type Logins } from './database.ts'
import { activeEndpoint } from './deliveries.ts'
import { attemptAsLogin, FORBIDDEN_SETTINGS, forbiddenToPayees, payeesInEveryState } from './forbidden-writes.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newMember, newOperator, type Operator } from './operator.ts'
import { proveHost } from './payee.ts'
import { startWorld, type World } from './world.ts'

/** Whoever runs `admin` has a login of their own: it does what the commands do, and can't do what the service does. */
describe('operator role', () => {
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
    const answered: [words: string[], says: string][] = [
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
    for (const [words, says] of answered) {
      const answer = await admin(...words).catch((error: Error) => `failed: ${error.message}`)
      expect([words.slice(0, 2).join(' '), answer]).toEqual([
        words.slice(0, 2).join(' '),
        expect.stringContaining(says),
      ])
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
      merchants:
        'update creates_per_minute_max, update pending_max, update status, update suspended_by, update version',
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
    const event = {
      kind: 'payment_request.confirmed',
      merchant_id,
      event_id: newUuid(),
      subject_id: payment_request_id,
    }
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
})

/**
 * What a merchant takes back holds from the next call on: scopes that its agent is no longer allowed, and keys that were
 * revoked or have run out. Tried through every route that a connection token or an API key opens.
 */
describe('rights in force', () => {
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

  const versionOf = async ({ operator, agent }: Pick<Asking, 'operator' | 'agent'>): Promise<number> =>
    (await operator.call('GET', `/v1/agents/${agent.agent_id}`)).json.agent.version
  const allow = async (
    asking: Pick<Asking, 'operator' | 'agent'>,
    allowed_scopes: readonly string[],
  ): Promise<void> => {
    const body = { allowed_scopes, version: await versionOf(asking) }
    expect((await asking.operator.call('PATCH', `/v1/agents/${asking.agent.agent_id}`, { body })).status).toBe(200)
  }
  const revokeKey = async ({ operator, agent }: Asking, credential_id = agent.credential_id): Promise<void> => {
    const path = `/v1/agents/${agent.agent_id}/credentials/${credential_id}`
    expect((await operator.call('DELETE', path)).status).toBe(200)
  }
  const currentOf = async ({ call }: Asking) => (await call('GET', '/v1/connections/current')).json.connection
  const addContext = ({ call }: Asking): Promise<Answer> =>
    call('POST', '/v1/transaction-contexts', { body: { title: 'Order 1042' } })
  const READS = ['/v1/payment-requests', '/v1/payment-requests/events', '/v1/payment-requests/events?wait=1&since=0']

  test("a scope that the merchant takes from an agent is gone from the connection's next call, and comes back with it", async () => {
    const asking = await newAsking(world, web)
    const { request_id } = await asking.asked()
    const reads = [...READS, `/v1/payment-requests/${request_id}`]
    await allow(asking, ['payment.requests.read'])
    expect(said(await asking.ask())).toEqual([403, 'scope_missing'])
    expect((await asking.ask()).json.error.scope).toBe('payment.requests.create')
    expect(said(await addContext(asking))).toEqual([403, 'scope_missing'])
    for (const path of reads) expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 200])

    await allow(asking, ['payment.requests.create'])
    for (const path of reads) {
      expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 403, 'scope_missing'])
    }
    expect(said(await asking.ask())).toEqual([201])

    await allow(asking, ALL_SCOPES)
    expect(said(await asking.ask())).toEqual([201])
    for (const path of reads) expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 200])
  })

  test('connections show what was granted and what is in force to agent, wallet and merchant, and a stream ends when its scope does', async () => {
    const asking = await newAsking(world, web, { granted: ['payment.requests.create', 'payment.requests.read'] })
    const { device, connection_id } = asking
    const GRANTED = ['payment.requests.create', 'payment.requests.read']
    const shown = async () =>
      [
        await currentOf(asking),
        (await device.call('GET', connectionPath(connection_id))).json.connection,
        (await device.call('GET', '/v1/connections')).json.connections[0],
        (await asking.operator.call('GET', '/v1/connections')).json.connections[0],
      ].map(({ scopes, effective_scopes }) => [scopes, effective_scopes])
    const all = (granted: string[], effective: string[]) => Array.from({ length: 4 }, () => [granted, effective])
    expect(await shown()).toEqual(all(GRANTED, GRANTED))
    const stream = await fetch(`${world.url}/v1/payment-requests/events`, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${asking.connection_token}` },
    })
    expect(stream.status).toBe(200)
    await asking.asked()
    await allow(asking, ['payment.requests.create', 'transaction_contexts.read'])
    expect(await shown()).toEqual(all(GRANTED, ['payment.requests.create']))
    // Wakes the stream, which then looks again.
    await asking.asked()
    const told = await stream.text()
    expect([told.includes('id: 1\n'), told.includes('id: 2\n')]).toEqual([true, false])
    await allow(asking, ['transaction_contexts.read'])
    expect(await shown()).toEqual(all(GRANTED, []))
    // The user narrows what was granted, whatever the merchant allows at the moment.
    const narrowed = await device.call('PATCH', connectionPath(connection_id), {
      body: { scopes: ['payment.requests.read'] },
    })
    expect(narrowed.json.connection).toMatchObject({ scopes: ['payment.requests.read'], effective_scopes: [] })
    await allow(asking, ALL_SCOPES)
    expect(await shown()).toEqual(all(['payment.requests.read'], ['payment.requests.read']))
  })

  test('without a working key an agent changes nothing, reads on, and goes on with the next key as it is', async () => {
    const asking = await newAsking(world, web)
    const key = freshKey()
    const { request_id } = await asking.asked({ idempotency_key: key })
    const spare = await newCredential(asking.operator, asking.agent.agent_id)
    await revokeKey(asking)
    expect(said(await asking.ask())).toEqual([201])
    await revokeKey(asking, spare.credential.credential_id)
    expect(said(await asking.ask())).toEqual([403, 'agent_credential_inactive'])
    expect(said(await addContext(asking))).toEqual([403, 'agent_credential_inactive'])
    for (const path of [...READS, `/v1/payment-requests/${request_id}`]) {
      expect([path, ...said(await asking.call('GET', path))]).toEqual([path, 200])
    }
    // A repeated create makes nothing: it is answered like a read, as on a paused connection.
    const replay = await asking.ask({ idempotency_key: key })
    expect([replay.status, replay.json.payment_request.request_id]).toEqual([201, request_id])
    await newCredential(asking.operator, asking.agent.agent_id)
    expect(said(await asking.ask())).toEqual([201])
    expect(said(await addContext(asking))).toEqual([201])
  })

  test('a key that has run out, or is not valid yet, is none', async () => {
    const asking = await newAsking(world, web)
    const move = async (from: string, to: string) => {
      const client = await world.database.admin.connect()
      // Only an administrator can: the dates of a proven key never change. What is kept of them on the agent does.
      await client.query('begin; alter table agent_credentials disable trigger keep_agent_credential')
      await client.query(
        'update agent_credentials set not_before = now() + $1::interval, expires_at = now() + $2::interval where kid = $3',
        [from, to, asking.agent.kid],
      )
      await client.query('alter table agent_credentials enable trigger keep_agent_credential; commit')
      client.release()
    }
    await move('-2 days', '-1 second')
    expect(said(await asking.ask())).toEqual([403, 'agent_credential_inactive'])
    await move('1 hour', '1 day')
    expect(said(await asking.ask())).toEqual([403, 'agent_credential_inactive'])
    await move('-1 hour', '1 day')
    expect(said(await asking.ask())).toEqual([201])
  })

  test('of two keys that are revoked at the same moment, none is left', async () => {
    for (let round = 0; round < 5; round++) {
      const asking = await newConnection(world)
      const spare = await newCredential(asking.operator, asking.agent.agent_id)
      const path = (id: string) => `/v1/agents/${asking.agent.agent_id}/credentials/${id}`
      const ids = [asking.agent.credential_id, spare.credential.credential_id]
      const revoked = await Promise.all(ids.map((id) => asking.operator.call('DELETE', path(id))))
      expect(revoked.map((answer) => answer.status)).toEqual([200, 200])
      const refused = await asking.call('POST', '/v1/transaction-contexts', { body: { title: 'Order 1042' } })
      expect(said(refused)).toEqual([403, 'agent_credential_inactive'])
    }
  })

  test('an API key creates nothing for an agent whose scope or key is gone', async () => {
    const mine = await newAutomation(world, web)
    await mine.consented()
    const code = async () => (await mine.intend({ amount: '1' })).json.error?.code
    await allow(mine, ['payment.requests.read'])
    expect(await code()).toBe('scope_missing')
    await allow(mine, ALL_SCOPES)
    expect(await code()).toBeUndefined()
    const path = `/v1/agents/${mine.agent.agent_id}/credentials/${mine.agent.credential_id}`
    expect((await mine.operator.call('DELETE', path)).status).toBe(200)
    expect(await code()).toBe('agent_credential_inactive')
  })

  test('the application cannot say of an agent that it has a key', async () => {
    const operator = await newOperator(world)
    const asking = askingOver(await newConnection(world, { operator }), await activePayee(web, operator))
    const app = createPool({ url: world.database.url, max: 1, application_name: 'test' })
    const forged = app.query("update agents set keys_usable = '{(,)}'")
    await expect(forged).rejects.toMatchObject({ code: '42501' })
    await app.end()
    expect(said(await asking.ask())).toEqual([201])
  })
})
