/**
 * Writes that no role of the service may make: those that the catalogue shows as not granted, column by column, and those
 * that the grants allow in form but the rules forbid. Each is attempted, and rolled back.
 */

import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { expect } from 'vitest'
import { newAsking } from './asking.ts'
import type { MerchantWeb } from './merchant-web.ts'
import { activate, LIST_FILE, moveAway, newStellarAddress, nextVersion, verifiedPayee } from './payee.ts'
import type { World } from './world.ts'

export interface Attempt {
  readonly what: string
  readonly statement: string
  /** Whether the forbidden state came about, where the statement itself may pass and have no effect. */
  readonly came_about?: string
}

export interface Attempted {
  readonly attempts: number
  readonly succeeded: readonly string[]
}

export const ROLES = [
  'pursestrings_app',
  'pursestrings_system',
  'pursestrings_worker',
  'pursestrings_creator',
  'pursestrings_operator',
] as const

/** Every table and view of the service × what the role was not granted on it. */
const notGranted = async (client: pg.Client, role: string): Promise<Attempt[]> => {
  const { rows } = await client.query<Attempt>(
    `with relations as (
      select c.oid, c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('pursestrings', 'pgboss') and c.relkind in ('r', 'p', 'v')),
    columns as (
      select r.oid, r.name, a.attname, a.attnum from relations r join pg_attribute a on a.attrelid = r.oid
      where a.attnum > 0 and not a.attisdropped)
    select format('insert into %s (%I) values (default)', name, attname) as statement from columns
      where not has_column_privilege($1, oid, attnum, 'insert')
    union all select format('update %s set %I = default', name, attname) from columns
      where not has_column_privilege($1, oid, attnum, 'update')
    union all select format('delete from %s', name) from relations where not has_table_privilege($1, oid, 'delete')
    union all select format('truncate %s', name) from relations where not has_table_privilege($1, oid, 'truncate')`,
    [role],
  )
  return rows.map(({ statement }) => ({ what: statement, statement }))
}

const tryOne = async (client: pg.Client, begin: string, { statement, came_about }: Attempt): Promise<boolean> => {
  await client.query(`begin; ${begin}`)
  try {
    await client.query(`${statement}; set constraints all immediate`)
    if (came_about === undefined) return true
    await client.query('reset role')
    const { rows } = await client.query<{ true: boolean }>(`select exists (${came_about}) as true`)
    return rows[0]?.true === true
  } catch {
    return false
  } finally {
    await client.query('rollback')
  }
}

/** Runs each statement as whoever calls, in one round trip, undoes it, and answers with those that passed. */
const ATTEMPT_ALL = `create function pg_temp.attempt_all(statements text[]) returns text[] language plpgsql as $$
declare
  statement text;
  passed text[] := '{}';
begin
  foreach statement in array statements loop
    begin
      execute statement;
      raise exception 'undo' using errcode = 'P0PAS';
    exception
      when sqlstate 'P0PAS' then passed := passed || statement;
      when others then null;
    end;
  end loop;
  return passed;
end $$`

const attemptAs = async (
  client: pg.Client,
  { name, be, semantic }: { name: string; be: string; semantic: readonly Attempt[] },
): Promise<Attempted> => {
  const catalogue = await notGranted(client, name)
  await client.query(`begin; ${be}`)
  const { rows } = await client.query<{ passed: string[] }>('select pg_temp.attempt_all($1) as passed', [
    catalogue.map(({ statement }) => statement),
  ])
  await client.query('rollback')
  const succeeded = (rows[0]?.passed ?? ['nothing was attempted']).map((statement) => `${name}: ${statement}`)
  for (const attempt of semantic) if (await tryOne(client, be, attempt)) succeeded.push(`${name}: ${attempt.what}`)
  return { attempts: catalogue.length + semantic.length, succeeded }
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=pursestrings' })
  await client.connect()
  await client.query(ATTEMPT_ALL)
  return client
}

/** As each of the roles and a tenant of theirs, by a superuser's connection that drops to the role. */
export const attemptAsRoles = async (
  database_url: string,
  tenant: string,
  semantic: readonly Attempt[],
): Promise<Attempted> => {
  const client = await connected(database_url)
  const all: Attempted[] = []
  for (const name of ROLES) {
    const be = `set local role ${name}; select set_config('svc.tenant', '${tenant}', true)`
    all.push(await attemptAs(client, { name, be, semantic }))
  }
  await client.end()
  return {
    attempts: all.reduce((sum, one) => sum + one.attempts, 0),
    succeeded: all.flatMap((one) => one.succeeded),
  }
}

