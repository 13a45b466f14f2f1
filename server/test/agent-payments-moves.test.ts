/**
 * All moves of an agent payment and of a policy: the contract's tables, the database's functions and triggers, and what the
 * wallet and the project do over HTTP say the same.
 */
import {
  AGENT_PAYMENT_ENDS_UNPAID,
  AGENT_PAYMENT_STATUS_NEXT,
  AGENT_PAYMENT_STATUSES,
  type AgentPaymentStatus,
  REPORTED_AGENT_PAYMENT_STATUSES,
} from '@pursestrings/contract/agent-payments/records'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { POLICY_STATUSES, policyMayFollow } from '@pursestrings/protocol/payment-status'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Automation, newAutomation, POLICY_BOOKS, paymentPath, policyPath } from './automation.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let automation: Automation
let app: pg.Pool
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, PENDING_MAX: '1000', LOG_LEVEL: 'error' })
  automation = await newAutomation(world, web)
  await automation.consented({ cumulative_limit: '100000' })
  app = createPool({ url: world.database.url, max: 2, application_name: 'test' })
})
afterAll(async () => {
  await app.end()
  await world.stop()
  await web.stop()
})

const mayFollow = (previous: AgentPaymentStatus, next: AgentPaymentStatus): boolean =>
  (AGENT_PAYMENT_STATUS_NEXT[previous] as readonly AgentPaymentStatus[]).includes(next)
const asMerchant = (statement: string, values: unknown[]) =>
  transactionsOn(app).asTenant(uuidOf('mer', automation.operator.merchant_id), ({ client }) =>
    client.query(statement, values),
  )
const set = (id: Uuid, status: AgentPaymentStatus) =>
  asMerchant('update agent_payments set status = $2 where agent_payment_id = $1', [id, status])
const wayTo = (status: AgentPaymentStatus): AgentPaymentStatus[] => {
  if (status === 'intent_created') return []
  const before = AGENT_PAYMENT_STATUSES.find((s) => mayFollow(s, status)) as AgentPaymentStatus
  return [...wayTo(before), status]
}
const used = async (): Promise<number> =>
  Number((await world.database.admin.query('select used from automation_policies')).rows[0].used)

test('the database knows the same statuses and the same moves as the contract, of payments and of policies', async () => {
  const tables = [
    ['agent_payment_status', AGENT_PAYMENT_STATUSES, mayFollow],
    ['policy_status', POLICY_STATUSES, policyMayFollow],
  ] as const
  for (const [type, statuses, may] of tables) {
    const { rows } = await app.query(`select p::text as previous, n::text as next, ${type}_may_follow(p, n) as may
      from unnest(enum_range(null::${type})) p, unnest(enum_range(null::${type})) n`)
    expect(rows).toHaveLength(statuses.length ** 2)
    for (const { previous, next, may: said } of rows)
      expect([type, previous, next, said]).toEqual([type, previous, next, (may as typeof mayFollow)(previous, next)])
  }
})

test('as the application role, exactly the moves of the table can be written; each keeps history, and gives back once before the claim', async () => {
  for (const previous of AGENT_PAYMENT_STATUSES)
    for (const next of AGENT_PAYMENT_STATUSES) {
      const before = await used()
      const id = uuidOf('apy', (await automation.intended({ amount: '1' })).id)
      const steps = wayTo(previous)
      for (const step of steps) await set(id, step)
      const outcome = await set(id, next).then(
        () => 'written',
        (error: { code: string }) => error.code,
      )
      const moves = mayFollow(previous, next)
      expect([previous, next, outcome]).toEqual([previous, next, previous === next || moves ? 'written' : '42501'])
      const taken = moves ? [...steps, next] : steps
      const { rows } = await world.database.admin.query(
        'select status::text, number from agent_payment_events where agent_payment_id = $1 order by number',
        [id],
      )
      expect(rows).toEqual(['intent_created', ...taken].map((status, i) => ({ status, number: i + 1 })))
      const ended = taken.some((status) => (AGENT_PAYMENT_ENDS_UNPAID as readonly string[]).includes(status))
      const given_back = ended && !taken.includes('approved')
      expect([previous, next, (await used()) - before]).toEqual([previous, next, given_back ? 0 : 10_000_000])
    }
})

