/**
 * An agent's intent against another at the cap, against what happens to its policy, and against what comes back, in every
 * order of statements (racing pairs 14 to 16, A15).
 */
import { idOf, type Uuid, uuidOf } from '@countersign/contract/ids'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentPaymentRow } from '../src/agent-payments/agent-payments.store.ts'
import { createAgentPayment } from '../src/agent-payments/create-agent-payment.ts'
import { withPayment } from '../src/agent-payments/reach-payment.ts'
import { reportAgentPayment } from '../src/agent-payments/report-agent-payment.ts'
import { movePolicy } from '../src/automation-policies/move-policy.ts'
import { withPolicy } from '../src/automation-policies/reach-policy.ts'
import { updatePolicy } from '../src/automation-policies/update-policy.ts'
import type { ApiKeyCaller, DeviceCaller } from '../src/credentials/callers.ts'
import { keepVersionFacts, type VersionFacts } from '../src/payment-requests/version-facts.ts'
import { createPool } from '../src/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/postgres/transaction.ts'
import { Refusal } from '../src/refusal.ts'
import { freshKey } from './asking.ts'
import { type Automation, newAutomation } from './automation.ts'
import { type Pair, startInterleave } from './interleave.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

const RESET = `begin; set local session_replication_role = replica;
  delete from agent_payments; delete from agent_payment_events; delete from policy_decisions; delete from policy_releases;
  update automation_policies set used = 0, status = 'active', single_tx_limit = 100000000, cumulative_limit = 100000000,
    version = 1; commit`