/** As a login of its own, which has left its role and is nothing but its memberships. */
export const attemptAsLogin = async (url: string, tenant: string, semantic: readonly Attempt[]): Promise<Attempted> => {
  const client = await connected(url)
  const be = `select set_config('svc.tenant', '${tenant}', true)`
  const attempted = await attemptAs(client, { name: new URL(url).username, be, semantic })
  await client.end()
  return attempted
}

/** That each attempt is a real one: with the triggers off, a superuser makes them all. Answers with those that fail. */
export const attemptsThatFailAnyway = async (database_url: string, semantic: readonly Attempt[]): Promise<string[]> => {
  const client = new pg.Client({ connectionString: database_url, options: '-c search_path=pursestrings' })
  await client.connect()
  const failed: string[] = []
  for (const attempt of semantic) {
    if (!(await tryOne(client, 'set local session_replication_role = replica', attempt))) failed.push(attempt.what)
  }
  await client.end()
  return failed
}

// A merchant's payees in every state, and what nobody may do to them, to their evidence or to what was asked of them.

/** What the world must be started with, beside the web's settings. */
export const FORBIDDEN_SETTINGS = { NETWORKS_ENABLED: 'stellar_testnet,stellar_public' }

export const payeesInEveryState = async (world: World, web: MerchantWeb) => {
  const asking = await newAsking(world, web)
  const { operator, payee } = asking
  const request = await asking.asked()
  await asking.report(request.request_id, { status: 'signed' })
  const facts = { network: 'stellar_public', asset: 'XLM', address: newStellarAddress() }
  // A second version of the payee serves, so that the first is retired. A third would move it again, and a fourth is a draft.
  const second = await moveAway(world, web, operator, payee)
  const third = await nextVersion(web, operator, payee)
  const { recipient_id } = payee
  const body = { ...facts, network: 'stellar_testnet', version: third.version }
  const draft = (await operator.call('POST', `/v1/recipients/${recipient_id}/versions`, { body })).json
    .recipient_version
  web.files.set(`shop.test${LIST_FILE}`, JSON.stringify({ recipients: [facts] }))
  const verify = async (of: string, recipient_version_id: string, version: number) =>
    (
      await operator.call('POST', `/v1/recipients/${of}/verify`, {
        body: { recipient_version_id, type: 'domain_proof', source_id: payee.domain_id, version },
      })
    ).json.evidence
  // On a network that cools off: one verified, one cooling.
  const cold = async (name: string) => {
    const made = (await operator.call('POST', '/v1/recipients', { body: { name, ...facts } })).json
    const ids = {
      recipient_id: made.recipient.recipient_id,
      recipient_version_id: made.recipient_version.recipient_version_id,
    }
    return { ...payee, ...ids, evidence: await verify(ids.recipient_id, ids.recipient_version_id, 1), version: 1 }
  }
  const loft = (
    await operator.call('POST', '/v1/recipients', { body: { name: 'Loft', ...facts, network: 'stellar_testnet' } })
  ).json
  const verified = await cold('Vault')
  const cooling = await cold('Store')
  expect((await activate(operator, cooling)).json.recipient_version.status).toBe('cooling')
  const other = await verifiedPayee(web, operator, payee.domain_id)
  const uuid = (id: string): Uuid => uuidOf('rcv', id)
  return {
    merchant_id: uuidOf('mer', operator.merchant_id),
    recipient_id: uuidOf('rcp', recipient_id),
    domain_id: uuidOf('dom', payee.domain_id),
    retired: uuid(payee.recipient_version_id),
    active: uuid(second.recipient_version_id),
    moving: uuid(third.recipient_version_id),
    own_draft: uuid(draft.recipient_version_id),
    /** Of a recipient that nothing serves for yet. */
    draft: uuid(loft.recipient_version.recipient_version_id),
    loft_id: uuidOf('rcp', loft.recipient.recipient_id),
    verified: uuid(verified.recipient_version_id),
    cooling: uuid(cooling.recipient_version_id),
    others: uuid(other.recipient_version_id),
    payment_request_id: uuidOf('pr', request.request_id),
  }
}

/** What is attempted here is refused: nothing is ever written past the module that the table belongs to. */
const VERSIONS = 'recipient_versions'