test('no role of the service changes what a payment is for, removes it, or rewrites history', async () => {
  const { id } = await automation.intended({ amount: '1' })
  for (const statement of [
    "update agent_payments set amount = '9' where agent_payment_id = $1",
    'update agent_payments set policy_id = null where agent_payment_id = $1',
    'delete from agent_payments where agent_payment_id = $1',
    "update agent_payment_events set reason = 'x' where agent_payment_id = $1",
    'delete from policy_use_changes where agent_payment_id <> $1',
    'update policy_decisions set allowed = false where agent_payment_id = $1',
    "update automation_policies set asset = 'USDC' where policy_id <> $1",
    'delete from automation_policy_changes where policy_id <> $1',
  ])
    await expect(asMerchant(statement, [uuidOf('apy', id)])).rejects.toMatchObject({ code: '42501' })
})

const addCopyTo = (table: string, columns: string) =>
  `insert into ${table} select ${columns} from agent_payments p where agent_payment_id = $1`
const COPY = `(jsonb_populate_record(p, jsonb_build_object('agent_payment_id', gen_random_uuid(), 'idempotency_digest',
  gen_random_uuid()))).*`
const useChange = (change: string) =>
  `merchant_id, agent_payment_id, '${change}', policy_id, connection_id, reserved, now()`

test('no role of the service writes what a policy has used, claims by hand, or unclaims', async () => {
  const claimed = uuidOf('apy', (await automation.intended({ amount: '1' })).id)
  await set(claimed, 'approved')
  const waiting = uuidOf('apy', (await automation.intended({ amount: '1' })).id)
  for (const statement of [
    'update automation_policies set used = used + 1 where policy_id <> $1',
    'update automation_policies set used = claimed where policy_id <> $1',
    'update automation_policies set claimed = 0 where policy_id <> $1',
    'update agent_payments set claimed_at = null where agent_payment_id = $1',
    addCopyTo('agent_payments', COPY),
    addCopyTo('policy_use_changes', useChange('release')),
    addCopyTo('policy_use_changes', useChange('recount')),
  ])
    await expect(asMerchant(statement, [claimed])).rejects.toMatchObject({ code: '42501' })
  for (const status of ['canceled', 'expired', 'rejected', 'intent_created'] as const)
    await expect(set(claimed, status)).rejects.toMatchObject({ code: '42501' })
  // Even the owner of the tables, whom no grant binds, cannot move it there past the table of moves.
  await world.database.admin.query('alter table agent_payments disable trigger moves_are_allowed')
  for (const status of ['canceled', 'expired', 'rejected', 'intent_created'] as const)
    await expect(set(claimed, status)).rejects.toMatchObject({ code: '23514' })
  await world.database.admin.query('alter table agent_payments enable trigger moves_are_allowed')
  // No one may sign where a transaction is out already.
  const named = (await automation.intended({ amount: '1' })).id
  await automation.report(named, { status: 'submitted', transaction_hash: 'a1b2c3' })
  await expect(set(uuidOf('apy', named), 'approved')).rejects.toMatchObject({ code: '42501' })
  const limits = (single: number, all: string) =>
    world.database.admin.query(`update automation_policies set single_tx_limit = ${single}, cumulative_limit = ${all}`)
  const { rows } = await world.database.admin.query(
    'select single_tx_limit::text as single, cumulative_limit::text as all from automation_policies',
  )
  // The limits are put to and fro here, past the rule that wider ones need a new consent.
  const widening = (may: 'disable' | 'enable') =>
    world.database.admin.query(`alter table automation_policies ${may} trigger wider_terms_need_consent`)
  await widening('disable')
  for (const [single, all] of [
    [9_999_999, rows[0].all],
    [10_000_000, 'claimed'],
  ] as const) {
    await limits(single, all)
    await expect(set(waiting, 'approved')).rejects.toMatchObject({ code: '42501' })
  }
  await limits(rows[0].single, rows[0].all)
  await widening('enable')
  await set(waiting, 'approved')
})