describe('an intent against its policy', { timeout: 1_800_000 }, () => {
  let web: MerchantWeb
  let world: World
  let mine: Automation
  let policy_id: Uuid
  let free: pg.Pool
  let versionFacts: VersionFacts
  let interleave: Awaited<ReturnType<typeof startInterleave>>
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
    mine = await newAutomation(world, web)
    policy_id = uuidOf('pol', (await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })).id)
    free = createPool({ url: world.database.url, max: 2, application_name: 'test' })
    versionFacts = keepVersionFacts(transactionsOn(free))
    await versionFacts(uuidOf('rcv', mine.payee.recipient_version_id))
    interleave = await startInterleave(world.database.url, world.database.admin)
  })
  afterAll(async () => {
    await interleave.stop()
    await free.end()
    await world.stop()
    await web.stop()
  })

  const byKey = (): ApiKeyCaller => ({
    kind: 'api_key',
    rate_key: '',
    merchant_id: uuidOf('mer', mine.operator.merchant_id),
    project_id: uuidOf('prj', mine.project_id),
    api_key_id: policy_id,
  })
  const byDevice = (): DeviceCaller => ({
    kind: 'device_token',
    rate_key: '',
    device_id: uuidOf('dev', mine.device.device_id),
    token_hash: Buffer.alloc(32),
  })
  const intend = async (transactions: Transactions, amount: string, idempotency_key = freshKey()) => {
    const { connection_id, payee } = mine
    const { recipient_id, recipient_version_id } = payee
    const named = { connection_id, recipient_id, recipient_version_id, policy_id: idOf('pol', policy_id) }
    const body = { initiator: 'agent' as const, ...named, amount }
    const asked = { caller: byKey(), body, idempotency_key }
    return (await createAgentPayment({ transactions, versionFacts, pending_max: 20 }, asked)).payment
  }
  const reset = () => world.database.admin.query(RESET)

  /** What the policy counts, what live payments hold, and what the decisions and releases add up to. */
  const books = async () => {
    const { rows } = await world.database.admin.query(`select used::text, cumulative_limit::text as cap,
      (select coalesce(sum(reserved), 0) from agent_payments
        where status in ('intent_created', 'approved', 'submitted', 'settled'))::text as live,
      ((select coalesce(sum(units), 0) from policy_decisions where allowed)
        - (select coalesce(sum(units), 0) from policy_releases))::text as ledger,
      (select count(*)::int from policy_decisions) as decisions from automation_policies`)
    return rows[0] as { used: string; cap: string; live: string; ledger: string; decisions: number }
  }
  const expectBalanced = async (decisions: number) => {
    const { used, live, ledger, decisions: made } = await books()
    expect([live, ledger, made]).toEqual([used, used, decisions])
    return BigInt(used)
  }
  const ruleOf = (result: PromiseSettledResult<unknown>): unknown => {
    if (result.status === 'fulfilled') return 'within_policy'
    return result.reason instanceof Refusal ? result.reason.details.rule : result.reason
  }
  const common = () => ({ connection_id: uuidOf('con', mine.connection_id), before: reset })

  test('pair 14: two that together pass the cap: one is allowed, and what is used stays within it', async () => {
    const pair: Pair<AgentPaymentRow, AgentPaymentRow> = {
      ...common(),
      a: ({ transactions }) => intend(transactions, '6'),
      b: ({ transactions }) => intend(transactions, '6'),
      async holds({ a, b, commits }) {
        expect(commits).toHaveLength(2)
        const [first, second] = commits === 'ab' ? [a, b] : [b, a]
        expect([ruleOf(first), ruleOf(second)]).toEqual(['within_policy', 'cumulative_limit'])
        expect(await expectBalanced(2)).toBe(60_000_000n)
      },
    }
    expect(await interleave.race('14 intent × intent at the cap', pair)).toEqual([])
  })

  test('pair 14 as twins: one key for all that is left makes one payment, and both are told of it', async () => {
    let key: string
    const pair: Pair<AgentPaymentRow, AgentPaymentRow> = {
      ...common(),
      async before() {
        await reset()
        key = freshKey()
      },
      a: ({ transactions }) => intend(transactions, '10', key),
      b: ({ transactions }) => intend(transactions, '10', key),
      async holds({ a, b }) {
        const ids = [a, b].map((r) => (r.status === 'fulfilled' ? r.value.agent_payment_id : String(r.reason)))
        expect(ids[0]).toBe(ids[1])
        expect(await expectBalanced(1)).toBe(100_000_000n)
      },
    }
    expect(await interleave.race('14 intent × its twin at the cap', pair)).toEqual([])
  })

  type Change = (transactions: Transactions) => Promise<unknown>
  const narrow: Change = (transactions) =>
    withPolicy(transactions, { caller: byKey(), policy_id, hold: true }, (tx, policy) =>
      updatePolicy(tx, policy, byKey(), { version: 1, single_tx_limit: '5' }),
    )
  const withdraw: Change = (transactions) =>
    withPolicy(transactions, { caller: byDevice(), policy_id, hold: true }, (tx, policy) =>
      movePolicy(tx, policy, byDevice(), 'withdrawn'),
    )
  const against = (
    change: Change,
    rule: string,
    as = (pool: pg.Pool) => transactionsOn(pool),
  ): Pair<AgentPaymentRow, unknown> => ({
    ...common(),
    a: ({ pool }) => intend(as(pool), '6'),
    b: ({ transactions }) => change(transactions),
    async holds({ a, b, commits }) {
      expect(b.status).toBe('fulfilled')
      // A wallet's change looks its policy up first, in a transaction of its own.
      const change_came_first = commits.lastIndexOf('b') < commits.lastIndexOf('a')
      expect(ruleOf(a)).toBe(change_came_first ? rule : 'within_policy')
      await expectBalanced(1)
    },
  })
  test.each([
    ['narrowed', narrow, 'single_tx_limit'],
    ['withdrawn', withdraw, 'withdrawn'],
  ] as const)(
    'pair 15: against a policy that is %s, it is judged by the policy valid at its commit',
    async (how, change, rule) => {
      expect(await interleave.race(`15 intent × ${how}`, against(change, rule))).toEqual([])
    },
  )

  test('pair 16: what comes back is there for the next, and what is used is never less than what is live', async () => {
    let first: Uuid
    const seen = new Set<unknown>()
    const pair: Pair<AgentPaymentRow, unknown> = {
      ...common(),
      async before() {
        await reset()
        first = (await intend(transactionsOn(free), '6')).agent_payment_id
      },
      a: ({ transactions }) => intend(transactions, '6'),
      b: ({ transactions }) =>
        withPayment(transactions, { caller: byDevice(), agent_payment_id: first, hold: true }, (tx, payment) =>
          reportAgentPayment(tx, payment, { status: 'rejected' }),
        ),
      async holds({ a, b, commits }) {
        expect(b.status).toBe('fulfilled')
        const released_first = commits.lastIndexOf('b') < commits.lastIndexOf('a')
        expect(ruleOf(a)).toBe(released_first ? 'within_policy' : 'cumulative_limit')
        expect(await expectBalanced(2)).toBe(released_first ? 60_000_000n : 0n)
        seen.add(released_first)
      },
    }
    expect(await interleave.race('16 intent × release', pair)).toEqual([])
    expect(seen).toEqual(new Set([true, false]))
  })

  test('planted: an intent that does not hold its policy is found where the policy is narrowed', async () => {
    const loose = (pool: pg.Pool): Transactions => {
      const strip = (text: string) =>
        text.includes('from automation_policies') ? text.replace('for update)', ')') : text
      const connect = async () => {
        const client = await pool.connect()
        const query = (q: string | { text: string }, ...rest: unknown[]) =>
          (client.query as (...all: unknown[]) => unknown)(
            typeof q === 'string' ? strip(q) : { ...q, text: strip(q.text) },
            ...rest,
          )
        return Object.assign(Object.create(client), { query })
      }
      return transactionsOn({ connect } as unknown as pg.Pool)
    }
    const planted = against(narrow, 'single_tx_limit', loose)
    expect(await interleave.race('planted: 15 without the hold', planted, 60)).not.toEqual([])
  })
})