export const forbiddenToPayees = (p: Awaited<ReturnType<typeof payeesInEveryState>>): Attempt[] => {
  const version = (id: Uuid, set: string) => `update recipient_versions set ${set} where recipient_version_id = '${id}'`
  const stands = (id: Uuid, as: string) =>
    `select from recipient_versions where recipient_version_id = '${id}' and ${as}`
  const added = 'f0000000-0000-7000-8000-000000000001'
  const insert = (columns: string, values: string) => `insert into ${VERSIONS} (merchant_id, recipient_version_id,
    recipient_id, number, rail, network, asset, address, decimals, ${columns}) values ('${p.merchant_id}', '${added}',
    '${p.loft_id}', 99, 'stellar_xlm', 'stellar_testnet', 'XLM', 'G', 7, ${values})`
  const points = (at: Uuid) =>
    `update recipients set active_version_id = '${at}' where recipient_id = '${p.recipient_id}'`
  const moved = (id: Uuid, set: string, as: string): Attempt => ({
    what: `${set} of a version`,
    statement: version(id, set),
    came_about: stands(id, as),
  })
  const past = "now() - interval '1 hour'"
  const backdated = (table: string, at: string, columns: string, values: string): Attempt => ({
    what: `a back-dated line of ${table}`,
    statement: `insert into ${table} (merchant_id, ${columns}, ${at}) values ('${p.merchant_id}', ${values}, ${past})`,
    came_about: `select from ${table} where ${at} < now() - interval '50 minutes'`,
  })
  const request = (set: string): Attempt => ({
    what: `${set} of a request`,
    statement: `update payment_requests set ${set} where payment_request_id = '${p.payment_request_id}'`,
    came_about: `select from payment_requests where payment_request_id = '${p.payment_request_id}'
      and (status <> 'signed' or amount <> '12.5')`,
  })
  return [
    { what: 'an active version without evidence', statement: insert('status', "'active'") },
    { what: 'a draft that has served', statement: insert('status, activated_at', "'draft', now()") },
    moved(p.draft, "status = 'active'", "status = 'active'"),
    moved(p.draft, "status = 'cooling', activates_at = now()", "status = 'cooling'"),
    moved(p.draft, `status = 'verified', vouched_by = '${p.domain_id}'`, "status = 'verified'"),
    moved(p.retired, "status = 'draft'", "status = 'draft'"),
    moved(p.retired, "status = 'verified'", "status = 'verified'"),
    moved(p.active, "status = 'verified'", "status = 'verified'"),
    moved(p.active, `vouched_by = '${p.merchant_id}'`, `vouched_by = '${p.merchant_id}'`),
    moved(p.active, `activated_at = ${past}`, 'activated_at < created_at'),
    moved(p.active, "address = 'GABC'", "address = 'GABC'"),
    moved(p.verified, "status = 'active'", "status = 'active'"),
    moved(p.verified, "status = 'cooling', activates_at = now()", "status = 'cooling'"),
    moved(p.verified, "status = 'cooling', activates_at = null", "status = 'cooling'"),
    {
      what: 'a swapped address',
      statement: `${version(p.active, "status = 'retired'")}; ${version(p.moving, "status = 'active'")}; ${points(p.moving)}`,
      came_about: pointing(p, p.moving),
    },
    moved(p.moving, "status = 'cooling', activates_at = null", "status = 'cooling'"),
    moved(p.cooling, "status = 'active'", "status = 'active'"),
    moved(p.cooling, `activates_at = ${past}`, 'activates_at < now()'),
    {
      what: 'a recipient that points at a draft',
      statement: points(p.own_draft),
      came_about: pointing(p, p.own_draft),
    },
    { what: 'at a retired version', statement: points(p.retired), came_about: pointing(p, p.retired) },
    { what: 'at another recipient’s', statement: points(p.others), came_about: pointing(p, p.others) },
    {
      what: 'a version retired under a recipient that points at it',
      statement: version(p.active, "status = 'retired'"),
      came_about: stands(p.active, "status = 'retired'"),
    },
    backdated(
      'audit_events',
      'occurred_at',
      'audit_event_id, action, actor, target, details',
      `'${added}', 'a.b', 'a', 't', '{}'`,
    ),
    backdated(
      'recipient_evidence',
      'created_at',
      'evidence_id, recipient_version_id, source_id, found_in, document, digest',
      `'${added}', '${p.draft}', '${p.domain_id}', 'dns', '{}', ''`,
    ),
    request("amount = '999999'"),
    request("status = 'pending'"),
    request("status = 'confirmed'"),
  ]
}

const pointing = ({ recipient_id }: { recipient_id: Uuid }, at: Uuid) =>
  `select from recipients where recipient_id = '${recipient_id}' and active_version_id = '${at}'`