const reportOf = (status: AgentPaymentStatus) => ({
  status,
  ...((status === 'submitted' || status === 'settled') && { transaction_hash: 'a1b2c3' }),
})
/** A payment walked to where a wallet or its project can bring it. */
const paymentIn = async (status: AgentPaymentStatus): Promise<string> => {
  const { id } = await automation.intended({ amount: '1' })
  if (status === 'canceled') await automation.asProject('POST', paymentPath(id, 'cancel'))
  else if (status === 'expired') await set(uuidOf('apy', id), 'expired')
  else for (const step of wayTo(status)) expect((await automation.report(id, reportOf(step))).status).toBe(200)
  return id
}

test.each(
  AGENT_PAYMENT_STATUSES.flatMap((previous) =>
    REPORTED_AGENT_PAYMENT_STATUSES.map((next) => [previous, next] as const),
  ),
)('a report on a payment that is %s that it is %s moves it, repeats or is refused', async (previous, next) => {
  const id = await paymentIn(previous)
  const { status, json } = await automation.report(id, reportOf(next))
  if ((AGENT_PAYMENT_ENDS_UNPAID as readonly string[]).includes(previous) && 'transaction_hash' in reportOf(next)) {
    expect([status, json.data.status, json.data.late]).toEqual([200, previous, true])
  } else if (previous === next || mayFollow(previous, next)) {
    expect([status, json.data.status, json.data.late]).toEqual([200, next, false])
    const statuses: string[] = json.data.history.map((h: { status: string }) => h.status)
    expect(statuses).toHaveLength(new Set(statuses).size)
  } else {
    const reported: readonly string[] = REPORTED_AGENT_PAYMENT_STATUSES
    const allowed = AGENT_PAYMENT_STATUS_NEXT[previous].filter((s) => reported.includes(s))
    expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
    expect(json.error.details).toMatchObject({ current_status: previous, allowed })
  }
})

test('a cancellation counts while the wallet has not answered, once; then it is refused', async () => {
  for (const status of AGENT_PAYMENT_STATUSES) {
    const id = await paymentIn(status)
    const answer = await automation.asProject('POST', paymentPath(id, 'cancel'))
    const cancels = status === 'intent_created' || status === 'canceled'
    expect([status, answer.status]).toEqual([status, cancels ? 200 : 409])
    if (cancels) expect(answer.json.data).toMatchObject({ status: 'canceled', history: [{}, { status: 'canceled' }] })
    else expect(answer.json.error).toMatchObject({ code: 'invalid_transition', details: { current_status: status } })
  }
})

test('a transaction is named from submitted on, and stays the one that was named', async () => {
  const id = await paymentIn('approved')
  expect((await automation.report(id, { status: 'submitted' })).json.error.code).toBe('transaction_hash_required')
  await automation.report(id, reportOf('submitted'))
  const other = await automation.report(id, { status: 'settled', transaction_hash: 'other' })
  expect([other.status, other.json.error.code]).toEqual([409, 'transaction_hash_fixed'])
})

test('after all that, what is used is what waits, was claimed or has a transaction', async () => {
  const { rows } = await world.database.admin.query(POLICY_BOOKS)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ held: rows[0].used, ledger: rows[0].used, for_good: rows[0].claimed })
  const [policy] = (await automation.asProject('GET', '/v1/automation-policies')).json.data.automation_policies
  const usage = (await automation.asProject('GET', policyPath(policy.id))).json.data.usage
  expect(usage.used).toBe(String(Number(rows[0].used) / 10_000_000))
})
